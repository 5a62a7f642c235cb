import ModelTree
import TreeJournal
import TreeSnapshot

// The tree as a checkpoint of a journal.
extension TreeRecorder {
  /// Adds the tree of the root session as it is now, unless that is gone.
  func add(_ tree: TreeStore, to checkpoint: inout JournalCheckpoint) {
    guard tree.rootNode != TreeStore.none else { return }
    let isDescribed = checkpoint.isDescribed
    checkpoint.add(
      tree: number,
      declaring: tree.messages.vocabulary.map { declared in
        let message = declared.message
        return journal.writer.names.message(
          kind: message.kind, domain: message.domain, code: message.code, label: declared.label)
      },
      tree.nodes(from: tree.rootNode).lazy.map { node in
        self.recorded(ObservedModel(tree: tree, node: node), isDescribed: isDescribed)
      },
      journal.writer.names)
  }

  private func recorded(
    _ observed: ObservedModel, isDescribed: Bool
  ) -> JournalCheckpoint.Model {
    let model = observed.model
    let session = observed.isSession ? model as? Session : nil
    var recorded = JournalCheckpoint.Model(
      id: UInt64(truncatingIfNeeded: observed.id),
      parent: observed.isRoot ? nil : observed.parent.map { UInt64(truncatingIfNeeded: $0.id) },
      type: name(of: observed.type))
    recorded.isSession = observed.isSession
    if let session { recorded.isUnopened = !observed.isRoot && !session.isRunning }
    recorded.source = word(ofCreationOf: observed)
    recorded.representation = model?.representation.map { name(of: type(of: $0)) } ?? 0
    recorded.services = (session?.serviceNames ?? []).map { name(of: $0) }
    recorded.raises = observed.raises.map { name(of: $0, in: observed.tree) }
    if isDescribed, let description = description(of: observed.node, id: observed.id) {
      (recorded.label, recorded.state) = (description.label, description.state)
    }
    recorded.subscriptions = observed.registrations.map { registration in
      (
        message: name(of: registration.key, in: observed.tree),
        payload: registration.payloadType.map { name(ofPayload: $0) } ?? 0,
        source: word(of: registration.source)
      )
    }
    return recorded
  }
}
