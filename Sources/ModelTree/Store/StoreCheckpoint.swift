import TreeJournal
import TreeSnapshot

extension TreeStore: RecordedTree {
  var modelCount: Int { liveCount }

  /// The tree of the root session as it is now; nil once that is gone.
  func checkpoint(
    _ recorder: TreeRecorder, _ descriptions: ModelDescriptions?
  ) -> (any CheckpointedTree)? {
    guard rootNode != Self.none, isAlive(rootNode) else { return nil }
    return StoreCheckpoint(store: self, recorder: recorder, descriptions: descriptions)
  }

  /// What the models of the tree say of themselves.
  func descriptions() -> ModelDescriptions {
    var descriptions = ModelDescriptions()
    guard let modelFacts, rootNode != Self.none, isAlive(rootNode) else { return descriptions }
    // All models first: what they are asked may change the tree.
    var models: [(id: Int, model: AnyObject)] = []
    var node = rootNode
    while node != Self.none {
      if let model = object(at: node) { models.append((links[Int(node)].id, model)) }
      node = next(after: node, within: rootNode)
    }
    for (id, model) in models {
      let description = modelFacts.description(model)
      if description.label != nil || !description.state.isEmpty {
        descriptions.ofModels[id] = description
      }
    }
    return descriptions
  }
}

/// Writes a tree into a checkpoint.
private struct StoreCheckpoint: CheckpointedTree {
  let store: TreeStore
  let recorder: TreeRecorder
  let descriptions: ModelDescriptions?

  var checkpointWords: Int {
    var words = 2 + store.messages.vocabulary.count
    forEachNode { node in
      let links = store.links[Int(node)]
      words += 4
      let services = store.services(of: node)
      if !services.isEmpty { words += 1 + services.count }
      if let raises = store.raises[node] { words += 1 + raises.count }
      if let description = descriptions?[links.id] { words += description.words }
      var index = links.firstSubscription
      while index != TreeStore.none {
        words += 2
        index = store.subscriptions.entries[Int(index)].next
      }
    }
    return words
  }

  private func forEachNode(_ body: (Int32) -> Void) {
    var node = store.rootNode
    while node != TreeStore.none {
      body(node)
      node = store.next(after: node, within: store.rootNode)
    }
  }

  func write(into block: inout JournalBlock) {
    var count: UInt32 = 0
    forEachNode { _ in count += 1 }
    block.append(recorder.number)
    block.append(count, UInt32(store.messages.vocabulary.count))
    for declared in store.messages.vocabulary {
      let message = declared.message
      block.append(UInt64(recorder.name(of: message, label: declared.label)))
    }
    /// The numbers of the next node's ancestors.
    var open: [(node: Int32, number: UInt32)] = []
    var ordinal: UInt32 = 0
    var node = store.rootNode
    while node != TreeStore.none {
      let parent = store.links[Int(node)].parent
      while let last = open.last, last.node != parent { open.removeLast() }
      write(node, parent: open.last?.number ?? UInt32.max, into: &block)
      open.append((node, ordinal))
      ordinal += 1
      node = store.next(after: node, within: store.rootNode)
    }
  }

  private func write(_ node: Int32, parent: UInt32, into block: inout JournalBlock) {
    let links = store.links[Int(node)]
    let services = store.services(of: node)
    var id = UInt64(truncatingIfNeeded: links.id) & JournalFormat.idMask
    if links.isSession { id |= JournalFormat.ModelFlag.isSession }
    if store.isUnopened(node) { id |= JournalFormat.ModelFlag.isUnopened }
    if !services.isEmpty { id |= JournalFormat.ModelFlag.hasServices }
    if store.raises[node] != nil { id |= JournalFormat.ModelFlag.hasRaises }
    let description = descriptions?[links.id]
    if description != nil { id |= JournalFormat.ModelFlag.isDescribed }
    block.append(id)
    block.append(recorder.name(of: links.type), parent)
    block.append(recorder.word(of: links.source))
    var count: UInt32 = 0
    var index = links.firstSubscription
    while index != TreeStore.none {
      count += 1
      index = store.subscriptions.entries[Int(index)].next
    }
    block.append(store.representation(of: node).map { recorder.name(of: $0) } ?? 0, count)
    if !services.isEmpty {
      block.append(UInt64(services.count))
      for service in services { block.append(UInt64(recorder.name(of: service))) }
    }
    if let raises = store.raises[node] {
      block.append(UInt64(raises.count))
      for key in raises { block.append(UInt64(store.name(of: key, in: recorder))) }
    }
    description?.write(into: &block)
    index = links.firstSubscription
    while index != TreeStore.none {
      let entry = store.subscriptions.entries[Int(index)]
      block.append(UInt64(store.name(of: entry.key, in: recorder)))
      block.append(recorder.word(of: store.subscriptions.source(of: index)))
      index = entry.next
    }
  }
}

extension TreeRecorder {
  /// The name of a message that the app declares.
  fileprivate func name(of message: Message, label: String?) -> UInt32 {
    journal.writer.names.message(
      kind: message.kind.journalNumber, domain: message.domain, code: message.code, label: label)
  }
}

/// What a store does not know of its models.
struct ModelFacts {
  /// The services of a session.
  var services: (AnyObject) -> [String]
  /// Whether a session is open.
  var isRunning: (AnyObject) -> Bool
  /// The type of the object that shows a model.
  var representation: (AnyObject) -> AnyClass?
  /// A model's label and state.
  var description: (AnyObject) -> ModelDescriptions.Description
}

extension TreeStore {
  fileprivate func services(of node: Int32) -> [String] {
    guard links[Int(node)].isSession, let model = object(at: node) else { return [] }
    return modelFacts?.services(model) ?? []
  }

  /// Whether it is a local session that is not open.
  fileprivate func isUnopened(_ node: Int32) -> Bool {
    let links = links[Int(node)]
    guard links.isSession, !links.isRootSession, let session = object(at: node) else {
      return false
    }
    return modelFacts?.isRunning(session) == false
  }

  fileprivate func representation(of node: Int32) -> AnyClass? {
    object(at: node).flatMap { modelFacts?.representation($0) }
  }
}
