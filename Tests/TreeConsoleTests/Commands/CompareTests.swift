import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing

/// `modeltree compare`.
@MainActor
@Suite struct `Comparing two runs` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func play(_ name: String, _ body: (SmallApp) -> Void) throws {
    body(try SmallApp(folder.path(of: "\(name).journal")))
  }

  private func compare(_ words: String...) throws -> (text: String, errors: String, status: Int32) {
    let outcome = try folder.modeltree(["compare"] + words)
    return (outcome.text, outcome.errors, outcome.status)
  }

  private func playBoth() throws {
    try play("good") { $0.create(questions: 30) }
    try play("bad") { $0.create(questions: 400) }
  }

  @Test func `the outcomes come first, then the first difference and what it led to`() throws {
    try playBoth()
    let answer = try compare("good.journal", "bad.journal")
    #expect(answer.status == 1 && answer.errors == "")
    let lines = answer.text.split(separator: "\n").map { line in
      String(line).replacing(/\d+(\.\d+)? (ns|µs|ms)/, with: "1 µs").replacing(/:\d+/, with: ":1")
    }
    #expect(
      lines.first == "good → bad" && lines[1] == "  good  nothing uncaught, leaked or running")
    #expect(
      lines[3] == "  bad   error UploadErrors.100 (rejected) uncaught, record 12", "\(answer.text)")
    let start = try #require(lines.firstIndex(of: "alike for 4 records, times and ids aside"))
    #expect(
      Array(lines[start...].prefix(4)) == [
        "alike for 4 records, times and ids aside", "first difference",
        "  good  5  'options 90 30' is performed at AppSession #1, 1 µs",
        "  bad   5  'options 90 400' is performed at AppSession #1, 1 µs",
      ], "\(answer.text)")
    #expect(lines.contains("led to"))
  }

  @Test func `the same in JSON, with the path and the type of each record's model`() throws {
    try playBoth()
    let answer = try compare("good.journal", "bad.journal", "--json")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
    #expect(json["equal"] as? Bool == false)
    let outcome = try #require(json["outcome"] as? [String: [String: Any]])
    func records(_ side: String, _ name: String) -> [[String: Any]]? {
      outcome[side]?[name] as? [[String: Any]]
    }
    #expect(records("old", "uncaught")?.isEmpty == true)
    let uncaught = try #require(records("new", "uncaught")?.first)
    #expect(uncaught["what"] as? String == "uncaught" && uncaught["seq"] as? Int == 12)
    for side in ["old", "new"] {
      for name in ["unhandled", "leaked", "running"] {
        #expect(records(side, name)?.isEmpty == true)
      }
      #expect((outcome[side]?["last"] as? [String: Any])?["path"] is String)
    }
    let first = try #require(json["first"] as? [String: Any])
    #expect(first["what"] as? String == "input")
    let record = try #require(first["new"] as? [String: Any])
    #expect(record["words"] as? [String] == ["options", "90", "400"])
    let inputs = try #require(first["inputs"] as? [String: [Any]])
    #expect(inputs.values.allSatisfy { $0.isEmpty })
    let consequences = try #require(json["consequences"] as? [String: [[String: Any]]])
    #expect(
      consequences["new"]?.compactMap { $0["what"] as? String }
        == ["registered", "unregistered", "raised", "uncaught"])
    #expect(consequences["new"]?.first?["path"] as? String == "/AppSession/MenuModel")
    #expect(consequences["new"]?.first?["type"] as? String == "MenuModel")
    #expect((json["others"] as? [Any])?.isEmpty == true)
  }

  @Test func `what is ignored makes no difference, nor does what it led to`() throws {
    try play("good") { $0.flow.raise(ExamEvent.tick) }
    try play("bad") { app in
      app.session.register(for: ExamEvent.tick) { [weak menu = app.menu] _ in
        if let menu { _ = Badge(parent: menu) }
      }
      for _ in 0..<3 { app.flow.raise(ExamEvent.tick) }
    }
    #expect(try compare("good.journal", "bad.journal").status == 1)
    let answer = try compare(
      "good.journal", "bad.journal", "--ignore", "ExamEvent.tick", "--ignore", "vocabulary")
    #expect(answer.status == 0, "\(answer.text)")
  }

  @Test func `texts that only one journal keeps don't count`() throws {
    func play(_ name: String, _ texts: Journal.Texts, _ payloads: Journal.Payloads) throws {
      let app = try SmallApp(
        folder.path(of: "\(name).journal"), texts: texts, payloads: payloads)
      app.create(questions: 30)
      app.menu.raise(UploadErrors.rejected, context: "at the menu")
    }
    try play("names", .names, .omitted)
    try play("texts", .all, .omitted)
    try play("values", .all, .described)
    for other in ["names.journal", "values.journal"] {
      #expect(
        try compare("texts.journal", other).text.hasSuffix(
          """
          the journals don't keep the same texts: words, contexts and values aren't compared
          no difference: 11 records alike, times and ids aside

          """))
    }
  }

  @Test(arguments: [
    (["good.journal"], "name a second run: compare good.journal bad.journal"),
    (["good.journal", "tree.json"], "'tree.json' has no journal; compare needs two of them"),
    (["good.journal", "good.journal", "--ignore", "Nothing"], "neither run has a message"),
    (["good.journal", "good.journal", "--at", "3"], "--at goes with one journal"),
    (["good.journal", "good.journal", "--slower", "0"], "The value '0' is invalid"),
  ])
  func `what can't be compared is refused`(words: [String], error: String) throws {
    try play("good") { $0.create(questions: 30) }
    let outcome = try folder.modeltree(["compare"] + words)
    #expect(outcome.errors.contains(error), "\(outcome.errors)")
    #expect(outcome.status == 2 && outcome.text == "")
  }

  @Test func `a journal that dropped its beginning is compared from where it begins`()
    throws
  {
    func play(_ name: String, bytes: Int, last: Bool) throws {
      let app = try SmallApp(folder.path(of: "\(name).journal"), bytes: bytes)
      for number in 0..<400 {
        let badge = Badge(parent: app.menu)
        if number == 397, last { badge.register(for: ExamEvent.created) }
        app.flow.raise(ExamEvent.tick)
        badge.removeFromParent()
      }
    }
    try play("good", bytes: 1 << 18, last: false)
    try play("same", bytes: Journal.leastBytes, last: false)
    try play("bad", bytes: Journal.leastBytes, last: true)
    let same = try compare("good.journal", "same.journal")
    #expect(same.status == 0, "\(same.text)")
    #expect(same.text.contains("\nsame has dropped its first "), "\(same.text)")
    #expect(same.text.contains(": both are compared from record "))
    let bad = try compare("good.journal", "bad.journal")
    #expect(bad.status == 1)
    let words = bad.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("registers for event ExamEvent.created"), "\(bad.text)")
  }
}
