import ModelTree
import ModelTreeJournal
import TestSupport
import TextIO
import TreeJournal
import TreeSnapshot

@testable import TreeSpec

enum HarborErrors: String, ErrorCode, CaseIterable { case storm, leak }
enum HarborBubble: String, BubbleNotificationName, CaseIterable { case signal }
enum HarborEvent: String, GlobalEventName, CaseIterable { case tide }

@MainActor final class Harbor: Session {}
@MainActor final class Pier: Model {}
@MainActor final class Boat: Model {}
@MainActor final class Spinner: Model {}

/// A recorded app, and the results of specs for its journal.
@MainActor final class RecordedApp {
  let harbor = Harbor()
  let journal: Journal

  init(bytes: Int = 1 << 20) {
    journal = Journal(bytes: bytes)
    harbor.record(in: journal)
    harbor.open()
  }

  /// The result of a spec, on all that was recorded.
  func check(_ lines: String) throws -> SpecResult {
    let history = RecordedHistory(try journal.contents)
    return try Spec("tree-spec 1\n\(lines)", name: "past.treespec")
      .check(try history.contents.lastSnapshot(), history: history)
  }

  /// The first moment at which the only line doesn't hold; nil if it always does.
  func violation(of line: String) throws -> Int? {
    let result = try check(line)
    if case .moment(let finding)? = result.checks.last?.finding { return finding.moment }
    return nil
  }

  /// The violation of the only line; nil if there is none.
  func problem(of line: String) throws -> String? {
    let result = try check(line)
    return result.checks.last.flatMap { FindingWords(result).explanation(of: $0) }?.problem.string
  }
}
