import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@Suite struct `Routes in random trees` {
  @Test(arguments: 0..<4)
  func `are what the rules say, for every model and message`(_ part: Int) throws {
    for seed in 0..<100 {
      let snapshot = try RandomTree(count: 1...10).snapshot(seed: UInt64(part * 100 + seed))
      let rules = RulesAsWritten(snapshot: snapshot)
      for position in snapshot.positions {
        for message in RandomTree.messages {
          let route = snapshot.route(of: message, raisedAt: position)
          let expected = rules.route(message, from: snapshot[position])
          if route != expected {
            Issue.record("seed \(seed), \(message) at \(position): \(route), not \(expected)")
          }
        }
      }
    }
  }
}
