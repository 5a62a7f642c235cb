import Foundation
import TestSupport
import Testing

/// `modeltree check` with lines about the past.
@Suite struct `Checking a journal` {
  private static let journal = URL(filePath: #filePath)
    .appending(path: "../../../../samples/journals/exam-master-upload.journal").standardized.path()

  /// Checks lines on the journal of a sample app, in which an error was uncaught.
  private func check(
    _ lines: String, _ words: [String] = [], on target: String = Self.journal
  ) throws -> (text: String, errors: String, status: Int32) {
    let folder = try TestFolder()
    try folder.write("tree-spec 1\n\(lines)\n", to: "past.treespec")
    let outcome = try folder.modeltree(["check", target, "past.treespec"] + words)
    return (outcome.text, outcome.errors, outcome.status)
  }

  @Test func `what happened is checked without a tree at the end`() throws {
    let passed = try check("never unhandled\nalways limit depth <= 3")
    #expect(passed.status == 0)
    #expect(passed.text.contains("1 spec passed (2 checks)"))
    let failed = try check("never uncaught")
    #expect(failed.status == 1)
    #expect(failed.text.contains("    was uncaught at moment 63, "))
    #expect(
      failed.text.contains("in SideMenuModel #4's handler of event AppEvent.ExamCreated, record 48")
    )
    #expect(failed.text.contains("'--at 63' looks at the tree then"))
  }

  @Test func `a tree is checked at a moment, and what happened until then`() throws {
    let lines = """
      never uncaught
      AppAuthorizedSession [children deep]
        ExamCreationFlow
      """
    #expect(try check(lines, ["--at", "47"]).status == 0)
    let later = try check(lines, ["--at", "62"])
    #expect(later.status == 1)
    #expect(later.text.contains("1 of 2 checks failed"))
    #expect(later.text.contains("-   ExamCreationFlow"))
    let end = try check(lines, ["--at", "66"])
    #expect(end.status == 2)
    #expect(
      end.errors.contains(
        "there was no tree at moment 66, as its session was gone; the last moment with one is 63"))
    // Lines about the past need no tree.
    #expect(try check("never unhandled", ["--at", "66"]).status == 0)
    #expect(try check("never uncaught", ["--at", "66"]).status == 1)
    // Without a moment it is the last tree that there was.
    let last = try check(lines)
    #expect(last.status == 1)
    #expect(last.text.contains("-   ExamCreationFlow"))
    #expect(try check("never uncaught", ["--at", "63"]).status == 1)
  }

  @Test func `that the last tree is an earlier one is said where a line asks for it`() throws {
    let note =
      "modeltree: note: the app held no tree at the end of this journal; this is its last one, at "
      + "moment 63\n"
    #expect(try check("AppAuthorizedSession [children deep]").errors == note)
    #expect(try check("never unhandled").errors == "")
    let at = try check("AppAuthorizedSession [children deep]", ["--at", "63"])
    #expect(!at.errors.contains("held no tree"))
  }

  @Test func `at a prompt it is the chosen moment`() throws {
    let folder = try TestFolder()
    try folder.write("tree-spec 1\nnever uncaught\n", to: "past.treespec")
    let outcome = try folder.modeltree(
      ["repl", Self.journal], input: "at 62\ncheck past.treespec\nat 63\ncheck past.treespec\n")
    #expect(outcome.text.contains("1 spec passed (1 check)"))
    #expect(outcome.text.contains("1 spec failed (1 check, 1 failed)"))
  }

  @Test func `JSON names the moment, the record and its cause`() throws {
    let answer = try check("always limit nodes <= 8", ["--json"])
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
    let specs = try #require(json["specs"] as? [[String: Any]])
    let check = try #require((specs[0]["checks"] as? [[String: Any]])?.first)
    #expect(check["moment"] as? Int == 45)
    #expect((check["record"] as? [String: Any])?["what"] as? String == "attached")
    let never = try self.check("never uncaught", ["--json"])
    #expect(never.text.contains("\"moment\": 63, \"count\": 1, \"record\": {\"seq\": 63, "))
    #expect(never.text.contains("\"cause\": {\"seq\": 48, "))
  }

  @Test(arguments: ["junit=report.xml", "github"])
  func `reports say it too`(report: String) throws {
    let answer = try check("never uncaught", ["--report", report])
    #expect(answer.status == 1)
    #expect(answer.text.contains("was uncaught at moment 63"))
  }

  @Test func `a dump is refused, with what to do`() throws {
    let answer = try check("never uncaught\nAppAuthorizedSession", on: "tree.json")
    #expect(answer.status == 2)
    #expect(
      answer.errors.contains(
        """
        past.treespec:2:1: this is about what happened, which a tree does not know; check the file of a \
        journal, or a tree that keeps one
          never uncaught
          ^^^^^^^^^^^^^^
        """))
    #expect(answer.text.contains("ERROR past.treespec: it asks for a journal"))
  }

  @Test func `a moment is not of a folder`() throws {
    let answer = try check("never uncaught", ["--at", "3"], on: ".")
    #expect(answer.status == 2)
    #expect(answer.errors.contains("--at is a moment of one journal"))
  }

  @Test(arguments: [
    ("never handled", "'never' is followed by 'uncaught', 'unhandled', 'unheard' or 'work'"),
    ("never uncaugt", "did you mean 'uncaught'?"),
    ("always name x", "'always' stands before 'not', 'limit', "),
    ("always never uncaught", "'always' stands before 'not', 'limit', "),
    ("always", "no tree is indented below; 'always' alone stands above one"),
    ("always\n  Root\n Other", "indented, but no model above"),
    ("always\n  Root\n  Other", "a tree has one root, here in line 3"),
    ("error A.b => C", "'from' is missing"),
    ("error A.b => C within", "a time is missing here, such as 2 s"),
    ("error A.b => C within 2 days", "a time is missing here, such as 2 s"),
    ("error A.b => C withn 2 s", "did you mean 'within'?"),
    ("error A.b => uncaught within 2 s", "'within' is about what happened"),
    ("always error A.b from C => D within 2 s", "'within' is about what happened"),
    ("Root\n  Flow as $flow\nalways error A.b from $flow => Root", "a capture is of the last tree"),
  ])
  func `a line that is wrong is refused`(lines: String, reason: String) throws {
    let answer = try check(lines)
    #expect(answer.status == 2)
    #expect(answer.errors.contains(reason), "\(answer.errors)")
  }
}
