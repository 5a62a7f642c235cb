import ModelTree
import TextIO
import TreeJournal
import TreeSnapshot

/// What a journal read of the tree of objects that aren't models.
struct ObjectTreeLooks {
  /// The tree as the members of a checkpoint's line; nil if it was not read.
  var members: [UInt8]?
  /// The latest record before it was read like that, and before it was last read.
  var (asOf, lastRead) = (0, -1)
  /// The bytes of all that was read.
  var bytesRead = 0
}

// Objects that aren't models don't report what becomes of their tree. It is read as a whole where models
// are looked at: once the main actor is free.
extension Journal {
  /// Reads the tree of objects if something was recorded since, and writes a checkpoint if it has changed.
  ///
  /// However large the tree is, no more is read of it than is recorded, a quarter of the journal aside.
  func lookAtObjects() {
    let record = writer.latest
    guard let readObjects, objectTree.lastRead != record,
      objectTree.bytesRead + (objectTree.members?.count ?? 0)
        <= Self.usualRecordBytes * record + bytes / 4,
      let snapshot = readObjects()
    else { return }
    objectTree.lastRead = record
    let members = members(of: snapshot, asOf: objectTree.asOf)
    objectTree.bytesRead += members.count
    if members == objectTree.members { return }
    objectTree.asOf = record
    objectTree.members = self.members(of: snapshot, asOf: record)
    writeCheckpoint()
  }

  private static let usualRecordBytes = 150

  /// The members of a checkpoint's line. Each node says as of which record it is.
  private func members(of snapshot: Snapshot, asOf record: Int) -> [UInt8] {
    var line = JournalLine()
    for node in snapshot.positions.lazy.map({ snapshot[$0] }) {
      line.write(node.position == 0 ? ", \"nodes\": [{\"id\": " : ", {\"id\": ", node.id)
      if let parent = node.parent { line.write(", \"parent\": ", parent.id) }
      line.write(", \"type\": ", text: node.type)
      if texts == .all { line.write(", \"label\": ", text: node.label) }
      if node.isSession { line.write(", \"session\": true") }
      line.write(", \"representation\": ", text: node.representation)
      line.write(", \"services\": ", list: node.services.map { JSONText.string($0).bytes })
      line.write(", \"handles\": ", list: node.subscriptions.map(Self.json))
      line.write(", \"raises\": ", list: node.raises.map { KnownMessage($0).json })
      line.write(", \"source\": ", text: node.source)
      if texts == .all { line.write(", \"state\": ", node.state.kept.json) }
      line.write(", \"asOf\": ", record)
      line.write("}")
    }
    line.write("]")
    line.write(", \"messages\": ", list: snapshot.vocabulary.map { KnownMessage($0).json })
    return line.bytes
  }

  private static func json(of subscription: Subscription) -> [UInt8] {
    JSONText.object { json in
      let message = KnownMessage(
        kind: subscription.kind, domain: subscription.domain, code: subscription.code,
        label: subscription.label)
      message.write(to: &json)
      json.write("source", subscription.source)
    }.bytes
  }
}
