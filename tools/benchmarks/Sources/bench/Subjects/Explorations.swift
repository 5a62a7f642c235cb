import Foundation

/// Exploring the samples in the process of their tests, which `tools/bench` builds in release.
let explorations: [Measurement] = [
  Measurement(
    name: "explore: processor time of an action in ExamMaster", unit: .microseconds,
    target: .atMost(500), isHeavy: true
  ) { workbench in
    let samples = try Samples.repeated(turns: 5) {
      let (actions, cost) = try workbench.explore("nothing breaks but", runs: 200)
      return cost.processorMilliseconds * 1_000 / actions[0]
    }
    return Measurement.Outcome(ours: samples)
  },
  Measurement(
    name: "explore: peak memory of 2,000 runs of ExamMaster", unit: .megabytes,
    target: .atMostPeer(times: 1.1), isHeavy: true
  ) { workbench in
    let (ours, few) = try Samples.interleaved(turns: 3, warmUps: 0) {
      try workbench.explore("nothing breaks but", runs: 2_000).cost.peakMegabytes
    } _: {
      try workbench.explore("nothing breaks but", runs: 200).cost.peakMegabytes
    }
    return Measurement.Outcome(ours: ours, peer: .measured(name: "200 runs", few))
  },
  Measurement(
    name: "explore: replays of ExamMaster's defects that pass, of 1,000 each", unit: .count,
    target: .atMost(0), isHeavy: true
  ) { workbench in
    let (figures, _) = try workbench.explore("what is reported", runs: 200)
    guard figures[0] > 0 else { throw BenchError(description: "nothing was reported") }
    return Measurement.Outcome(ours: Samples([figures[1]]))
  },
  // Its tests fail, and the row says so, if anything is reported beyond what they know.
  Measurement(
    name: "explore: 2,000 runs of each sample", unit: .milliseconds, target: .shown, isHeavy: true
  ) { workbench in
    let all = try workbench.explore("nothing breaks", runs: 2_000)
    return Measurement.Outcome(ours: Samples([all.cost.milliseconds]))
  },
]

extension Workbench {
  /// Runs the tests of the samples with a name, which explore.
  ///
  /// - Returns: the figures that they note, and what the process took.
  fileprivate func explore(
    _ test: String, runs: Int
  ) throws -> (figures: [Double], cost: ChildProcess.Cost) {
    guard let sampleTests else {
      throw BenchError(description: "the samples' tests are missing; start tools/bench explore")
    }
    let file = try self.file("figures", "")
    setenv("MODELTREE_EXPLORE_RUNS", "\(runs)", 1)
    setenv("MODELTREE_EXPLORE_FIGURES", file, 1)
    let arguments = ["--testing-library", "swift-testing", "--filter", test]
    let cost = try ChildProcess(binary: sampleTests, arguments: arguments).run()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return (text.split(separator: " ").compactMap { Double($0) }, cost)
  }
}
