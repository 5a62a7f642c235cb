/// Work that once took quadratic time in the size of a tree or a file: twice the size against the
/// size. It should take twice the time; half as much again allows for noise.
let growth: [Measurement] = GrowingWork.all.map { work in
  Measurement(
    name: "large: twice the size: \(work.name)", unit: .milliseconds,
    target: .atMostPeer(times: 2.5), isHeavy: true
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
      GrowingWork(name: "60 nested lines under children: deep on a chain", size: 10_000) {
        let lines = (0..<60).map { String(repeating: "  ", count: $0) + "Link" }
        return try check(
          chain($0), ["default children: deep"] + lines, "deep", $0, $1)
      },
      GrowingWork(name: "labeled siblings in reverse order", size: 10_000) {
        let lines = (0..<$0).map { "  Cell [label=\($0)]" }
        return try check(
          table((0..<$0).reversed()), ["default children: exact ordered", "Table"] + lines,
          "reversed", $0, $1, status: 1)
      },
      GrowingWork(name: "lines that may be absent", size: 10_000) {
        let lines = Array(repeating: "  /C[eu]ll/ ?", count: $0)
        return try check(table(0..<$0), ["Table"] + lines, "absent", $0, $1)
      },
      GrowingWork(name: "different lines that may be absent", size: 5_000) {
        let lines = (0..<$0).map { "  /Cell|Row\($0)/ ?" }
        return try check(table(0..<$0), ["Table"] + lines, "different", $0, $1)
      },
      GrowingWork(name: "lines under contains ordered", size: 10_000) {
        let lines = (0..<$0 / 2).map { "  C* [label=\($0 * 2)]" }
        return try check(
          table(0..<$0), ["default children: contains ordered", "Table"] + lines, "contains",
          $0, $1)
      },
      GrowingWork(name: "a patch to a tree of other names", size: 10_000) {
        let nodes = (0..<$0).map {
          #"{"id": \#($0 + 1), "parent": 0, "type": "New\#($0 * 104_729)"}"#
        }
        let lines = (0..<$0).map { "  Old\($0 * 7919)Row" }
        return try check(
          [#"{"id": 0, "type": "Table"}"#] + nodes, ["Table"] + lines, "patch", $0, $1, status: 1,
          options: ["--update=patch", "--dry-run"])
      },
      whatIfs,
      GrowingWork(name: "codes on one model, routes", size: 10_000) { size, workbench in
        let codes = (0..<size).map {
          #"{"kind": "error", "domain": "D", "code": "\#($0)", "source": "A.swift:\#($0)"}"#
        }
        let handles = codes.joined(separator: ", ")
        let node = #"{"id": 1, "type": "A", "handles": [\#(handles)]}"#
        return ChildProcess(
          binary: workbench.command,
          arguments: ["routes", try dump([node], "codes", size, workbench)])
      },
      GrowingWork(name: "events around which sessions are nested, routes", size: 10_000) {
        size, workbench in
        let sessions = (1...size).map {
          #"{"id": \#($0), "parent": \#($0 - 1), "type": "S", "session": true}"#
        }
        let events = (0..<size).map { #"{"kind": "event", "domain": "D", "code": "\#($0)"}"# }
        let nodes =
          [#"{"id": 0, "type": "S", "session": true}"#] + sessions
          + [
            #"{"id": \#(size + 1), "parent": \#(size), "type": "A", "handles": ["#
              + events.joined(separator: ", ") + "]}",
            #"{"id": \#(size + 2), "parent": 0, "type": "Deaf", "session": true}"#,
            #"{"id": \#(size + 3), "parent": \#(size + 2), "type": "A"}"#,
          ]
        return ChildProcess(
          binary: workbench.command,
          arguments: ["routes", try dump(nodes, "sessions", size, workbench)])
      },
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

  /// Consecutive edits of a tree of 50,000 models, all of which could be undone.
  static let whatIfs = GrowingWork(
    name: "what-ifs of 50,000 models", size: 150
  ) { count, workbench in
    let lines = (0..<count).map { "what-if register error New.\($0) at #\($0 * 100 + 7)\n" }
    return ChildProcess(
      binary: workbench.command, arguments: ["repl", try workbench.dump(nodes: 50_000)],
      input: try workbench.file("whatifs.\(count)", lines.joined()))
  }

  private static func chain(_ count: Int) -> [String] {
    (1...count).map { id in
      id == 1
        ? #"{"id": 1, "type": "Link"}"# : #"{"id": \#(id), "parent": \#(id - 1), "type": "Link"}"#
    }
  }

  private static func table(_ labels: some Sequence<Int>) -> [String] {
    [#"{"id": 0, "type": "Table"}"#]
      + labels.map { #"{"id": \#($0 + 1), "parent": 0, "type": "Cell", "label": "\#($0)"}"# }
  }

  private static func dump(
    _ nodes: [String], _ name: String, _ size: Int, _ workbench: Workbench
  ) throws -> String {
    try workbench.file(
      "\(name).\(size).json",
      "{\"format\": \"model-tree\", \"version\": 1, \"nodes\": [\n"
        + nodes.joined(separator: ",\n") + "\n]}\n")
  }

  private static func check(
    _ nodes: [String], _ lines: [String], _ name: String, _ size: Int, _ workbench: Workbench,
    status: Int32 = 0, options: [String] = []
  ) throws -> ChildProcess {
    let spec = try workbench.file(
      "\(name).\(size).treespec", (["tree-spec 1"] + lines).joined(separator: "\n") + "\n")
    let tree = try dump(nodes, name, size, workbench)
    return ChildProcess(
      binary: workbench.command, arguments: ["check", tree, spec] + options, expectedStatus: status)
  }
}
