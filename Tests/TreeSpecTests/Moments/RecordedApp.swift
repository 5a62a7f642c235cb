import ModelTree
import ModelTreeJournal
import TestSupport
import TextIO
import TreeJournal
import TreeSnapshot
import TreeSpec

enum HarborErrors: String, ErrorCode, CaseIterable { case storm, leak }
enum HarborEvent: String, GlobalEventName, CaseIterable { case tide }

@MainActor final class Harbor: Session {}
@MainActor final class Pier: Model {}

/// A recorded app, and what specs say of its journal.
@MainActor final class RecordedApp {
  let harbor = Harbor()
  let journal: Journal

  init(bytes: Int = 1 << 20) {
    journal = Journal(bytes: bytes)
    harbor.record(in: journal)
    harbor.open()
  }

  /// The finding of the only line, on all that was recorded.
  func finding(_ line: String) throws -> Finding {
    let history = RecordedHistory(try journal.contents)
    return try Spec("tree-spec 1\n\(line)", name: "past.treespec")
      .check(nil, history: history)[0]
  }
}
