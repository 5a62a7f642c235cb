import Foundation
import TestSupport
import Testing

/// `modeltree lsp`, as an editor without a library of its own uses it.
@Suite struct `A language server for specs` {
  private typealias Diagnostic = EditorSession.Diagnostic

  private static let spec = """
    tree-spec 1 "the picker"
    AppAuthorizedSession [session]
      MainFlow
        DashboardModel
        SideMenuModel
        ExamCreationFlow
          ExamSubjectPickerModel
          ExamTopicPickerModel
          ExamOptionsPickerModel
    error NetworkErrors.101 from ** => AppAuthorizedSession

    """

  /// The edits of a fix, as text, by title.
  private func fixes(_ result: Any?) -> [String: String] {
    var texts: [String: String] = [:]
    for action in result as? [[String: Any]] ?? [] {
      let changes = (action["edit"] as? [String: Any])?["changes"] as? [String: [[String: Any]]]
      texts[action["title"] as? String ?? ""] =
        changes?.values.first?.compactMap { $0["newText"] as? String }.joined()
    }
    return texts
  }

  @Test func `what the parser refuses is marked in UTF-16, and corrected`() throws {
    let folder = try TestFolder()
    var session = EditorSession(in: folder)
    let spec = "tree-spec 1\nApp\n  \"😀\" [handels error A.1]\nlimt nodes = 3\n"
    session.open("x.treespec", spec, in: folder)
    session.ask("codeAction", "x.treespec", in: folder, line: 2, character: 9)
    session.ask("formatting", "x.treespec", in: folder)
    let answers = try session.run(in: folder)
    answers.outcome.expect(output: answers.outcome.text)
    #expect(
      answers.diagnostics["x.treespec"] == [
        Diagnostic("2:8-15", 1, "unknown attribute 'handels'; did you mean 'handles'?"),
        Diagnostic("3:0-4", 1, "unknown directive 'limt'; did you mean 'limit'?"),
      ])
    #expect(fixes(answers.results[1]) == ["Write 'handles'": "handles"])
    #expect(answers.results[2] is NSNull)
  }

  @Test func `the dump of the spec's name is checked, and the spec is updated from it`() throws {
    let folder = try TestFolder()
    try folder.makeFolder("dumps")
    try folder.makeFolder("specs")
    try folder.write(ExamMaster.dump, to: "dumps/picker.json")
    let spec = Self.spec.replacing("      ExamTopicPickerModel\n", with: "")
      .replacing("NetworkErrors.101 from", with: "NetworkErrors.badTokn from")
      .replacing("    SideMenuModel", with: "    SideMenu")
    var session = EditorSession(in: folder)
    session.open("specs/picker.treespec", spec, in: folder)
    session.ask("codeAction", "specs/picker.treespec", in: folder, line: 5, character: 2)
    session.ask("codeAction", "specs/picker.treespec", in: folder, line: 8, character: 8)
    let answers = try session.run(in: folder)
    #expect(
      answers.diagnostics["specs/picker.treespec"] == [
        Diagnostic("4:4-12", 2, "SideMenu is missing [picker.json, new]"),
        Diagnostic(
          "2:2-10", 2,
          """
          SideMenuModel is not in the spec (/AppAuthorizedSession/MainFlow/SideMenuModel) \
          [picker.json, new]
          """),
        Diagnostic(
          "5:4-20", 2,
          """
          ExamTopicPickerModel is not in the spec (/AppAuthorizedSession/MainFlow/\
          ExamCreationFlow/ExamTopicPickerModel, made at Exam.swift:29) [picker.json, new]
          """),
        Diagnostic(
          "8:6-27", 2,
          """
          this tree knows no error 'NetworkErrors.badTokn'; did you mean 'NetworkErrors.badToken'? \
          [picker.json, new]
          """),
      ])
    #expect(
      fixes(answers.results[1]) == [
        "Update the tree from picker.json":
          "    SideMenuModel [handles event AppEvent.ExamCreated, Clock.tick]\n"
          + "    ExamCreationFlow\n      ExamSubjectPickerModel\n"
          + "      ExamTopicPickerModel\n"
      ])
    #expect(fixes(answers.results[2])["Write 'NetworkErrors.badToken'"] == "NetworkErrors.badToken")
  }

  @Test func `a spec that holds has no remarks, and hovering tells what its lines match`() throws {
    let folder = try TestFolder()
    var session = EditorSession(in: folder)
    session.open("tree.treespec", Self.spec, in: folder)
    session.ask("hover", "tree.treespec", in: folder, line: 2, character: 4)
    session.ask("hover", "tree.treespec", in: folder, line: 9, character: 4)
    session.ask("hover", "tree.treespec", in: folder, line: 0, character: 4)
    let answers = try session.run(in: folder)
    #expect(answers.diagnostics["tree.treespec"] == [])
    func text(_ result: Any?) -> String? {
      let contents = (result as? [String: Any])?["contents"] as? [String: String]
      return contents?["value"]?.replacing(/\d+ seconds? old/, with: "new")
    }
    #expect(
      text(answers.results[1]) == """
            matches 1 model
              /AppAuthorizedSession/MainFlow #2, made at Session.swift:22

        tree.json, new
        """)
    #expect(
      text(answers.results[2]) == """
            holds for 1 message from 8 models
            error NetworkErrors.101 (badToken) raised at /AppAuthorizedSession
              0  AppAuthorizedSession  handled  registered for this code at Session.swift:15
              handled by AppAuthorizedSession itself

        tree.json, new
        """)
    #expect(text(answers.results[3]) == nil)
  }

  @Test func `a setting names the dump, and a wrong one is reported`() throws {
    let folder = try TestFolder()
    var session = EditorSession(in: folder, settings: #"{"dump": "none.json"}"#)
    session.open("x.treespec", Self.spec, in: folder)
    let message = try session.run(in: folder).diagnostics["x.treespec"]
    #expect(message?.map(\.severity) == [3])
    #expect(message?.first?.message.contains("none.json") == true)
    try folder.write(ExamMaster.star(3), to: "star.json")
    session = EditorSession(in: folder, settings: #"{"dump": "star.json"}"#)
    session.open("x.treespec", "tree-spec 1\nRoot\n  Leaf {2}\n", in: folder)
    #expect(
      try session.run(in: folder).diagnostics["x.treespec"]?.map(\.place) == ["2:2-10"])
  }

  @Test func `of several dumps the newest with the spec's root counts, and other files don't`()
    throws
  {
    let folder = try TestFolder(dump: ExamMaster.star(2))
    try folder.write("{}", to: "package.json")
    var session = EditorSession(in: folder)
    session.open("x.treespec", "tree-spec 1\nRoot\n  Leaf {3}\n", in: folder)
    session.open("y.treespec", "tree-spec 1\nOther\n  Leaf {3}\n", in: folder)
    session.ask("completion", "y.treespec", in: folder, line: 2, character: 2)
    let answers = try session.run(in: folder)
    #expect(answers.diagnostics["x.treespec"]?.map(\.place) == ["2:2-10"])
    #expect(answers.diagnostics["y.treespec"] == [])
    let items = (answers.results[1] as? [String: Any])?["items"] as? [[String: Any]]
    #expect(items?.compactMap { $0["label"] as? String } == ["Leaf", "Root"])
  }

  @Test func `what happened is checked in a journal, and without one the line says so`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(1))
    let spec = "tree-spec 1\nnever uncaught\n"
    var session = EditorSession(in: folder)
    session.open("x.treespec", spec, in: folder)
    #expect(
      try session.run(in: folder).diagnostics["x.treespec"] == [])
    try folder.write(Data(contentsOf: samples.appending(path: uploadJournal)), to: "app.journal")
    session = EditorSession(in: folder)
    session.open("x.treespec", spec, in: folder)
    let found = try #require(try session.run(in: folder).diagnostics["x.treespec"])
    #expect(found.map(\.place) == ["1:0-14"])
    #expect(found.first?.message.hasPrefix("was uncaught at moment 63") == true)
  }

  @Test func `an empty spec is written from its dump`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(1))
    var session = EditorSession(in: folder)
    session.open("tree.treespec", "", in: folder)
    session.ask("codeAction", "tree.treespec", in: folder)
    let fixes = fixes(try session.run(in: folder).results[1])
    #expect(fixes["Write the spec from tree.json"]?.contains("Root [session]\n  Leaf") == true)
  }

  @Test func `the status tells whether the editor took its leave`() throws {
    let folder = try TestFolder()
    var session = EditorSession(in: folder)
    session.send(#"{"jsonrpc": "2.0", "method": "exit"}"#)
    #expect(try session.run(in: folder).outcome.status == 1)
    session = EditorSession(in: folder)
    session.request("shutdown", "null")
    session.send(#"{"jsonrpc": "2.0", "method": "exit"}"#)
    let outcome = try session.run(in: folder).outcome
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  private static let python = ProcessInfo.processInfo.environment["MODELTREE_TEST_PYTHON"] ?? ""

  @Test(.enabled(if: !python.isEmpty, "tools/test installs the client"))
  func `pygls understands every answer`() throws {
    let folder = try TestFolder()
    try folder.write(Self.spec.replacing("DashboardModel", with: "Dashboard"), to: "tree.treespec")
    let lines = String(repeating: "\n", count: 14) + "register(for: NetworkErrors.badToken)\n"
    try folder.write(lines, to: "Session.swift")
    let client = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "client.py")
    let outcome = try ChildProcess.run(
      [Self.python, client.path(), folder.path, try TestFolder.executable(), "lsp"],
      environment: folder.environment(), directory: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: NSObject])
    #expect(found["encoding"] == "utf-16" as NSString)
    #expect(found["before"] == [3, 2] as NSArray)
    #expect(found["after"] == [] as NSArray)
    #expect(found["completions"] == 8 as NSNumber)
    #expect(found["hover"] == "matches 1 model" as NSString)
    #expect(found["fixes"] == ["Update the tree from tree.json"] as NSArray)
    #expect(found["formatted"] == 1 as NSNumber)
    #expect(found["lenses"] == [0, 14] as NSArray)
  }

  @Test(.enabled(if: Tool.isInstalled("node")))
  func `the extension for Visual Studio Code shows every answer`() throws {
    let folder = try TestFolder()
    try folder.write(Self.spec.replacing("DashboardModel", with: "Dashboard"), to: "tree.treespec")
    let lines = String(repeating: "\n", count: 14) + "register(for: NetworkErrors.badToken)\n"
    try folder.write(lines, to: "Session.swift")
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "extension.js")
    let extensionFolder = samples.appending(path: "../tools/editors/vscode").standardized
    let outcome = try ChildProcess.run(
      ["node", script.path(), extensionFolder.path(), try TestFolder.executable(), folder.path],
      environment: folder.environment(), directory: folder.path)
    #expect(outcome.errors == "")
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: NSObject])
    #expect(found["files"] == true as NSNumber)
    #expect(found["warnings"] == [] as NSArray)
    #expect(found["problems"] == [[3, 1], [2, 1]] as NSArray)
    #expect(found["completions"] == 8 as NSNumber)
    #expect(found["hover"] == "matches 1 model" as NSString)
    #expect(found["fixes"] == ["Update the tree from tree.json: 1"] as NSArray)
    #expect(found["formatted"] == 0 as NSNumber)
    #expect(found["lenses"] == [0, 14] as NSArray)
  }

  @Test func `the grammar knows the language's words`() throws {
    let file = samples.appending(path: "../tools/editors/vscode/syntaxes/treespec.tmLanguage.json")
    let grammar = try String(contentsOf: file.standardized, encoding: .utf8)
    let words = Set(grammar.matches(of: /[a-z-]+/).map { String($0.output) })
    let folder = try TestFolder(dump: ExamMaster.star(1))
    var session = EditorSession(in: folder)
    let spec = "\nRoot [\nerror A.1 from ** => \nlimit \ndefault children: \nnever \n"
    session.open("x.treespec", spec, in: folder)
    for (line, character) in [(0, 0), (1, 6), (2, 21), (3, 6), (4, 18), (5, 6)] {
      session.ask("completion", "x.treespec", in: folder, line: line, character: character)
    }
    var count = 0
    for result in try session.run(in: folder).results.dropFirst() {
      let items = (result as? [String: Any])?["items"] as? [[String: Any]] ?? []
      // Keywords and attributes.
      for item in items where [10, 14].contains(item["kind"] as? Int) {
        let word = (item["label"] as? String ?? "").filter { $0 != "=" }
        #expect(words.contains(word), "\(word)")
        count += 1
      }
    }
    #expect(count > 35)
  }

  private let samples = URL(filePath: #filePath).appending(path: "../../../../samples").standardized
  private let uploadJournal = "journals/exam-master-upload.journal"
}
