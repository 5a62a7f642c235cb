/// The processor time of each answer on a large tree, alternating with reading the dump.
let largeAnswers: [Measurement] =
  [100_000, 1_000_000].flatMap { count in
    ["app", "different"].flatMap { shape in
      LargeQuestion.all.map { $0.measurement(shape, count) }
    }
  }
  + ["app", "alike", "different"].map { shape in
    Measurement(
      name: "large: check of its own --as-spec, 1,000,000 models, \(shape)", unit: .milliseconds,
      target: .atMostPeer(times: 8), isHeavy: true
    ) { workbench in
      let check = try GrowingWork.checkOfOwnSpec(shape).process(1_000_000, workbench)
      let dump = try workbench.dump(shape, nodes: 1_000_000)
      return try compare(check, "reading", workbench.reading([dump]))
    }
  }

/// A command that may take four times as long as reading its dump.
private struct LargeQuestion {
  var name: String
  /// The arguments after the dump.
  var arguments: [String]
  /// 1 if the answer has findings.
  var status: Int32 = 0

  /// A model in the middle, by its id.
  private static let model = "#4321"

  static let all = [
    LargeQuestion(name: "show", arguments: [model]),
    LargeQuestion(
      name: "trace", arguments: ["error", "NetworkErrors.101", "--from", model]),
    LargeQuestion(
      name: "trace", arguments: ["error", "Unknown.message", "--from", model]),
    LargeQuestion(name: "resolve", arguments: ["APIClient", "--from", model]),
    LargeQuestion(name: "print", arguments: ["--depth", "2"]),
    LargeQuestion(name: "print", arguments: []),
    LargeQuestion(name: "find", arguments: ["[leaf]"]),
    LargeQuestion(name: "routes", arguments: []),
    LargeQuestion(name: "lint", arguments: [], status: 1),
    LargeQuestion(name: "print", arguments: ["--as-spec"]),
    LargeQuestion(name: "diff", arguments: []),
  ]

  private var words: String { ([name] + arguments).joined(separator: " ") }

  func measurement(_ shape: String, _ count: Int) -> Measurement {
    let size = count == 1_000_000 ? "1,000,000" : "100,000"
    return Measurement(
      name: "large: \(words), \(size) models, \(shape)", unit: .milliseconds,
      target: .atMostPeer(times: 4), isHeavy: true
    ) { workbench in
      let dumps = try dumps(shape, count, workbench)
      return try compare(process(dumps, workbench), "reading", workbench.reading(dumps))
    }
  }

  private func dumps(_ shape: String, _ count: Int, _ workbench: Workbench) throws -> [String] {
    let dump = try workbench.dump(shape, nodes: count)
    return name == "diff" ? [dump, dump] : [dump]
  }

  private func process(_ dumps: [String], _ workbench: Workbench) -> ChildProcess {
    ChildProcess(
      binary: workbench.command, arguments: [name] + dumps + arguments, expectedStatus: status)
  }
}

private func compare(
  _ ours: ChildProcess, _ name: String, _ peer: ChildProcess
) throws -> Measurement.Outcome {
  let (samples, peerSamples) = try Samples.interleaved(turns: 3, warmUps: 0) {
    try ours.run().processorMilliseconds
  } _: {
    try peer.run().processorMilliseconds
  }
  return Measurement.Outcome(ours: samples, peer: .measured(name: name, peerSamples))
}
