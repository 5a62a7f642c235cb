import Foundation
import TestSupport
import Testing
import TextIO
import TreeSnapshot

@testable import TreeSpec

/// A name's characters don't change how many items a report lists.
@Suite struct `Reports of hostile names` {
  static let names = ReportSample.hostileNames

  /// The contents of every report of `ReportSample.hostile`.
  private static func items(_ report: SpecReport) -> [ReportItem] {
    report.runs.flatMap(\.items) + report.unusedItems
  }

  private static func inert(_ lines: [SafeText]) -> String {
    lines.joined(separator: "\n").inert.string
  }

  @Test(arguments: names)
  func `every report has the same items`(name: String) throws {
    let items = Self.items(try ReportSample.hostile(name))
    #expect(
      items.map(\.outcome) == [.failed, .failed, .failed, .failed, .skipped, .refused, .unused])
    #expect(items.first?.explanation.contains { $0.string.contains("label=") } == true)
  }

  @Test(arguments: names)
  func `in JUnit's XML nothing is forged`(name: String) throws {
    let report = try ReportSample.hostile(name)
    let document = try #require(JUnitDocument(JUnitReport(report).bytes))
    let items = Self.items(report)
    let shown = SafeText(name).inert.string
    #expect(
      document.all("testsuite").map { $0.attributes["package"] }
        == [shown, shown, "unused specs"])
    #expect(document.all("testcase").map { $0.attributes["classname"] } == items.map { _ in shown })
    #expect(
      document.all("failure").map(\.text)
        == items.filter { [.failed, .unused].contains($0.outcome) }
        .map { Self.inert($0.explanation) })
    #expect(
      document.all("error").map { $0.attributes["message"] } == [Self.inert([items[5].problem])])
    #expect(
      document.all("skipped").map { $0.attributes["message"] } == [Self.inert([items[4].problem])])
    #expect(document.all("property").count == 3 + 4 + 1)
  }

  @Test(arguments: names)
  func `in workflow commands nothing is forged`(name: String) throws {
    let report = try ReportSample.hostile(name)
    let lines = String(decoding: GitHubReport(report).bytes, as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let commands = lines.map { RunnerCommand($0) }
    let items = Self.items(report).filter { $0.outcome != .skipped }
    #expect(commands.map { $0?.name } == ["error", "error", "error", "error", "error", "warning"])
    #expect(
      commands.map { $0?.data } == items.map { Self.inert($0.explanation(atMost: 60)) })
    #expect(
      commands.map { $0?.properties["line"] } == items.map { String($0.differingLine ?? $0.line) })
    #expect(commands.allSatisfy { $0?.properties["file"] == SafeText(name).string })
    #expect(
      commands.map { $0?.properties.count }
        == items.map { $0.outcome == .refused ? 4 : 3 })
  }

  @Test(arguments: names)
  func `in JSON names are what they are`(name: String) throws {
    let report = try ReportSample.hostile(name)
    let bytes = SpecJSON(report).bytes
    #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(json["unused"] as? [String] == [name])
    let specs = try #require(json["specs"] as? [[String: Any]])
    #expect(specs.map { $0["spec"] as? String } == [name, name])
    #expect(specs.map { $0["title"] as? String } == [name, nil])
    #expect((specs[0]["checks"] as? [Any])?.count == 5)
    #expect((specs[1]["errors"] as? [Any])?.count == 1)
  }

  @Test(arguments: names)
  func `no line of any report but a command's is a command`(
    name: String
  ) throws {
    let report = try ReportSample.hostile(name)
    for bytes in [JUnitReport(report).bytes, SpecJSON(report).bytes] {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(Hostile.harm(in: text) == [])
      #expect(text.split(separator: "\n").compactMap { RunnerCommand(String($0)) } == [])
    }
  }

  @Test(arguments: [
    ("plain: text # 1 [x]", "plain: text # 1 [x]"), ("::error::x", ":\\u{3a}error::x"),
    ("  ::error::x", "  :\\u{3a}error::x"), ("a ::error::x", "a ::error::x"),
    ("a\n::x\n ::z", "a\n:\\u{3a}x\n :\\u{3a}z"), (": :", ": :"), (":", ":"),
    ("a ##[error]x", "a ##\\u{5b}error]x"), ("###[x", "###\\u{5b}x"),
    ("#[x] # #[y]", "#[x] # #[y]"),
    ("\u{200b}::x", "\\u{200b}::x"), ("#\u{ad}#[x", "#\\u{ad}#[x"), (":::x::y", ":\\u{3a}:x::y"),
    ("\u{3000}::x", "\u{3000}:\\u{3a}x"), ("", ""),
    ("::\u{301}error::x", ":\\u{3a}\u{301}error::x"), ("a ##vso[x]", "a ##vso\\u{5b}x]"),
    ("##[a]##[b]", "##\\u{5b}a]##\\u{5b}b]"),
  ])
  func `text is made inert, and left as it is otherwise`(text: String, inert: String) {
    #expect(SafeText(lines: text).inert.string == inert)
    #expect(SafeText(lines: inert).inert.string == inert)
  }
}
