import Foundation
import ProfileModels
import SampleApps

@testable import Profile

/// A person at the terminal, and what the app printed.
@MainActor
final class TestUser {
  let app: ProfileApp
  private let log: Log

  /// Opens the app with both screens.
  init(delay: Duration = .seconds(600)) async throws {
    let log = Log()
    self.log = log
    app = try await ProfileApp(
      loader: AppLoader(MemoryLoader(answers: SampleData.users), delay: delay)
    ) { log.lines.append($0) }
    try await perform("profile")
  }

  /// Types lines, and waits for what answers at once.
  func perform(_ lines: String...) async throws {
    log.lines = []
    for line in lines {
      _ = try await app.type(line)
      await app.settle()
    }
  }

  /// What was printed for the last lines, without what is below a screen's first line.
  var printed: [String] { log.lines.filter { !$0.hasPrefix("  ") } }
}
