/// The command in the user's way, against `jq`.
let wholeProcesses: [Measurement] = [
  Measurement(
    name: "print --all, 100,000 nodes, whole process", unit: .milliseconds,
    target: .timesThePeer(5)
  ) { workbench in
    let dump = try workbench.largeDump()
    let ours = ChildProcess(binary: workbench.command, arguments: ["print", "--all", dump])
    return try compare(ours, withJQ: [".", dump], turns: 15)
  },
  // A spec of each model, and of the messages that models raise.
  Measurement(
    name: "check, a spec of 10,000 nodes, whole process", unit: .milliseconds,
    target: .atMostPeer(times: 3)
  ) { workbench in
    let dump = try workbench.dump(nodes: 10_000)
    let spec = "\(dump).treespec"
    _ = try ChildProcess(
      binary: workbench.command, arguments: ["print", "--as-spec", dump, "-o", spec]
    ).run()
    let ours = ChildProcess(binary: workbench.command, arguments: ["check", dump, spec])
    return try compare(ours, withJQ: [".", dump], turns: 15)
  },
  Measurement(
    name: "start, --version", unit: .milliseconds, target: .atMostPeer(times: 0.6)
  ) { workbench in
    let ours = ChildProcess(binary: workbench.command, arguments: ["--version"])
    return try compare(ours, withJQ: ["-n", "1"], turns: 201, warmUps: 10)
  },
]

/// Times a process against `jq`; alone if that isn't installed.
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
