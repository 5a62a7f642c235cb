import Foundation

/// The peak memory of commands. Measured while the bench itself uses little, because a process that
/// it starts is charged with that.
let largeMemory = memoryOfCommands + memoryOfChecks + [memoryOfWhatIfs]

private let memoryOfCommands: [Measurement] =
  [("print", 0, 1_500), ("routes", 0, 1_500), ("lint", 1 as Int32, 500.0)].flatMap {
    command, status, limit in
    ["app", "different"].map { shape in
      Measurement(
        name: "large: peak memory of \(command), 1,000,000 models, \(shape)", unit: .megabytes,
        target: .atMost(limit), isHeavy: true
      ) { workbench in
        let dump = try workbench.dump(shape, nodes: 1_000_000)
        let process = ChildProcess(
          binary: workbench.command, arguments: [command, dump], expectedStatus: status)
        return Measurement.Outcome(ours: try peak(of: process))
      }
    }
  }

private let memoryOfChecks: [Measurement] = ["app", "alike", "different"].map { shape in
  Measurement(
    name: "large: peak memory of check of its own --as-spec, 1,000,000 models, \(shape)",
    unit: .megabytes, target: .atMost(1_500), isHeavy: true
  ) { workbench in
    let check = try GrowingWork.checkOfOwnSpec(shape).process(1_000_000, workbench)
    return Measurement.Outcome(ours: try peak(of: check))
  }
}

private let memoryOfWhatIfs = Measurement(
  name: "large: peak memory of 300 what-ifs of 50,000 models", unit: .megabytes,
  target: .atMostPeer(times: 2), isHeavy: true
) { workbench in
  let half = try peak(of: GrowingWork.whatIfs.process(150, workbench))
  return Measurement.Outcome(
    ours: try peak(of: GrowingWork.whatIfs.process(300, workbench)),
    peer: .measured(name: "150", half))
}

/// The peak memory of a process.
///
/// - Throws: `BenchError` if this process has used more before.
private func peak(of process: ChildProcess) throws -> Samples {
  let samples = try Samples.repeated(turns: 3, warmUps: 0) { try process.run().peakMegabytes }
  if ChildProcess.ownPeakMegabytes >= samples.minimum {
    throw BenchError(description: "the bench itself held more memory than the command")
  }
  return samples
}
