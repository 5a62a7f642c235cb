package import TreeSnapshot

/// The types of the models that a journal names, as far as it knows them.
package struct JournalTypes: Sendable {
  private var types: [JournalNode: String] = [:]
  private var parents: [JournalNode: Int] = [:]

  /// Collects the types of all models. Costs a pass over the available records.
  package init(of contents: JournalContents) { add(contents) }

  /// Adds the types of the models in a later part of the journal. Costs a look at each of its records.
  ///
  /// - Parameter lastRecord: The number of the last record that was added already.
  package mutating func add(_ contents: JournalContents, after lastRecord: Int = 0) {
    contents.forEachFirstTree(after: lastRecord) { tree in
      tree.forEachModel { id, type in types[JournalNode(tree: tree.number, id: id)] = type }
      tree.forEachParent { id, parent in parents[JournalNode(tree: tree.number, id: id)] = parent }
    }
    contents.forEachRecord(
      in: (lastRecord + 1)..<max(lastRecord + 1, contents.records.upperBound),
      of: [.attached, .raised, .handled]
    ) { record in
      if let type = record.type { types[record.node] = type }
      if let parent = record.parent { parents[record.node] = parent }
      if let type = record.handlerType, let handler = record.handler {
        types[JournalNode(tree: record.node.tree, id: handler)] = type
      }
      return true
    }
  }

  /// The type of a model; nil if it left the tree before the records that are kept.
  package subscript(node: JournalNode) -> String? { types[node] }

  /// The model above another, or above which it was; nil if that isn't known.
  package func parent(of node: JournalNode) -> JournalNode? {
    parents[node].map { JournalNode(tree: node.tree, id: $0) }
  }

  /// The types, each once. Costs a look at each model.
  package var names: Set<String> { Set(types.values) }

  /// How many models it knows.
  package var count: Int { types.count }

  /// The models that fit by themselves and their types, in the order of their creation. Costs a look at
  /// each.
  package func models(where fits: (JournalNode, String) -> Bool) -> [JournalNode] {
    types.filter { fits($0.key, $0.value) }.map(\.key)
      .sorted { ($0.tree, $0.id) < ($1.tree, $1.id) }
  }
}

/// Which model is above which, from record to record.
package final class JournalParents {
  private let contents: JournalContents
  private var parents: [JournalNode: Int] = [:]
  private var next: Int

  /// Begins with the trees of the checkpoints. Costs a look at each model of them.
  package init(of contents: JournalContents) {
    self.contents = contents
    next = contents.records.lowerBound
    contents.forEachFirstTree { tree in
      tree.forEachParent { id, parent in
        parents[JournalNode(tree: tree.number, id: id)] = parent
      }
    }
  }

  /// Goes on to a later record. Costs a look at each on the way.
  package func advance(to number: Int) {
    guard number >= next else { return }
    for number in next...number where contents.event(of: number) == .attached {
      if let record = contents[number] { parents[record.node] = record.parent }
    }
    next = number + 1
  }

  /// The model above another; nil for a root, and for what is not known.
  package subscript(node: JournalNode) -> JournalNode? {
    // Ids ascend from parent to child: the circle of a damaged journal ends.
    parents[node].flatMap { $0 < node.id ? JournalNode(tree: node.tree, id: $0) : nil }
  }
}

extension JournalParents {
  /// The most models on a way that are named: a file may hold a million messages that pass ten thousand each.
  package static let mostPassed = 256

  /// The models between the raiser of a message and its handler, from below: the first `mostPassed` where
  /// there are more.
  package func passed(to outcome: JournalRecord) -> [JournalNode] {
    guard let handler = outcome.handler, handler != outcome.node.id else { return [] }
    var passed: [JournalNode] = []
    var node = self[outcome.node]
    while let current = node, current.id != handler, passed.count < Self.mostPassed {
      passed.append(current)
      node = self[current]
    }
    return node == nil ? [] : passed
  }
}

extension JournalContents {
  /// The messages that models raised, by the type of the model, each once in the order of the first time.
  /// Tests of an inspector don't count, nor models whose types aren't kept any more.
  ///
  /// Costs a look at each record that is kept.
  package func messagesRaisedByTypes() -> [String: [DeclaredMessage]] {
    let types = JournalTypes(of: self)
    var raised: [String: [DeclaredMessage]] = [:]
    var seen: [String: Set<KnownMessage>] = [:]
    forEachRecord(of: [.raised]) { record in
      guard !record.isTest, let message = record.message, let name = message.message,
        let type = record.type ?? types[record.node],
        seen[type, default: []].insert(message).inserted
      else { return true }
      raised[type, default: []].append(DeclaredMessage(name, label: message.label))
      return true
    }
    return raised
  }
}

extension JournalContents {
  /// A part of what a journal tells, in order.
  package enum Part {
    /// A tree as it is when the journal first has it.
    case tree(ReplayedTree)
    case record(JournalRecord)
  }

  /// Calls `body` with each available record, and before them with each tree, until it returns false. Costs a
  /// pass over the journal.
  ///
  /// - Parameter first: The number of the first record that counts.
  package func forEachPart(from first: Int = 0, _ body: (Part) -> Bool) {
    var trees: Set<Int> = []
    let first = max(first, records.lowerBound)
    // Where there is no checkpoint, the trees are as the records before left them.
    if first < records.upperBound, !checkpointList.contains(where: { $0.moment == first - 1 }),
      let replay = try? JournalReplay(of: self, at: first - 1)
    {
      for tree in replay.present where trees.insert(tree.number).inserted {
        if !body(.tree(tree)) { return }
      }
    }
    var next = index(of: first)
    for checkpoint in checkpointList where checkpoint.moment >= first - 1 {
      while next < list.count, list[next].number <= checkpoint.moment {
        if !body(.record(list[next])) { return }
        next += 1
      }
      for tree in checkpoint.replayedTrees where trees.insert(tree.number).inserted {
        if !body(.tree(tree)) { return }
      }
    }
    for record in list[next...] where !body(.record(record)) { return }
  }

  /// The moments at which checkpoints keep the trees: each is the number of the record before.
  package var checkpoints: [Int] {
    checkpointList.filter { $0.trees != nil }.map(\.moment)
  }
}
