import ModelTreeTesting
import SampleApps
import SampleTesting
import Testing

@testable import Cars

@MainActor
@Suite(.timeLimit(.minutes(20))) struct `Exploring cars and drivers` {
  @Test func `nothing breaks, whether the storage answers, fails, or keeps its answers`() async {
    await expectExploration(
      of: {
        let app = try await CarsApp.sample { _ in }
        return ExploredApp(
          actions: app.inspectorActions, journal: app.journal, settle: app.settle,
          finish: app.finish
        ) { app.root }
      }, runs: Exploring.runs ?? 20, failOn: .usual.union([.unhandled, .unheard]))
  }
}
