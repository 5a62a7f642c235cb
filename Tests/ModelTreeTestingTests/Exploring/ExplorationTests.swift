import TextIO
import Testing
import TreeExplore

@testable import ModelTreeTesting

@Suite(.takingFoundIssues) struct `Exploring an app` {
  private func exploration(
    of defect: KioskDefect?, runs: Int = 100, seed: UInt64 = 1
  ) async throws -> Exploration {
    try await explore(ExplorerOptions(runs: runs, seed: seed), []) { Kiosk(defect).explored }
  }

  @Test func `an app without mistakes passes`() async throws {
    let start = ContinuousClock.now
    let found = try await exploration(of: nil)
    print(found.lines().map(\.string).joined(separator: "\n"))
    print(start.duration(to: .now))
    #expect(found.failures.isEmpty && found.unstable.isEmpty)
  }

  @Test(arguments: KioskDefect.allCases)
  func `a mistake is found`(defect: KioskDefect) async throws {
    let start = ContinuousClock.now
    let found = try await exploration(of: defect)
    print(defect, start.duration(to: .now))
    print(found.lines().map(\.string).joined(separator: "\n"))
    #expect(!found.failures.isEmpty)
  }
}
