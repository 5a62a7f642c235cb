import Foundation
import TreeSnapshot

/// Reading and writing dumps, against Foundation with equivalent structs.
let dumpsInMemory: [Measurement] = [
  Measurement(
    name: "read dump, 100,000 nodes", unit: .milliseconds, target: .timesThePeer(10)
  ) { workbench in
    let data = try Data(contentsOf: URL(filePath: workbench.largeDump()))
    try checkEquality(data)
    let bytes = Array(data)
    let decoder = JSONDecoder()
    let (ours, peer) = try Samples.interleaved(turns: 9) {
      try milliseconds { try Snapshot(dump: bytes) }
    } _: {
      try milliseconds { try decoder.decode(PlainDump.self, from: data) }
    }
    return Measurement.Outcome(ours: ours, peer: .measured(name: "JSONDecoder", peer))
  },
  Measurement(
    name: "write dump, 100,000 nodes", unit: .milliseconds, target: .timesThePeer(4)
  ) { workbench in
    let data = try Data(contentsOf: URL(filePath: workbench.largeDump()))
    try checkEquality(data)
    let snapshot = try Snapshot(dump: Array(data))
    let plain = try JSONDecoder().decode(PlainDump.self, from: data)
    let encoder = JSONEncoder()
    let (ours, peer) = try Samples.interleaved(turns: 9) {
      milliseconds { snapshot.dump() }
    } _: {
      try milliseconds { try encoder.encode(plain) }
    }
    return Measurement.Outcome(ours: ours, peer: .measured(name: "JSONEncoder", peer))
  },
]

/// Both sides must do the same work: each must read the other's output as the same tree.
private func checkEquality(_ data: Data) throws {
  let bytes = Array(data)
  let snapshot = try Snapshot(dump: bytes)
  guard snapshot.dump() == bytes else {
    throw BenchError(description: "the dump changes when it is read and written")
  }
  let plain = try JSONDecoder().decode(PlainDump.self, from: data)
  let encoder = JSONEncoder()
  let again = try Snapshot(dump: Array(encoder.encode(plain)))
  guard snapshot.count == Workbench.largeCount, again.dump() == bytes else {
    throw BenchError(description: "the structs for Foundation do not hold what the dump holds")
  }
}
