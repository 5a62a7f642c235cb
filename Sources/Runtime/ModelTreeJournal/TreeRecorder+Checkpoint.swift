import ModelTree
import TreeJournal
import TreeSnapshot

// The tree as a checkpoint of a journal.
extension TreeRecorder {
  /// Writes the tree of the root session as it is now, unless that is gone.
  func write(_ tree: TreeStore, to checkpoint: inout JournalCheckpoint) {
    guard tree.rootNode != TreeStore.none else { return }
    let nodes = tree.nodes(from: tree.rootNode)
    checkpoint.beginTree(number)
    checkpoint.append(UInt32(nodes.count), UInt32(tree.messages.vocabulary.count))
    for declared in tree.messages.vocabulary {
      let message = declared.message
      checkpoint.append(
        UInt64(
          journal.writer.names.message(
            kind: message.kind, domain: message.domain, code: message.code, label: declared.label)))
    }
    /// The numbers of the next node's ancestors.
    var open: [(node: Int32, number: UInt32)] = []
    for (number, node) in nodes.enumerated() {
      let model = ObservedModel(tree: tree, node: node)
      while let last = open.last, last.node != model.parent?.node { open.removeLast() }
      write(
        model, parent: open.last?.number ?? UInt32.max,
        checkpoint.isDescribed ? description(of: node, id: model.id) : nil, to: &checkpoint)
      open.append((node, UInt32(number)))
    }
  }

  private func write(
    _ observed: ObservedModel, parent: UInt32, _ description: Description?,
    to checkpoint: inout JournalCheckpoint
  ) {
    typealias Flag = JournalFormat.ModelFlag
    let model = observed.model
    let session = observed.isSession ? model as? Session : nil
    let services = session?.serviceNames ?? []
    let registrations = observed.registrations
    let raises = observed.raises
    var id = UInt64(truncatingIfNeeded: observed.id) & JournalFormat.idMask
    if observed.isSession { id |= Flag.isSession }
    if let session, !observed.isRoot, !session.isRunning { id |= Flag.isUnopened }
    if !services.isEmpty { id |= Flag.hasServices }
    if !raises.isEmpty { id |= Flag.hasRaises }
    if description != nil { id |= Flag.isDescribed }
    checkpoint.append(id)
    checkpoint.append(name(of: observed.type), parent)
    checkpoint.append(word(ofCreationOf: observed))
    let representation = model?.representation.map { name(of: type(of: $0)) }
    checkpoint.append(representation ?? 0, UInt32(registrations.count))
    if !services.isEmpty {
      checkpoint.append(UInt64(services.count))
      for service in services { checkpoint.append(UInt64(name(of: service))) }
    }
    if !raises.isEmpty {
      checkpoint.append(UInt64(raises.count))
      for key in raises { checkpoint.append(UInt64(name(of: key, in: observed.tree))) }
    }
    if let description {
      checkpoint.append(label: description.label, stateCount: description.state.count)
      for entry in description.state { checkpoint.append(key: entry.key, value: entry.value) }
    }
    for registration in registrations {
      let payload = registration.payloadType.map { name(ofPayload: $0) }
      checkpoint.append(name(of: registration.key, in: observed.tree), payload ?? 0)
      checkpoint.append(word(of: registration.source))
    }
  }
}
