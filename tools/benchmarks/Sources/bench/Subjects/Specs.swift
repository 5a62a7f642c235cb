import Foundation
import TreeSnapshot
import TreeSpec

/// Reading a spec and checking a tree against it, against reading that tree's dump.
let specs: [Measurement] = [
  Measurement(
    name: "spec of 10,000 lines on 100,000 nodes", unit: .milliseconds,
    target: .atMostPeer(times: 10)
  ) { workbench in
    let bytes = Array(try Data(contentsOf: URL(filePath: workbench.largeDump())))
    let text = try largeSpec(of: try Snapshot(dump: bytes))
    return try measure(text, on: bytes)
  },
  Measurement(
    name: "spec of 2,000 lines on 2,000 alike children", unit: .milliseconds,
    target: .atMostPeer(times: 30)
  ) { _ in
    // Each line matches every child, and asks for it in one of three ways.
    let patterns = ["Cell", "C*", "/Cell|Row/"]
    let lines = (0..<2_000).map { "  \(patterns[$0 % 3])" }
    return try measure(spec(of: "Table", lines), on: try table { _ in nil })
  },
  Measurement(
    name: "spec of 2,000 lines that overlap on 2,000 children, all different", unit: .milliseconds,
    target: .atMostPeer(times: 10)
  ) { workbench in
    // Half of the lines match one child each; the others match all, and no two are the same: what
    // they may claim depends on what the first half needs.
    let lines = (0..<2_000).map { line in
      line % 2 == 0 ? "  /Cell|Row\(line)/" : "  Cell [label=\(line)]"
    }
    let large = Array(try Data(contentsOf: URL(filePath: workbench.largeDump())))
    return try measure(
      spec(of: "Table", lines), on: try table { "\($0)" }, peer: ("read 100,000", large))
  },
]

private func measure(
  _ text: String, on dump: [UInt8], peer: (name: String, dump: [UInt8])? = nil
) throws -> Measurement.Outcome {
  let snapshot = try Snapshot(dump: dump)
  guard try Spec(text).check(snapshot).allSatisfy({ $0.outcome == .passed }) else {
    throw BenchError(description: "the spec does not pass")
  }
  let (ours, read) = try Samples.interleaved(turns: 15) {
    try milliseconds { try Spec(text).check(snapshot).count }
  } _: {
    try milliseconds { try Snapshot(dump: peer?.dump ?? dump) }
  }
  return Measurement.Outcome(ours: ours, peer: .measured(name: peer?.name ?? "read", read))
}

private func spec(of root: String, _ lines: [String]) -> String {
  (["tree-spec 1", root] + lines).joined(separator: "\n")
}

private func table(label: (Int) -> String?) throws -> [UInt8] {
  var builder = SnapshotBuilder(name: "Table")
  builder.addNode(id: 1, parent: nil, type: "Table")
  for cell in 0..<2_000 {
    builder.addNode(id: cell + 2, parent: 1, type: "Cell", label: label(cell))
  }
  return try builder.finish().dump()
}

/// 9,000 models with all their attributes, and 1,000 routes.
private func largeSpec(of tree: Snapshot) throws -> String {
  let lines = try SpecWriter(tree).text(title: nil).split(separator: "\n")
  let models = lines.dropFirst(3).prefix(9_000)
  let kinds = ["error ", "bubble ", "event "]
  let routes = lines.dropFirst(3).filter { line in kinds.contains { line.hasPrefix($0) } }
  guard routes.count >= 1_000 else {
    throw BenchError(description: "the dump raises too little: \(routes.count) routes")
  }
  var all = [
    "tree-spec 1", "default children: contains", "default attributes: exact except state",
  ]
  // Others are allowed, including those that lines count.
  all += models.map { $0.replacingOccurrences(of: "}", with: "..}") }
  all += routes.prefix(1_000).map(String.init)
  return all.joined(separator: "\n")
}
