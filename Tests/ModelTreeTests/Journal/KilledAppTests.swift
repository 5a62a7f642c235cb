import Foundation
import ModelTree
import TestSupport
import Testing
import TreeJournal
import TreeSnapshot

/// A journal in a file, whose app is killed at random moments. `MODELTREE_JOURNAL_KILLS=1000` makes it
/// a long run.
@Suite struct `The journal of an app that is killed` {
  private static let kills =
    ProcessInfo.processInfo.environment["MODELTREE_JOURNAL_KILLS"].flatMap { Int($0) } ?? 12

  @Test func `nothing is lost but what was being written`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 16)
    for number in 0..<Self.kills {
      let bytes = random.pick([65_536, 262_144, 1_048_576])
      let file = folder.path(of: "app.journal")
      let last = try kill(
        ["\(file)", "\(bytes)", "\(number)"], after: UInt32(random.next(below: 20_000)))
      guard let last else { continue }
      let contents = try JournalContents(contentsOfFile: file)
      #expect(contents.records.upperBound - 1 >= last.records, "kill \(number)")
      // Each record that is kept can be read, and the tree rebuilt after the first, the last and some.
      #expect(contents.records.allSatisfy { contents[$0] != nil }, "kill \(number)")
      let ends = [contents.records.lowerBound - 1, contents.records.upperBound - 1]
      for moment in ends + (0..<5).map({ _ in random.pick(Array(contents.records)) }) {
        _ = try contents.snapshot(at: moment)
      }
      #expect(try contents.snapshot(at: last.records).count == last.models, "kill \(number)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names).isSubset(of: ["app.journal"] + (1...3).map { "app.journal.\($0)" }))
  }

  /// Runs the app, kills it, and returns the last numbers that it wrote; nil if it wrote none.
  private func kill(
    _ arguments: [String], after microseconds: UInt32
  ) throws -> (records: Int, models: Int)? {
    let app = Process()
    app.executableURL = URL(filePath: try BuiltProduct.path(of: "JournalVictim"))
    app.arguments = arguments
    let output = Pipe()
    app.standardOutput = output
    try app.run()
    // Once it has begun.
    var bytes = output.fileHandleForReading.availableData
    usleep(microseconds)
    // The pipe may be full by then: it is read while the app ends.
    Foundation.kill(app.processIdentifier, SIGKILL)
    bytes += output.fileHandleForReading.readDataToEndOfFile()
    app.waitUntilExit()
    guard bytes.count >= 16 else { return nil }
    let start = bytes.count / 16 * 16 - 16
    func number(_ offset: Int) -> Int {
      (0..<8).reduce(0) { $0 | Int(bytes[bytes.startIndex + start + offset + $1]) << ($1 * 8) }
    }
    return (number(0), number(8))
  }
}
