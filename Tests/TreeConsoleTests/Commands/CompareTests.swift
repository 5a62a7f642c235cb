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

  @Test func `the first difference stands with its handler, its input, and what it led to`() throws
  {
    try playBoth()
    let answer = try compare("good.journal", "bad.journal")
    #expect(answer.status == 1 && answer.errors == "")
    let lines = answer.text.split(separator: "\n").map { line in
      line.replacing(/\d+(\.\d+)? (ns|µs|ms)/, with: "1 µs").replacing(/:\d+/, with: ":1")
    }
    #expect(
      lines == [
        "alike for 8 records, times and ids aside",
        "first difference, in MenuModel's handler of event ExamEvent.created (8 | 8)",
        "  good  nothing",
        "  bad   registers for error UploadErrors.100 (rejected)             SmallApp.swift:1",
        "before it       do options 90 30   |   do options 90 400",
        "led to, in bad  10 ends its subscription to it, 11 raises it, 12 uncaught; reported to "
          + "AppSession #1, 1 µs",
      ], "\(answer.text)")
  }

  @Test func `two runs that went the same are not different`() throws {
    try play("good") { $0.create(questions: 30) }
    try play("bad") { $0.create(questions: 30) }
    let answer = try compare("good.journal", "bad.journal")
    #expect(
      answer.text == "no difference between good and bad: 9 records alike, times and ids aside\n")
    #expect(answer.status == 0 && answer.errors == "")
  }

  @Test func `the same in JSON, with the path and the type of each record's model`() throws {
    try playBoth()
    let answer = try compare("good.journal", "bad.journal", "--json")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
    #expect(json["equal"] as? Bool == false)
    let first = try #require(json["first"] as? [String: Any])
    #expect(first["what"] as? String == "extra" && first["old"] is NSNull)
    let record = try #require(first["new"] as? [String: Any])
    #expect(record["what"] as? String == "registered")
    #expect(record["path"] as? String == "/AppSession/MenuModel")
    #expect(record["type"] as? String == "MenuModel")
    let context = try #require(first["context"] as? [String: [String: Any]])
    #expect(context["new"]?["what"] as? String == "received")
    let inputs = try #require(first["inputs"] as? [String: [[String: Any]]])
    #expect(inputs["new"]?.last?["words"] as? [String] == ["options", "90", "400"])
    let consequences = try #require(json["consequences"] as? [String: [[String: Any]]])
    #expect(
      consequences["new"]?.compactMap { $0["what"] as? String }
        == ["unregistered", "raised", "uncaught"])
    #expect((json["others"] as? [[String: Any]])?.compactMap { $0["what"] as? String } == ["input"])
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
    #expect(
      try compare("texts.journal", "names.journal").text == """
        no difference between texts and names: 11 records alike, times and ids aside
        names keeps names only: contexts, values, words and states aren't compared

        """)
    #expect(
      try compare("texts.journal", "values.journal").text == """
        no difference between texts and values: 11 records alike, times and ids aside
        texts keeps no values of messages: they aren't compared

        """)
  }

  @Test(arguments: [
    (["good.journal"], "Missing expected argument '<new>'"),
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

  @Test func `a journal that dropped its beginning is compared from where both have the same tree`()
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
    #expect(same.text.contains(" on, where both have the same tree\n"))
    let bad = try compare("good.journal", "bad.journal")
    #expect(bad.status == 1)
    #expect(bad.text.contains("registers for event ExamEvent.created"), "\(bad.text)")
  }
}
