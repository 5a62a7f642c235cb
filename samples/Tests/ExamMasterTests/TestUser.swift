import SampleApps

@testable import ExamMaster

/// A user of the app, and what it printed.
@MainActor
final class TestUser {
  private(set) var printed: [String] = []
  private(set) lazy var app = ExamMasterApp { [unowned self] in printed.append($0) }

  init() { app.start() }

  /// Does something, and waits until every answer is there.
  func perform(_ steps: String...) async throws {
    for step in steps {
      try app.perform(step)
      await app.settle()
    }
  }
}
