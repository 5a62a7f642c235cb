import Synchronization
import Testing

/// An issue that an assertion has recorded.
struct FoundIssue: Sendable {
  var text: String
  var line: Int?
  var fileName: String?

  /// The only issue that some work records; nil, with a failure of the test, where it is not one.
  static func of(_ work: () throws -> Void) rethrows -> FoundIssue? {
    let found = Found()
    try withKnownIssue(found.comment, work, matching: found.take)
    return found.only
  }

  /// The only issue that some work records.
  static func of(_ work: () async throws -> Void) async rethrows -> FoundIssue? {
    let found = Found()
    try await withKnownIssue(found.comment, work, matching: found.take)
    return found.only
  }
}

private final class Found: Sendable {
  private let issues = Mutex<[FoundIssue]>([])
  let comment: Comment = "tried on purpose"

  @Sendable func take(_ issue: Issue) -> Bool {
    let found = FoundIssue(
      text: issue.comments.map(\.rawValue).joined(separator: "\n"),
      line: issue.sourceLocation?.line, fileName: issue.sourceLocation?.fileName)
    issues.withLock { $0.append(found) }
    return true
  }

  var only: FoundIssue? {
    let issues = issues.withLock { $0 }
    #expect(issues.count == 1)
    return issues.first
  }
}
