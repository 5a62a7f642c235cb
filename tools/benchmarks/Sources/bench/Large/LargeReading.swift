import Foundation
import TreeSnapshot

/// Reading large dumps, against `orjson` and `jq`.
let largeReading: [Measurement] =
  [("app", "few", 8.0), ("different", "many", 1.5)].map { shape, strings, times in
    Measurement(
      name: "large: read 100,000 nodes, \(strings) different strings", unit: .milliseconds,
      target: .timesThePeer(times), isHeavy: true
    ) { workbench in
      let dump = try workbench.dump(shape, nodes: 100_000)
      let bytes = Array(try Data(contentsOf: URL(filePath: dump)))
      guard try workbench.orjson(dump) != nil else {
        let ours = try Samples.repeated(turns: 9) { try milliseconds { try Snapshot(dump: bytes) } }
        return Measurement.Outcome(
          ours: ours, peer: .missing("orjson is missing: tools/bench installs it with python3"))
      }
      let (ours, peer) = try Samples.interleaved(turns: 9) {
        try milliseconds { try Snapshot(dump: bytes) }
      } _: {
        try workbench.orjson(dump) ?? .infinity
      }
      return Measurement.Outcome(ours: ours, peer: .measured(name: "orjson.loads", peer))
    }
  }
  + ["wide", "deep", "alike", "different"].map { shape in
    Measurement(
      name: "large: print --all, 100,000 nodes, \(shape)", unit: .milliseconds,
      target: .timesThePeer(5), isHeavy: true
    ) { workbench in
      let dump = try workbench.dump(shape, nodes: 100_000)
      let ours = ChildProcess(binary: workbench.command, arguments: ["print", "--all", dump])
      guard let jq = ChildProcess.find("jq") else {
        let samples = try Samples.repeated(turns: 5) { try ours.run().processorMilliseconds }
        return Measurement.Outcome(ours: samples, peer: .missing("jq is missing"))
      }
      let peer = ChildProcess(binary: jq, arguments: [".", dump])
      let (samples, peerSamples) = try Samples.interleaved(turns: 5) {
        try ours.run().processorMilliseconds
      } _: {
        try peer.run().processorMilliseconds
      }
      return Measurement.Outcome(ours: samples, peer: .measured(name: "jq .", peerSamples))
    }
  }
