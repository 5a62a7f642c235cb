import Foundation
import TestSupport
import Testing

/// The runtime against the routing rules, read naively, over random steps with changes inside
/// handlers. `MODELTREE_ORACLE_STEPS=1000000` makes it a long run.
@Suite struct `The routing rules, read naively` {
  private static var steps: Int {
    ProcessInfo.processInfo.environment["MODELTREE_ORACLE_STEPS"].flatMap { Int($0) } ?? 16_000
  }

  @Test(arguments: UInt64(0)..<8)
  func `models and the oracle do the same, whatever handlers do`(part: UInt64) {
    var taken = 0
    var number: UInt64 = 0
    while taken < Self.steps / 8 {
      var generator = StepGenerator(seed: part << 32 + number)
      let scenario = Scenario(steps: generator.scenario())
      let comparison = scenario.compare()
      taken += comparison.taken
      if let (models, oracle) = comparison.difference {
        Issue.record("seed \(part << 32 + number):\n\(scenario.failure(models, oracle))")
        return
      }
      number += 1
    }
  }
}
