import Testing
import TextIO

/// An issue that an assertion has recorded.
nonisolated struct FoundIssue: Sendable {
  var text: String
  /// What follows it: the holders of leaked models, which differ from build to build.
  var holders = ""
  var line: Int?
  var fileName: String?

  /// The only issue recorded during some work; nil, with a failure of the test, if there isn't
  /// exactly one.
  ///
  /// The test needs the trait `.takingFoundIssues`. (`withKnownIssue` would do without, and end the
  /// whole run with a count of known issues.)
  @MainActor
  static func of(_ work: () throws -> Void) rethrows -> FoundIssue? {
    let found = Found()
    try Found.$current.withValue(found) { try work() }
    return found.only
  }

  /// The only issue that some work records.
  @MainActor
  static func of(_ work: () async throws -> Void) async rethrows -> FoundIssue? {
    let found = Found()
    try await Found.$current.withValue(found) { try await work() }
    return found.only
  }
}

extension Trait where Self == IssueHandlingTrait {
  /// Keeps the issues that `FoundIssue.of` expects from failing the test.
  static var takingFoundIssues: Self {
    .compactMapIssues { issue in
      guard let found = Found.current else { return issue }
      found.take(issue)
      return nil
    }
  }
}

private nonisolated final class Found: Sendable {
  private let issues = Lock<[FoundIssue]>([])
  /// Where issues go at the moment; nil for nowhere.
  @TaskLocal static var current: Found?

  func take(_ issue: Issue) {
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    let parts = text.split(separator: "\n\nIn memory:\n", maxSplits: 1)
    let found = FoundIssue(
      text: parts.first.map(String.init) ?? text,
      holders: parts.count > 1 ? String(parts[1]) : "",
      line: issue.sourceLocation?.line, fileName: issue.sourceLocation?.fileName)
    issues.withLock { $0.append(found) }
  }

  var only: FoundIssue? {
    let issues = issues.withLock { $0 }
    #expect(issues.count == 1)
    return issues.first
  }
}
