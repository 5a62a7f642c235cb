/// The command as users start it, against `jq`.
let wholeProcesses: [Measurement] = [
  Measurement(
    name: "print --all, 100,000 nodes, whole process", unit: .milliseconds,
    target: .timesThePeer(6)
  ) { workbench in
    let dump = try workbench.largeDump()
    let ours = ChildProcess(binary: workbench.command, arguments: ["print", "--all", dump])
    return try compare(ours, withJQ: [".", dump], turns: 15)
  },
  Measurement(
    name: "print --all, 100,000 nodes, peak memory", unit: .megabytes, target: .atMost(120)
  ) { workbench in
    let dump = try workbench.largeDump()
    let ours = ChildProcess(binary: workbench.command, arguments: ["print", "--all", dump])
    let samples = try Samples.repeated(turns: 7) { try ours.run().peakMegabytes }
    // The system carries the parent's peak over into the child.
    if ChildProcess.ownPeakMegabytes >= samples.minimum {
      throw BenchError(description: "the bench itself held more memory than the command")
    }
    return Measurement.Outcome(ours: samples)
  },
  Measurement(
    name: "print, small dump, start to end", unit: .milliseconds, target: .timesThePeer(2)
  ) { workbench in
    let ours = ChildProcess(binary: workbench.command, arguments: ["print", workbench.smallDump])
    return try compare(ours, withJQ: ["-n", "1"], turns: 201, warmUps: 10)
  },
]

/// Times a process against `jq`; alone where that is not installed.
private func compare(
  _ ours: ChildProcess, withJQ arguments: [String], turns: Int, warmUps: Int = 1
) throws -> Measurement.Outcome {
  guard let jq = ChildProcess.find("jq") else {
    let samples = try Samples.repeated(turns: turns, warmUps: warmUps) {
      try ours.run().milliseconds
    }
    return Measurement.Outcome(
      ours: samples, peer: .missing("jq is not installed: apt-get install jq"))
  }
  let peer = ChildProcess(binary: jq, arguments: arguments)
  let (samples, peerSamples) = try Samples.interleaved(turns: turns, warmUps: warmUps) {
    try ours.run().milliseconds
  } _: {
    try peer.run().milliseconds
  }
  let name = (["jq"] + arguments.prefix { !$0.contains("/") }).joined(separator: " ")
  return Measurement.Outcome(ours: samples, peer: .measured(name: name, peerSamples))
}
