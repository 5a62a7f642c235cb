import Foundation
import ModelTree
import Testing

@testable import ModelTreeTesting

/// The session of an app of notes, which opens again while it closes.
private final class NotesSession: Session {
  override func createServices() { provide(Saver(self)) }
}

private final class Saver: Service {
  private weak var session: NotesSession?

  init(_ session: NotesSession) { self.session = session }

  func prepareToClose() { session?.open() }
}

@Suite(.takingFoundIssues) struct `The ends of an explored app` {
  private func failure(
    runs: Int = 3, of app: @escaping @MainActor () -> ExploredApp
  ) async throws -> String {
    let issue = await FoundIssue.of { await expectExploration(of: app, runs: runs) }
    return try #require(issue).text
  }

  @Test func `a session that opens again while it closes is found`() async throws {
    let text = try await failure {
      let session = NotesSession()
      session.open()
      return ExploredApp { session }
    }
    #expect(
      text.contains(
        "FAIL  every session closes: NotesSession is still open after it was closed\n"), "\(text)")
  }

  @Test func `a step that takes too long is found`() async throws {
    let text = try await failure(runs: 1) {
      let session = Session()
      session.open()
      let slow = AppAction("think") { _ in
        usleep(150_000)
        return ""
      }
      return ExploredApp(actions: [slow], longestStep: .milliseconds(100)) { session }
    }
    #expect(text.contains("FAIL  no hang: 'do think' took more than 0.1 seconds\n"), "\(text)")
    #expect(text.contains("5 of 5 replays fail\n    do think\n"), "\(text)")
  }
}
