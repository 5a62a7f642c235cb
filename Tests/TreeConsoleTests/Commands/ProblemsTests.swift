import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing

/// `modeltree problems`: all problems in one answer.
@Suite @MainActor struct `Problems` {
  private enum Net: Int, ErrorCode { case offline = 1 }
  private enum Feed: String, GlobalEventName { case changed }

  private let folder: TestFolder
  private let session = Session()

  init() throws { folder = try TestFolder(recording: session) }

  @Test func `come the worst first, with evidence and a command that answers`() throws {
    let model = Model(parent: session)
    model.raise(Feed.changed)
    model.raise(Net.offline)
    model.raise(Net.offline)
    let raised = try folder.modeltree(
      "journal", "app.journal", "--what", "raised", "--message", "Net.1", "--json"
    ).text
    let last = try #require(raised.matches(of: /"seq": (\d+)/).last?.1)
    session.register(for: Feed.changed) { _ in usleep(120_000) }
    model.raise(Feed.changed)
    let answer = try folder.modeltree("problems", "app.journal")
    #expect(answer.status == 1)
    let heads = answer.text.split(separator: "\n").filter {
      $0.hasPrefix("error: ") || $0.hasPrefix("warning: ") || $0.hasPrefix("note: ")
    }
    #expect(
      heads.prefix(3) == ["error: uncaught  ×2", "warning: unheard", "warning: slow"],
      "\(answer.text)")
    #expect(
      answer.text.contains(
        """
          error Net.1 (offline) was uncaught 2 times, raised by Model #2
            /Session/Model #2
          next: modeltree trace app.journal error Net.1 --from '#2' --at \(last)

        """), "\(answer.text)")
    let short = try folder.modeltree("problems", "app.journal", "--limit", "1")
    #expect(short.text.contains(" more; --limit all shows them\n"))
    let early = try folder.modeltree("problems", "app.journal", "--at", "4", "--json").text
    #expect(!early.contains("uncaught"), "\(early)")
  }

  @Test func `are grouped by rule and subject, and contain the specs that fail`() throws {
    let folder = try TestFolder(
      dump: ExamMaster.dump(nodes: [
        #"{"id": 1, "type": "App", "session": true, "services": ["Queue", "Scanner"]}"#,
        #"{"id": 2, "parent": 1, "type": "Scan", "session": true, "services": ["Scanner"]}"#,
        #"{"id": 3, "parent": 1, "type": "Pick", "session": true, "services": ["Queue", "Scanner"]}"#,
      ]))
    let answer = try folder.modeltree("problems", "tree.json")
    #expect(answer.status == 0)
    #expect(answer.text.contains("note: shadowed-service  ×2\n"))
    #expect(answer.text.contains("note: shadowed-service\n"))
    #expect(answer.text.contains("service Queue") && answer.text.contains("service Scanner"))
    try folder.write("tree-spec 1\nApp\n  Scan\n  Pick\n", to: "good.treespec")
    try folder.write("tree-spec 1\nApp\n  Gone\n", to: "bad.treespec")
    let words = ["problems", "tree.json", "--spec", "good.treespec", "--spec", "bad.treespec"]
    let checked = try folder.modeltree(words)
    #expect(checked.status == 1)
    #expect(
      checked.text.hasPrefix(
        """
        error: spec
          the app doesn't do what bad.treespec says
          next: modeltree check tree.json bad.treespec

        """))
    #expect(!checked.text.contains("good.treespec"))
  }

  @Test func `are none where nothing is wrong, and what was not seen is said`() throws {
    let journal = try folder.modeltree("problems", "app.journal")
    journal.expect(output: "no problems; looked at 1 model and 1 record\n")
    try folder.modeltree("problems", "tree.json").expect(
      output: "no problems; looked at 8 models, without a journal of what happened\n")
  }
}
