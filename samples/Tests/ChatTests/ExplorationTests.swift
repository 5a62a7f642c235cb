import ModelTreeTesting
import SampleApps
import SampleTesting
import Testing

@testable import Chat

@MainActor
@Suite(.timeLimit(.minutes(20))) struct `Exploring a chat` {
  @Test func `nothing breaks, whether messages arrive, fail, or wait`() async {
    await expectExploration(
      of: {
        let app = try await ChatApp.sample { _ in }
        return ExploredApp(
          actions: app.inspectorActions, journal: app.journal, settle: app.settle,
          finish: app.finish
        ) { app.root }
      }, runs: Exploring.runs ?? 20, failOn: .usual.union([.unhandled, .unheard]))
  }
}
