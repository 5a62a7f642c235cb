import Foundation
import TreeAnalysis
import TreeSnapshot

/// Questions about a whole tree, against reading its dump.
let analysis: [Measurement] = [
  Measurement(
    name: "routes, 100,000 nodes, 50 messages", unit: .milliseconds,
    target: .atMostPeer(times: 20)
  ) { workbench in
    let bytes = Array(try Data(contentsOf: URL(filePath: workbench.largeDump())))
    let snapshot = try Snapshot(dump: bytes)
    guard snapshot.coverage().count == 50 else {
      throw BenchError(description: "the dump does not have 50 messages")
    }
    let (ours, peer) = try Samples.interleaved(turns: 15) {
      milliseconds { snapshot.coverage() }
    } _: {
      try milliseconds { try Snapshot(dump: bytes) }
    }
    return Measurement.Outcome(ours: ours, peer: .measured(name: "read", peer))
  }
]
