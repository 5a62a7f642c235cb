import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

/// Files of which some lines are not as the app wrote them.
@Suite struct `A journal's file with wrong lines` {
  private let root = ProbeSession()
  private let lines: [String]

  init() throws {
    let journal = Journal(bytes: 1 << 20)
    root.record(in: journal)
    for number in 0..<4 { root.child("\(number)").raise(NetworkErrors.badToken) }
    lines = String(decoding: journal.lines(), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func read(_ lines: [String], end: String = "\n") throws -> JournalContents {
    try JournalContents(bytes: Array((lines.joined(separator: "\n") + end).utf8))
  }

  private func faults(_ lines: [String], end: String = "\n") throws -> [String] {
    try read(lines, end: end).faults.map { "\($0)" }
  }

  @Test func `a whole one has no faults`() throws {
    #expect(try faults(lines) == [])
    #expect(try faults(lines, end: "") == [])
    #expect(try faults(lines + ["", "  "]) == [])
  }

  @Test func `a last line that is cut off is left out, and said`() throws {
    let cut = String(try #require(lines.last).dropLast(5))
    let contents = try read(lines.dropLast() + [cut], end: "")
    #expect(
      contents.faults.map { "\($0)" }
        == ["line \(lines.count): the last line is cut off, and is left out"])
    #expect(contents.records.count > 10)
  }

  @Test func `garbage is left out with its line, and the rest is read`() throws {
    let whole = try read(lines)
    for garbage in [
      "\u{0}\u{0}", "hello", "{\"seq\": 1", "[1]", "{}", "{\"seq\": 3, \"what\": \"sung\"}",
    ] {
      var changed = lines
      changed.insert(garbage, at: 5)
      let contents = try read(changed)
      #expect(contents.records == whole.records)
      #expect(contents.faultCount == 1)
      #expect("\(contents.faults[0])".hasPrefix("line 6: "), "\(contents.faults[0])")
    }
  }

  @Test func `a number that goes back is left out, and a gap is said`() throws {
    let last = try read(lines).records.upperBound - 1
    let place = try #require(lines.lastIndex { $0.contains("\"attached\"") })
    let number = try lastAttachment()
    #expect(
      try faults(lines + [lines[place]]) == [
        "line \(lines.count + 1): record \(number) comes after record \(last); the line is left out"
      ])
    var gap = lines
    gap.remove(at: place)
    #expect(try faults(gap) == ["line \(place + 1): records \(number) to \(number) are missing"])
  }

  /// The number of the record that attached the last child.
  private func lastAttachment() throws -> Int {
    let contents = try read(lines)
    return try #require(contents.records.last { contents[$0]?.event == .attached })
  }

  @Test func `moments behind a gap have no tree until a checkpoint has`() throws {
    let place = try #require(lines.lastIndex { $0.contains("\"attached\"") })
    let number = try lastAttachment()
    var gap = lines
    gap.remove(at: place)
    let contents = try read(gap)
    #expect(try contents.snapshot(at: number - 1).count == 4)
    #expect(throws: MomentError.damaged) { try contents.snapshot(at: number + 1) }
    #expect(try contents.snapshot(at: contents.lastMomentWithTree() ?? 0).count == 4)
  }

  @Test func `a checkpoint that doesn't fit its records is left out`() throws {
    let last = try read(lines).records.upperBound - 1
    let place = try #require(lines.firstIndex { $0.contains("\"checkpoint\"") })
    #expect(
      try faults(lines + [lines[place]]) == [
        "line \(lines.count + 1): a checkpoint of record 0 doesn't fit behind record \(last); it is left out"
      ])
    let broken = lines[place].replacing("{\"id\": 1", with: "{\"id\": -1")
    var changed = lines
    changed[place] = broken
    let contents = try read(changed)
    #expect(contents.faultCount == 1)
    #expect(throws: MomentError.self) { try contents.snapshot(at: last) }
  }

  @Test func `another version is refused with what to do`() throws {
    let newer = lines[0].replacing("\"version\": 1", with: "\"version\": 2")
    let error = #expect(throws: JournalError.self) { try read([newer] + lines.dropFirst()) }
    #expect("\(try #require(error))".hasSuffix("update modeltree"))
  }

  @Test func `what another program wrote with the same members is read`() throws {
    let whole = try read(lines)
    let compact = try lines.map { line in
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let data = try JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self)
    }
    let contents = try read([lines[0]] + compact.dropFirst())
    #expect(contents.faultCount == 0)
    #expect(contents.records == whole.records)
    #expect(whole.records.allSatisfy { contents[$0] == whole[$0] })
  }
}
