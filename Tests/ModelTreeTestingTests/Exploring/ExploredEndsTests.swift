import Foundation
import LiveTree
import ModelTree
import Testing
import TextIO

@testable import ModelTreeTesting

private enum NoteErrors: Int, ErrorCode, CaseIterable { case unsaved = 1 }

/// The session of an app of notes, one of which is being written.
private final class NotesSession: Session {
  let opensAgain: Bool

  init(opensAgain: Bool = false) {
    self.opensAgain = opensAgain
    super.init()
  }

  override func createServices() { provide(Saver(self)) }
  override func sessionDidLoad() { DraftSession(parent: self).open() }
}

private final class Saver: Service {
  private weak var session: NotesSession?

  init(_ session: NotesSession) { self.session = session }

  func prepareToClose() {
    if let session, session.opensAgain { session.open() }
  }
}

/// Loses what was written if it is closed before the notes are.
private final class DraftSession: Session {
  override func sessionWillClose() {
    if (parent as? Session)?.isOpen == true { raise(NoteErrors.unsaved) }
  }
}

@Suite(.takingFoundIssues) struct `The ends of an explored app` {
  private func failure(
    runs: Int = 3, of app: @escaping @MainActor () -> ExploredApp
  ) async throws -> String {
    let issue = await FoundIssue.of { await expectExploration(of: app, runs: runs) }
    return try #require(issue).text
  }

  @Test func `an app that allows it has its sessions closed`() async throws {
    let text = try await failure {
      let session = NotesSession()
      session.open()
      return ExploredApp(actions: [.closeSession { session }]) { session }
    }
    #expect(text.contains("FAIL  never uncaught: error NoteErrors.1 (unsaved)"), "\(text)")
    #expect(text.contains("\n    do close-session /NotesSession/DraftSession\n"), "\(text)")
    #expect(text.contains("1 step; 5 of 5 replays fail"), "\(text)")
  }

  @Test func `a session that opens again while it closes is found`() async throws {
    let text = try await failure {
      let session = NotesSession(opensAgain: true)
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

  @Test func `a step that doesn't return is named while the test waits for it`() async {
    let said = Lock("")
    let watch = StepWatch { text in said.withLock { $0 += text } }
    watch.beginRun(longestStep: .milliseconds(20))
    watch.begin("do open")
    watch.end()
    watch.begin("do think")
    // The main actor is busy until it is said.
    let deadline = ContinuousClock.now + .seconds(600)
    while said.withLock({ $0 }).isEmpty, ContinuousClock.now < deadline { usleep(1_000) }
    let words = """
      exploring: 'do think' hasn't returned for 0.04 seconds, and the test goes on only when it \
      does. The run so far:
        do open
        do think

      """
    #expect(said.withLock { $0 } == words)
    withExtendedLifetime(watch) {}
  }
}
