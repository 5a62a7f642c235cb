package import TreeSnapshot

/// What a journal knows of its models: their types, which model is above which, and which records attached
/// them and took them out of their trees.
package struct JournalTypes: Sendable {
  private struct Life {
    var type: String?
    var parent: Int?
    var isSession = false
    /// The models below it that have not left.
    var children: [Int] = []
    /// The record that attached it; nil if that is not kept.
    var attached: Int?
    /// The record that took it, or a model above it, out of the tree; 0 if it was created below a model that
    /// had left. None comes back.
    var left: Int?
  }

  private var lives: [JournalNode: Life] = [:]
  /// The trees that a checkpoint has.
  private var trees: Set<Int> = []

  /// Collects all models. Costs a pass over the available records.
  package init(of contents: JournalContents) { add(contents) }

  /// Adds the models in a later part of the journal. Costs a look at each of its records.
  ///
  /// - Parameter lastRecord: The number of the last record that was added already.
  package mutating func add(_ contents: JournalContents, after lastRecord: Int = 0) {
    for checkpoint in contents.checkpointList where checkpoint.moment >= lastRecord {
      for (number, tree) in checkpoint.trees ?? [] where trees.insert(number).inserted {
        for node in tree.positions.lazy.map({ tree[$0] }) {
          let model = JournalNode(tree: number, id: node.id)
          lives[model] = Life(type: node.type, isSession: node.isSession)
          place(model, below: node.parent?.id)
        }
      }
    }
    let range = (lastRecord + 1)..<max(lastRecord + 1, contents.records.upperBound)
    contents.forEachRecord(in: range, of: [.attached, .detached, .raised, .handled]) { record in
      take(record)
      return true
    }
  }

  private mutating func take(_ record: JournalRecord) {
    switch record.event {
    case .attached:
      lives[record.node, default: Life()].type = record.type
      lives[record.node]?.isSession = record.isSession
      lives[record.node]?.attached = record.number
      place(record.node, below: record.parent)
    case .detached: remove(record.node, record.number)
    default:
      // Of objects that aren't models.
      if let type = record.type { lives[record.node, default: Life()].type = type }
      if let type = record.handlerType, let handler = record.handler {
        lives[JournalNode(tree: record.node.tree, id: handler), default: Life()].type = type
      }
    }
  }

  private mutating func place(_ node: JournalNode, below parent: Int?) {
    // Ids ascend from parent to child: a damaged journal has no circles then.
    guard let parent, parent < node.id else { return }
    lives[node]?.parent = parent
    let above = JournalNode(tree: node.tree, id: parent)
    if isInTree(above) {
      lives[above, default: Life()].children.append(node.id)
    } else {
      lives[node]?.left = 0
    }
  }

  private mutating func remove(_ node: JournalNode, _ record: Int) {
    var rest = [node]
    while let node = rest.popLast() {
      var life = lives[node] ?? Life()
      guard life.left == nil else { continue }
      rest += life.children.map { JournalNode(tree: node.tree, id: $0) }
      (life.left, life.children) = (record, [])
      lives[node] = life
    }
  }

  /// The type of a model; nil if it left the tree before the records that are kept.
  package subscript(node: JournalNode) -> String? { lives[node]?.type }

  /// The model above another, or above which it was; nil for a root, and if that isn't known.
  package func parent(of node: JournalNode) -> JournalNode? {
    lives[node]?.parent.map { JournalNode(tree: node.tree, id: $0) }
  }

  /// The sessions around a model, the nearest first: itself if it is one. A root counts as one.
  func sessions(around node: JournalNode) -> [JournalNode] {
    sequence(first: node) { parent(of: $0) }
      .filter { lives[$0]?.isSession == true || lives[$0]?.parent == nil }
  }

  /// Whether a model was in its tree after a record. One of which nothing is known was gone before, if the
  /// journal has the tree.
  func isInTree(_ node: JournalNode, at record: Int = .max) -> Bool {
    guard let life = lives[node] else { return !trees.contains(node.tree) }
    return life.left.map { $0 > record } ?? true
  }

  /// The record that took a model out of its tree, it or one above it; nil for a model that was there at a
  /// moment.
  package func departure(of node: JournalNode, until moment: Int = .max) -> Int? {
    lives[node]?.left.flatMap { $0 > 0 && $0 <= moment ? $0 : nil }
  }

  /// The record that attached a model; nil if it is not kept.
  package func attachment(of node: JournalNode) -> Int? { lives[node]?.attached }

  /// The types, each once. Costs a look at each model.
  package var names: Set<String> { Set(lives.values.lazy.compactMap(\.type)) }

  /// How many models it knows.
  package var count: Int { lives.count }

  /// The models that fit by themselves and their types, in the order of their creation. Costs a look at
  /// each.
  package func models(where fits: (JournalNode, String) -> Bool) -> [JournalNode] {
    lives.filter { node, life in life.type.map { fits(node, $0) } ?? false }.map(\.key)
      .sorted { ($0.tree, $0.id) < ($1.tree, $1.id) }
  }
}

extension JournalTypes {
  /// The most models on a way that are named: a file may hold a million messages that pass ten thousand each.
  package static let mostPassed = 256

  /// The models between the raiser of a message and its handler, from below: the first `mostPassed` where
  /// there are more.
  package func passed(to outcome: JournalRecord) -> [JournalNode] {
    guard let handler = outcome.handler, handler != outcome.node.id else { return [] }
    var passed: [JournalNode] = []
    var node = parent(of: outcome.node)
    while let current = node, current.id != handler, passed.count < Self.mostPassed {
      passed.append(current)
      node = parent(of: current)
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
      guard !record.isTest, let message = record.message, let declared = message.declared,
        let type = record.type ?? types[record.node],
        seen[type, default: []].insert(message).inserted
      else { return true }
      raised[type, default: []].append(declared)
      return true
    }
    return raised
  }
}
