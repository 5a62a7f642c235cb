import Foundation
import TreeSnapshot

/// Commands on large dumps, against `orjson` and `jq`.
let largeReading: [Measurement] =
  ["app", "different"].map { shape in
    Measurement(
      name: "large: find '#1', 100,000 nodes, \(shape)", unit: .milliseconds,
      target: .atMostPeer(times: 1), isHeavy: true
    ) { workbench in
      let dump = try workbench.dump(shape, nodes: 100_000)
      let find = ChildProcess(binary: workbench.command, arguments: ["find", dump, "#1"])
      guard try workbench.orjson(dump) != nil else {
        let ours = try Samples.repeated(turns: 9) { try find.run().processorMilliseconds }
        return Measurement.Outcome(
          ours: ours, peer: .missing("orjson is missing: tools/bench installs it with python3"))
      }
      let (ours, peer) = try Samples.interleaved(turns: 9) {
        try find.run().processorMilliseconds
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
