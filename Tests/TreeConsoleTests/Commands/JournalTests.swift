import Foundation
import TestSupport
import Testing

/// `modeltree journal` and the other commands on the journal of a sample app, in which an error was
/// uncaught because its handler had gone.
@Suite struct `Looking back` {
  private func modeltree(_ words: String...) throws -> (text: String, errors: String, status: Int32)
  {
    let outcome = try TestFolder().modeltree(words.map { $0 == "FILE" ? ExamMaster.journal : $0 })
    return (outcome.text, outcome.errors, outcome.status)
  }

  /// The records of an answer in JSON.
  private func records(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func uncaught() throws -> [String: Any] {
    let answer = try modeltree("journal", "FILE", "--what", "uncaught", "--json")
    return try #require(try records(answer.text).first)
  }

  @Test func `each record is an object on a line`() throws {
    let all = try records(try modeltree("journal", "FILE", "--json").text)
    #expect(all.compactMap { $0["seq"] as? Int } == Array(1...all.count))
    for record in all {
      let known: Set<String> = [
        "seq", "time", "what", "node", "raise", "handler", "hops", "count", "nanoseconds", "parent",
        "type", "message", "service", "representation", "source", "messages", "cause", "test", "by",
        "tree", "place",
      ]
      #expect(Set(record.keys).isSubset(of: known))
      #expect(record["time"] is String && record["node"] is Int)
    }
    let outcomes = all.filter { $0["raise"] != nil }
    #expect(
      outcomes.compactMap { $0["what"] as? String } == ["delivered", "delivered", "uncaught"])
    for outcome in outcomes {
      let raise = try #require(outcome["raise"] as? Int)
      #expect(all[raise - 1]["what"] as? String == "raised")
      #expect(all[raise - 1]["node"] as? Int == outcome["node"] as? Int)
      #expect(outcome["nanoseconds"] is Int)
    }
    #expect(outcomes.compactMap { $0["count"] as? Int } == [1, 1])
  }

  @Test func `what a message led to is a part of the journal`() throws {
    let all = try records(try modeltree("journal", "FILE", "--json").text)
    let start = try #require(
      all.first {
        $0["what"] as? String == "raised"
          && ($0["message"] as? [String: Any])?["code"] as? String == "StartExam"
      }?["seq"] as? Int)
    let led = try records(try modeltree("journal", "FILE", "--json", "--cause", "\(start)").text)
    #expect(led.first?["seq"] as? Int == start)
    #expect(led.contains { $0["type"] as? String == "ExamCreationFlow" })
    #expect(!led.contains { $0["type"] as? String == "DashboardModel" })
  }

  @Test func `what led to a record is a chain of causes`() throws {
    let led = try records(try modeltree("journal", "FILE", "--json", "--led-to", "63").text)
    #expect(led.compactMap { $0["seq"] as? Int } == [47, 48, 62, 63])
    for (earlier, later) in zip(led, led.dropFirst()) {
      let before = later["raise"] as? Int ?? later["cause"] as? Int
      #expect(before == earlier["seq"] as? Int)
    }
    let later = try modeltree("journal", "FILE", "--led-to", "67")
    #expect(later.status == 2)
    #expect(later.errors.contains("66"))
  }

  @Test func `trace says what ended the subscription that is missing`() throws {
    let moment = "\(try #require(try uncaught()["raise"] as? Int))"
    let answer = try modeltree(
      "trace", "FILE", "error", "UploadErrors.rejected", "--from", "SideMenuModel", "--at", moment)
    #expect(answer.status == 0)
    #expect(answer.text.contains("uncaught"))
    #expect(
      try answer.text.contains(
        Regex(
          #"SideMenuModel #\d+ was registered for it at AuthorizedSession.swift:\d+, until record \d+ "#
            + #"at [\d:.]+ ended that, in SideMenuModel #\d+'s handler of event AppEvent.ExamCreated"#
        )))
  }

  @Test func `a model's life ends with the one that it is below`() throws {
    let lines = try modeltree("history", "FILE", "ExamSubjectPickerModel").text
      .split(separator: "\n").map(String.init)
    #expect(lines.first == "ExamSubjectPickerModel #6")
    let end = try #require(lines.firstIndex { $0.hasSuffix("  ExamCreationFlow #5 is detached") })
    #expect(lines[end + 1].hasSuffix("  and ExamSubjectPickerModel #6 with it"))
    let records = try modeltree("history", "FILE", "ExamSubjectPickerModel", "--json").text
    #expect(records.contains(#"{"seq": 52, "#))
  }

  @Test func `state says after which record it is known`() throws {
    let printed = try modeltree("print", "FILE", "--state")
    #expect(
      printed.text == """
        ──AppAuthorizedSession  | {user: Anna} (as of #40)
           └─MainFlow
              ├─DashboardModel
              └─SideMenuModel  | {examsCount: 0} (as of #40)

        """)
    let shown = try modeltree("show", "FILE", "SideMenuModel").text
    #expect(shown.contains("examsCount = 0 (as of #40)\n"))
    let one = try modeltree("show", "FILE", "SideMenuModel", "--json").text
    #expect(one.hasSuffix(#""state": {"examsCount": "0"}, "asOf": 40}"# + "\n"))
    let dump = try modeltree("print", "FILE", "--json").text
    #expect(dump.contains(#", "asOf": 40, "messages": "#))
    let present = try modeltree("print", "FILE", "--state", "--at", "40")
    #expect(present.text.contains("{user: Anna}\n"))
  }

  @Test func `a spec is written with how old states are, and its failure says it, too`() throws {
    let folder = try TestFolder()
    let spec = try folder.modeltree("print", ExamMaster.journal, "--as-spec", "--state").text
    #expect(spec.contains(" [state user=Anna]  # as of #40\n"))
    #expect(spec.components(separatedBy: "# as of").count == 3)
    try folder.write(spec, to: "app.treespec")
    let words = ["check", ExamMaster.journal, "app.treespec"]
    #expect(try folder.modeltree(words).status == 0)
    try folder.write(
      spec.replacing("user=Anna", with: "user=Eve").replacing("examsCount=0", with: "count=1"),
      to: "app.treespec")
    let failure = try folder.modeltree(words).text
    #expect(
      failure.contains(
        """
            -   [state user=Eve]
            +   [state user=Anna] (as of #40)

        """))
    #expect(failure.contains("-       [state count=1]"))
    #expect(failure.contains("  the state is examsCount=0 (as of #40)\n"))
    let json = try folder.modeltree(words + ["--json"]).text
    #expect(
      json.contains(
        #""text": "AppAuthorizedSession: [state user=Anna] (as of #40) should be [state user=Eve]""#
          + #", "asOf": 40}"#), "\(json)")
  }

  @Test func `a saved dump and a difference keep how old states are`() throws {
    let folder = try TestFolder()
    let printed = try folder.modeltree("print", ExamMaster.journal, "--json", "-o", "kept.json")
    #expect(printed.status == 0)
    try folder.modeltree("show", "kept.json", "SideMenuModel", "--json").expect(
      output: try modeltree("show", "FILE", "SideMenuModel", "--json").text)
    let kept = String(decoding: try folder.read("kept.json"), as: UTF8.self)
    let counted = kept.replacing(#""examsCount": "0""#, with: #""examsCount": "1""#)
      .replacing(#""asOf": 40"#, with: #""asOf": 51"#)
    try folder.write(counted, to: "counted.json")
    try folder.modeltree("diff", "kept.json", "counted.json").expect(
      status: 1,
      output: """
        kept.json → counted.json: 1 model changed
        ~ /AppAuthorizedSession/MainFlow/SideMenuModel: examsCount 0 (as of #40) → 1 (as of #51)

        """)
    let json = try folder.modeltree("diff", "kept.json", "counted.json", "--json").text
    #expect(json.contains(#""old": "0", "new": "1", "oldAsOf": 40, "newAsOf": 51}"#), "\(json)")
  }

  @Test func `two journals are compared by their last trees, which is said`() throws {
    let folder = try TestFolder()
    try folder.write(try Data(contentsOf: URL(filePath: ExamMaster.journal)), to: "a.journal")
    let note = "some labels and states are known only as of an earlier record: 'print' marks them"
    let told =
      "modeltree: note: of a.journal, only the last tree is compared; 'journal' shows what happened\n"
    try folder.modeltree("diff", "a.journal", "a.journal").expect(
      output: """
        no difference between the last tree of a.journal and the last tree of a.journal
        \(note)

        """, errors: told + told)
    let json = try folder.modeltree("diff", "a.journal", "a.journal", "--json").text
    #expect(
      json == #"{"equal": true, "removed": [], "added": [], "moved": [], "changed": [], "note": "#
        + "\"\(note)\"}\n")
  }

  @Test func `the life of a subscription is told`() throws {
    let answer = try modeltree("history", "FILE", "SideMenuModel", "--message", "rejected")
    let lines = answer.text.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("SideMenuModel #") == true)
    let told = ["registers for", "ends its subscription to", "raises", "uncaught"]
    let order = told.compactMap { part in lines.firstIndex { $0.contains(part) } }
    #expect(order.count == told.count && order == order.sorted())
  }

  @Test func `the tree at a moment is printed, compared and asked`() throws {
    let all = try records(try modeltree("journal", "FILE", "--json").text)
    let flow = try #require(all.first { $0["type"] as? String == "ExamCreationFlow" })
    let moment = try #require(flow["seq"] as? Int)
    let before = try modeltree("print", "FILE", "--at", "\(moment - 1)")
    let after = try modeltree("print", "FILE", "--at", "\(moment)")
    #expect(!before.text.contains("ExamCreationFlow"))
    #expect(after.text.contains("ExamCreationFlow"))
    let difference = try modeltree(
      "diff", "FILE", "--at", "\(moment - 1)", "--to", "\(moment)")
    #expect(difference.status == 1)
    #expect(
      difference.text.hasPrefix("moment \(moment - 1) → moment \(moment): 1 model added\n"))
    #expect(try modeltree("show", "FILE", "ExamCreationFlow", "--at", "\(moment)").status == 0)
  }

  @Test(arguments: [
    (
      ["journal", "FILE", "--message", "nonsense"],
      "no message of the journal is called 'nonsense'; give a code, a label, a domain or "
    ),
    (
      ["history", "FILE", "SideMenuModel", "--message", "rejectd"],
      "no message of the journal is called 'rejectd'; did you mean 'rejected'?"
    ),
    (
      ["show", "FILE", "#6"],
      "'#6' is ExamSubjectPickerModel #6, which left the tree with record 52, below "
        + "ExamCreationFlow #5, which was detached; 'history' tells its life\n"
    ),
    (
      ["show", "FILE", "SideMenuModel", "--at", "20"],
      "'SideMenuModel' is SideMenuModel #4, which is attached later, by record 23; "
    ),
    (
      ["history", "FILE", "Exam*", "--at", "44"],
      "'Exam*' matches 5 models: ExamCreationFlow #5, ExamSubjectPickerModel #6, "
        + "ExamTopicPickerModel #7, ExamOptionsPickerModel #8, "
        + "ExamCreationConfirmationModel #9 (not in the tree); name one by its id\n"
    ),
    (["journal", "FILE", "MainFlw"], "no model matches 'MainFlw'; did you mean 'MainFlow'?"),
    (["print", "FILE", "--at", "99999"], "the journal ends at moment "),
    (
      ["print", "FILE", "--at", "noon"],
      "'noon' isn't a valid moment; give a record's number (1234), "
    ),
    (
      ["raise", "FILE", "event", "StartExam", "--from", "/", "--at", "30"], "a moment of the past "
    ),
    (["print", "tree.json", "--at", "3"], "a dump has no journal; "),
  ])
  func `what cannot be is said in a line`(words: [String], text: String) throws {
    let outcome = try TestFolder().modeltree(words.map { $0 == "FILE" ? ExamMaster.journal : $0 })
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors.hasPrefix("modeltree: \(text)"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `a prompt steps through the moments and shows where it is`() throws {
    let answer = try modeltree(
      "repl", "FILE", "-c", "at 20", "-c", "back 2", "-c", "forward", "-c", "at 0", "-c",
      "at now")
    let numbers = answer.text.split(separator: "\n").compactMap {
      $0.split(separator: " ").first.flatMap { Int($0) }
    }
    #expect(numbers == [20, 18, 19])
    #expect(answer.status == 0)
  }

  @Test(arguments: [8, 100])
  func `a journal whose first line is cut off is refused with its name`(count: Int) throws {
    let folder = try TestFolder()
    let bytes = try Data(contentsOf: URL(filePath: ExamMaster.journal))
    try folder.write(bytes.prefix(count), to: "short.journal")
    let answer = try folder.modeltree("journal", "short.journal")
    #expect(answer.status == 2 && answer.text.isEmpty)
    #expect(answer.errors.contains("short.journal") && answer.errors.contains(": line 1: "))
    #expect(answer.errors.contains("text ends "))
  }

  @Test(arguments: [
    ["journal", "short.journal"], ["print", "short.journal", "--at", "15"],
    ["compare", "short.journal", "short.journal"], ["diff", "short.journal", "short.journal"],
    ["export", "short.journal", "-o", "rows"], ["repl", "short.journal", "-c", "print"],
  ])
  func `every command says that a journal's last line is cut off`(words: [String]) throws {
    let folder = try TestFolder()
    let bytes = try Data(contentsOf: URL(filePath: ExamMaster.journal))
    try folder.write(bytes.prefix(5_000), to: "short.journal")
    let answer = try folder.modeltree(words)
    #expect(answer.status != 2)
    #expect(
      answer.errors.contains(
        "note: 'short.journal': line 22: the last line is cut off, and is left out\n"))
  }

  @Test func `a long journal is the same in a file and through a pipe`() throws {
    let folder = try TestFolder()
    // Longer than what is read at a time.
    var lines = try String(contentsOfFile: ExamMaster.journal, encoding: .utf8)
    for number in 67...2_000 {
      lines += """
        {"seq": \(number), "time": "2026-11-22T11:54:22.4Z", "what": "performed", "words": ["\(number)"]}

        """
    }
    try folder.write(lines, to: "long.journal")
    let expected = try folder.modeltree("journal", "long.journal", "--limit", "3")
    #expect(expected.text.contains(" 2000  ") && expected.errors == "")
    let piped = try folder.shell(
      """
      (head -c 3 long.journal; sleep 0.2; tail -c +4 long.journal) | $MODELTREE journal - --limit 3
      """)
    #expect(piped.text == expected.text)
  }

  @Test func `a journal that keeps no name is named after its file`() throws {
    let shown = try modeltree("print", "FILE", "--json")
    #expect(
      shown.text.hasPrefix(
        #"{"format": "model-tree", "version": 1, "name": "exam-master-upload.journal", "#))
  }
}
