import ModelTreeTesting
import ProfileModels
import SampleApps
import SampleTesting
import Testing

@testable import Profile

@MainActor
@Suite(.timeLimit(.minutes(20))) struct `Exploring a profile` {
  @Test func `nothing breaks, whether the user is loaded, late, or missing`() async {
    await expectExploration(
      of: {
        let app = try await ProfileApp(
          // A slow load is answered only if it is made to fail.
          loader: AppLoader(MemoryLoader(answers: SampleData.users), delay: .seconds(600))
        ) { _ in }
        return ExploredApp(
          actions: app.inspectorActions, journal: app.journal, settle: app.settle
        ) { app.root }
      }, runs: Exploring.runs ?? 20, failOn: .usual.union([.unhandled, .unheard]))
  }
}
