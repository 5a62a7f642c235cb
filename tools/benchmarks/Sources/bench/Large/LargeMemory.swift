import Foundation

/// What commands hold at their peak. Measured while the bench itself holds little: a process that it
/// starts is charged with that.
let largeMemory: [Measurement] =
  ["app", "different"].map { shape in
    Measurement(
      name: "large: peak memory of print, 1,000,000 nodes, \(shape)", unit: .megabytes,
      target: .atMostPeer(times: 1.5), isHeavy: true
    ) { workbench in
      let dump = try workbench.dump(shape, nodes: 1_000_000)
      let size = try FileManager.default.attributesOfItem(atPath: dump)[.size] as? Int ?? 0
      return Measurement.Outcome(
        ours: try peak(of: ChildProcess(binary: workbench.command, arguments: ["print", dump])),
        peer: .measured(name: "file", Samples([Double(size) / 1_000_000])))
    }
  }
  + ["app", "different"].map { shape in
    Measurement(
      name: "large: peak memory of lint, 1,000,000 models, \(shape)", unit: .megabytes,
      target: .atMost(600), isHeavy: true
    ) { workbench in
      let dump = try workbench.dump(shape, nodes: 1_000_000)
      let lint = ChildProcess(
        binary: workbench.command, arguments: ["lint", dump], expectedStatus: 1)
      return Measurement.Outcome(ours: try peak(of: lint))
    }
  }
  + [
    Measurement(
      name: "large: peak memory of 300 what-ifs of 50,000 models", unit: .megabytes,
      target: .atMostPeer(times: 2), isHeavy: true
    ) { workbench in
      let half = try peak(of: GrowingWork.whatIfs.process(150, workbench))
      return Measurement.Outcome(
        ours: try peak(of: GrowingWork.whatIfs.process(300, workbench)),
        peer: .measured(name: "150", half))
    }
  ]

/// The largest amount of memory that a process holds.
///
/// - Throws: `BenchError` where this process held more before.
private func peak(of process: ChildProcess) throws -> Samples {
  let samples = try Samples.repeated(turns: 3, warmUps: 0) { try process.run().peakMegabytes }
  if ChildProcess.ownPeakMegabytes >= samples.minimum {
    throw BenchError(description: "the bench itself held more memory than the command")
  }
  return samples
}
