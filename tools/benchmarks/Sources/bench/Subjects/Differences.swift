import Foundation
import TreeSnapshot

/// Comparing two large trees, against reading them.
let differences: [Measurement] = [
  Measurement(
    name: "diff, 100,000 nodes, 300 differ, whole process", unit: .milliseconds,
    target: .atMostPeer(times: 5)
  ) { workbench in
    let old = try workbench.largeDump()
    let bytes = Array(try Data(contentsOf: URL(filePath: old)))
    let changed = try changedTree(try Snapshot(dump: bytes))
    let new = "\(old).changed.json"
    try changed.writeDump(toFile: new)
    let newBytes = changed.dump()
    let ours = ChildProcess(
      binary: workbench.command, arguments: ["diff", old, new], expectedStatus: 1)
    let (samples, peer) = try Samples.interleaved(turns: 15) {
      try ours.run().milliseconds
    } _: {
      try milliseconds { (try Snapshot(dump: bytes), try Snapshot(dump: newBytes)) }
    }
    return Measurement.Outcome(ours: samples, peer: .measured(name: "reading both", peer))
  }
]

/// The tree after about 300 models left, came, moved, or changed.
private func changedTree(_ tree: Snapshot) throws -> Snapshot {
  var builder = SnapshotBuilder(name: tree.name)
  for declared in tree.vocabulary { builder.declare(declared.message, label: declared.label) }
  for node in tree.positions.lazy.map({ tree[$0] }) {
    // Every 250th model in turn; models that leave or move have none below them.
    let deed = node.position > 0 && node.position % 250 == 0 ? node.position / 250 % 4 : nil
    if deed == 0, node.isLeaf { continue }
    let grandparent = node.isLeaf ? node.parent?.parent : nil
    builder.addNode(
      id: node.id, parent: (deed == 1 ? grandparent ?? node.parent : node.parent)?.id,
      type: node.type, label: node.label, isSession: node.isSession,
      representation: node.representation, source: node.source)
    for subscription in node.subscriptions { builder.subscribe(subscription) }
    for declared in node.raises { builder.raise(declared.message, label: declared.label) }
    for service in node.services { builder.provide(service: service) }
    for entry in node.state { builder.describe(entry) }
    if deed == 2 { builder.describe(StateEntry(key: "changed", value: "yes")) }
    if deed == 3 { builder.addNode(id: tree.count + node.id, parent: node.id, type: "NewModel") }
  }
  return try builder.finish()
}
