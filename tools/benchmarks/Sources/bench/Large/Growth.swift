/// Work that once took quadratic time in the size of a tree or a file: twice the size against the
/// size. It should take twice the time; a fifth more allows for noise.
let growth: [Measurement] = GrowingWork.all.map { work in
  Measurement(
    name: "large: twice the size: \(work.name)", unit: .milliseconds,
    target: .atMostPeer(times: 2.4), isHeavy: true
  ) { workbench in
    let single = try work.process(work.size, workbench)
    let double = try work.process(2 * work.size, workbench)
    let (samples, peer) = try Samples.interleaved(turns: 3, warmUps: 0) {
      try double.run().processorMilliseconds
    } _: {
      try single.run().processorMilliseconds
    }
    return Measurement.Outcome(ours: samples, peer: .measured(name: "half of it", peer))
  }
}

/// Work of any size.
struct GrowingWork {
  var name: String
  /// The smaller size.
  var size: Int
  /// The process that does the work.
  var process: @Sendable (Int, Workbench) throws -> ChildProcess

  static let all =
    [
      whatIfs,
      GrowingWork(name: "a chain whose ids stand backwards", size: 500_000) { size, workbench in
        let nodes = (1...size).reversed().map { id in
          id == 1
            ? #"{"id": 1, "type": "A"}"# : #"{"id": \#(id), "parent": \#(id - 1), "type": "A"}"#
        }
        return ChildProcess(
          binary: workbench.command,
          arguments: ["show", try dump(nodes, "backwards", size, workbench), "/A"])
      },
      GrowingWork(name: "a line of words in a script", size: 100_000) { size, workbench in
        let words = (0..<size).map { "w\($0)" }.joined(separator: " ")
        return ChildProcess(
          binary: workbench.command, arguments: ["repl", workbench.smallDump], expectedStatus: 2,
          input: try workbench.file("words.\(size)", "find \(words)\n"))
      },
    ]
    + ownSpecs
    + ["wide", "deep", "alike", "different"].flatMap { shape in
      [["find", "[leaf]"], ["routes"], ["lint"], ["trace", "error", "No.such", "--from", "#7"]].map
      {
        words in
        GrowingWork(name: "\(words.joined(separator: " ")), \(shape)", size: 100_000) {
          var arguments = words
          arguments.insert(try $1.dump(shape, nodes: $0), at: 1)
          return ChildProcess(
            binary: $1.command, arguments: arguments,
            expectedStatus: words == ["lint"] && ["deep", "different"].contains(shape) ? 1 : 0)
        }
      }
    }

  /// Trees against their own generated specs, including routes.
  static let ownSpecs = ["star", "alike", "app", "different"].map(checkOfOwnSpec)

  static func checkOfOwnSpec(_ shape: String) -> GrowingWork {
    GrowingWork(name: "check of its own --as-spec, \(shape)", size: 100_000) { size, workbench in
      let tree =
        try shape == "star" ? star(size, workbench) : workbench.dump(shape, nodes: size)
      let spec = "\(tree).treespec"
      _ = try ChildProcess(
        binary: workbench.command, arguments: ["print", "--as-spec", tree, "-o", spec]
      ).run()
      return ChildProcess(binary: workbench.command, arguments: ["check", tree, spec])
    }
  }

  /// Siblings that raise a message that one of them handles: each has its own route.
  private static func star(_ count: Int, _ workbench: Workbench) throws -> String {
    let message = #"[{"kind": "error", "domain": "E", "code": "1"}]"#
    let cells = (1..<count).map { id in
      #"{"id": \#(id), "parent": 0, "type": "Cell", "raises": \#(message)"#
        + (id == 1 ? #", "handles": \#(message)}"# : "}")
    }
    return try dump(
      [#"{"id": 0, "type": "Root", "session": true}"#] + cells, "star", count, workbench)
  }

  /// Consecutive edits of a tree of 50,000 models.
  static let whatIfs = GrowingWork(
    name: "what-ifs of 50,000 models", size: 150
  ) { count, workbench in
    let lines = (0..<count).map { "what-if register error New.\($0) at #\($0 * 100 + 7)\n" }
    return ChildProcess(
      binary: workbench.command, arguments: ["repl", try workbench.dump(nodes: 50_000)],
      input: try workbench.file("whatifs.\(count)", lines.joined()))
  }

  private static func dump(
    _ nodes: [String], _ name: String, _ size: Int, _ workbench: Workbench
  ) throws -> String {
    try workbench.file(
      "\(name).\(size).json",
      "{\"format\": \"model-tree\", \"version\": 1, \"nodes\": [\n"
        + nodes.joined(separator: ",\n") + "\n]}\n")
  }
}
