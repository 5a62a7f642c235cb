import ModelTree
import TextIO
import TreeJournal
import TreeSnapshot

// The tree as a checkpoint of a journal.
extension TreeRecorder {
  /// The members of a checkpoint's line: the tree of the root session as it is now, nil if that is gone.
  func checkpoint(of tree: TreeStore) -> [UInt8]? {
    guard tree.rootNode != TreeStore.none else { return nil }
    var line = JournalLine()
    if journal.texts == .all { line.write(", \"looked\": ", journal.writer.looked) }
    line.write(", \"nodes\": [")
    for (place, node) in tree.nodes(from: tree.rootNode).enumerated() {
      line.write(place == 0 ? "{" : ", {")
      write(ObservedModel(tree: tree, node: node), to: &line)
      line.write("}")
    }
    line.write("]")
    line.write(", \"messages\": ", list: tree.messages.vocabulary.map { KnownMessage($0).json })
    return line.bytes
  }

  /// Writes a model as a node of a dump.
  private func write(_ observed: ObservedModel, to line: inout JournalLine) {
    let (tree, model) = (observed.tree, observed.model)
    let session = observed.isSession ? model as? Session : nil
    let description = description(of: observed.node, id: observed.id)
    line.write("\"id\": ", observed.id)
    if !observed.isRoot, let parent = observed.parent { line.write(", \"parent\": ", parent.id) }
    line.write(", \"type\": ", json(of: observed.type))
    line.write(", \"label\": ", text: description?.label)
    if observed.isSession { line.write(", \"session\": true") }
    if let session, !observed.isRoot, !session.isRunning { line.write(", \"open\": false") }
    let representation = model?.representation.map { TypeName.bare(of: type(of: $0)) }
    line.write(", \"representation\": ", text: representation)
    let services = (session?.serviceNames ?? []).map { JSONText.string($0).bytes }
    line.write(", \"services\": ", list: services)
    for (place, registration) in observed.registrations.enumerated() {
      line.write(place == 0 ? ", \"handles\": [" : ", ")
      line.write("", Array(json(of: registration.key, in: tree).dropLast()))
      line.write(", \"payload\": ", payload(of: registration))
      line.write(", \"source\": ", json(of: registration.source))
      line.write("}")
    }
    if !observed.registrations.isEmpty { line.write("]") }
    line.write(", \"raises\": ", list: observed.raises.map { json(of: $0, in: tree) })
    line.write(", \"source\": ", creation(of: observed))
    line.write(", \"state\": ", description?.state.json)
  }
}
