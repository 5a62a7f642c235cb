/// Drawing in the user's way, against `dot -Tsvg` on the DOT of 1,000 models.
let drawings: [Measurement] = [1_000, 10_000, 100_000].map { count in
  Measurement(
    name: "draw large tree, \(counted(count)) models as SVG, whole process", unit: .milliseconds,
    target: count > 10_000 ? .shown : .atMostPeer(times: 1)
  ) { workbench in
    let dump = try workbench.dump(nodes: count)
    let ours = ChildProcess(
      binary: workbench.command, arguments: ["render", "--format", "svg", dump])
    guard let dot = ChildProcess.find("dot") else {
      let samples = try Samples.repeated(turns: 7) { try ours.run().milliseconds }
      return Measurement.Outcome(
        ours: samples, peer: .missing("dot is not installed: apt-get install graphviz"))
    }
    let small = try workbench.dump(nodes: 1_000)
    let text = "\(small).dot"
    _ = try ChildProcess(
      binary: workbench.command, arguments: ["render", "--boxes", "1000", small, "-o", text]
    ).run()
    let peer = ChildProcess(binary: dot, arguments: ["-Tsvg", text])
    let (samples, peerSamples) = try Samples.interleaved(turns: 5) {
      try ours.run().milliseconds
    } _: {
      try peer.run().milliseconds
    }
    return Measurement.Outcome(
      ours: samples, peer: .measured(name: "dot -Tsvg of 1,000", peerSamples))
  }
}

private func counted(_ count: Int) -> String { "\(count / 1_000),000" }
