import TreeJournal
import TreeSnapshot

// The tree as a checkpoint of a journal.
extension TreeStore {
  /// Writes the tree of the root session as it is now, unless that is gone.
  func write(to checkpoint: inout JournalCheckpoint, _ recorder: TreeRecorder) {
    guard rootNode != Self.none else { return }
    let nodes = nodes(from: rootNode)
    checkpoint.beginTree(recorder.number)
    checkpoint.append(UInt32(nodes.count), UInt32(messages.vocabulary.count))
    for declared in messages.vocabulary {
      let message = declared.message
      checkpoint.append(
        UInt64(
          recorder.journal.writer.names.message(
            kind: message.kind, domain: message.domain, code: message.code, label: declared.label)))
    }
    /// The numbers of the next node's ancestors.
    var open: [(node: Int32, number: UInt32)] = []
    for (number, node) in nodes.enumerated() {
      while let last = open.last, last.node != links[Int(node)].parent { open.removeLast() }
      write(
        node, parent: open.last?.number ?? UInt32.max,
        checkpoint.isDescribed ? recorder.description(of: node, id: links[Int(node)].id) : nil,
        to: &checkpoint, recorder)
      open.append((node, UInt32(number)))
    }
  }

  private func write(
    _ node: Int32, parent: UInt32, _ description: TreeRecorder.Description?,
    to checkpoint: inout JournalCheckpoint, _ recorder: TreeRecorder
  ) {
    typealias Flag = JournalFormat.ModelFlag
    let (links, model) = (links[Int(node)], model(at: node))
    let session = links.isSession ? model as? Session : nil
    let services = session?.serviceNames ?? []
    let registrations = registrations(of: node)
    var id = UInt64(truncatingIfNeeded: links.id) & JournalFormat.idMask
    if links.isSession { id |= Flag.isSession }
    if let session, node != rootNode, !session.isRunning { id |= Flag.isUnopened }
    if !services.isEmpty { id |= Flag.hasServices }
    if raises[node] != nil { id |= Flag.hasRaises }
    if description != nil { id |= Flag.isDescribed }
    checkpoint.append(id)
    checkpoint.append(recorder.name(of: links.type), parent)
    checkpoint.append(recorder.word(ofCreation: links))
    let representation = model?.representation.map { recorder.name(of: type(of: $0)) }
    checkpoint.append(representation ?? 0, UInt32(registrations.count))
    if !services.isEmpty {
      checkpoint.append(UInt64(services.count))
      for service in services { checkpoint.append(UInt64(recorder.name(of: service))) }
    }
    if let raises = raises[node] {
      checkpoint.append(UInt64(raises.count))
      for key in raises { checkpoint.append(UInt64(recorder.name(of: key, in: self))) }
    }
    if let description {
      checkpoint.append(label: description.label, stateCount: description.state.count)
      for entry in description.state { checkpoint.append(key: entry.key, value: entry.value) }
    }
    for registration in registrations {
      let payload = registration.payload.map { recorder.name(ofPayload: $0.type) }
      checkpoint.append(recorder.name(of: registration.key, in: self), payload ?? 0)
      checkpoint.append(recorder.word(of: registration.source))
    }
  }
}
