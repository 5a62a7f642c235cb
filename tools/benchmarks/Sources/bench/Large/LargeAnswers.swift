/// What each answer costs on a large tree: against reading the dump, and as text against the same as
/// JSON. All in the processor's time, in turns.
let largeAnswers: [Measurement] =
  [100_000, 1_000_000].flatMap { count in
    ["app", "different"].flatMap { shape in
      LargeQuestion.all.flatMap { $0.measurements(shape, count) }
    }
  }

/// A command, and how many times reading its dump it may cost.
private struct LargeQuestion {
  var name: String
  /// What stands behind the dump.
  var arguments: [String]
  /// As many times as reading takes.
  var times: Double
  var hasJSON = true
  /// The status is 1 where something is found.
  var status: Int32 = 0

  /// A model in the middle, by its id.
  private static let model = "#4321"

  static let all = [
    LargeQuestion(name: "show", arguments: [model], times: 1.2),
    LargeQuestion(
      name: "trace", arguments: ["error", "NetworkErrors.101", "--from", model], times: 1.2),
    LargeQuestion(
      name: "trace", arguments: ["error", "Unknown.message", "--from", model], times: 1.2),
    LargeQuestion(name: "resolve", arguments: ["APIClient", "--from", model], times: 1.2),
    LargeQuestion(name: "print", arguments: ["--depth", "2"], times: 1.2),
    LargeQuestion(name: "print", arguments: [], times: 2),
    LargeQuestion(name: "find", arguments: ["[leaf]"], times: 2),
    LargeQuestion(name: "routes", arguments: [], times: 2),
    LargeQuestion(name: "lint", arguments: [], times: 4, status: 1),
    LargeQuestion(name: "print", arguments: ["--as-spec"], times: 4, hasJSON: false),
    LargeQuestion(name: "diff", arguments: [], times: 4),
  ]

  private var words: String { ([name] + arguments).joined(separator: " ") }

  func measurements(_ shape: String, _ count: Int) -> [Measurement] {
    let size = count == 1_000_000 ? "1,000,000" : "100,000"
    let text = Measurement(
      name: "large: \(words), \(size) models, \(shape)", unit: .milliseconds,
      target: .atMostPeer(times: times), isHeavy: true
    ) { workbench in
      let dumps = try dumps(shape, count, workbench)
      return try compare(process(dumps, workbench), "reading", workbench.reading(dumps))
    }
    guard hasJSON else { return [text] }
    let json = Measurement(
      name: "large: text of \(words), \(size) models, \(shape)", unit: .milliseconds,
      target: .atMostPeer(times: 2), isHeavy: true
    ) { workbench in
      let dumps = try dumps(shape, count, workbench)
      var other = process(dumps, workbench)
      other.arguments.append("--json")
      return try compare(process(dumps, workbench), "JSON", other)
    }
    return [text, json]
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
