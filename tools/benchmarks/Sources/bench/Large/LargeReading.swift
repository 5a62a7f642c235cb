import Foundation
import TreeSnapshot

/// Reading large dumps, against `orjson` and `jq`.
let largeReading: [Measurement] =
  [("app", "few", 10.0), ("different", "many", 4)].map { shape, strings, times in
    Measurement(
      name: "large: read 100,000 nodes, \(strings) different strings", unit: .milliseconds,
      target: .timesThePeer(times), isHeavy: true
    ) { workbench in
      let dump = try workbench.dump(shape, nodes: 100_000)
      let bytes = Array(try Data(contentsOf: URL(filePath: dump)))
      guard try workbench.orjson(dump) != nil else {
        let ours = try Samples.repeated(turns: 9) { try milliseconds { try Snapshot(dump: bytes) } }
        return Measurement.Outcome(
          ours: ours, peer: .missing("orjson is not there: tools/bench installs it with python3"))
      }
      let (ours, peer) = try Samples.interleaved(turns: 9) {
        try milliseconds { try Snapshot(dump: bytes) }
      } _: {
        try workbench.orjson(dump) ?? .infinity
      }
      return Measurement.Outcome(ours: ours, peer: .measured(name: "orjson.loads", peer))
    }
  }
  + [
    // How near the row above is to what the machine allows.
    Measurement(
      name: "large: read 100,000 nodes, many different strings, against a table of them",
      unit: .milliseconds, target: .shown, isHeavy: true
    ) { workbench in
      let dump = try workbench.dump("different", nodes: 100_000)
      let bytes = Array(try Data(contentsOf: URL(filePath: dump)))
      let (ours, peer) = try Samples.interleaved(turns: 9) {
        try milliseconds { try Snapshot(dump: bytes) }
      } _: {
        try milliseconds {
          let count = bytes.withUnsafeBufferPointer { StringScan.count(in: $0, most: 1 << 20) }
          if count < 100_000 { throw BenchError(description: "the strings are not different") }
        }
      }
      return Measurement.Outcome(ours: ours, peer: .measured(name: "strings in a table", peer))
    }
  ]
  + ["wide", "deep", "alike", "different"].map { shape in
    Measurement(
      name: "large: print --all, 100,000 nodes, \(shape)", unit: .milliseconds,
      target: .timesThePeer(8), isHeavy: true
    ) { workbench in
      let dump = try workbench.dump(shape, nodes: 100_000)
      let ours = ChildProcess(binary: workbench.command, arguments: ["print", "--all", dump])
      guard let jq = ChildProcess.find("jq") else {
        let samples = try Samples.repeated(turns: 5) { try ours.run().processorMilliseconds }
        return Measurement.Outcome(ours: samples, peer: .missing("jq is not there"))
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
