import TreeSnapshot

/// What a journal knows of its models: their types, which model is above which, and which records attached
/// them and took them out of their trees.
package struct JournalTypes: Sendable {
  private struct Life {
    var type: String?
    var parent: Int?
    /// The record that attached it; nil if that is not kept.
    var attached: Int?
    /// The record that took it out of the tree by itself.
    var detached: Int?
    /// The record that took it, or a model above it, out of the tree; 0 if it was created below a model that
    /// had left. None comes back.
    var left: Int?
  }

  private var lives: [JournalNode: Life] = [:]
  /// The trees that a checkpoint has.
  private var trees: Set<Int> = []

  /// Collects all models. Costs a pass over the available records.
  package init(of contents: JournalContents) { add(contents) }

  /// Adds the models in a later part of the journal. Costs a look at each of its records, and each model.
  ///
  /// - Parameter lastRecord: The number of the last record that was added already.
  package mutating func add(_ contents: JournalContents, after lastRecord: Int = 0) {
    for checkpoint in contents.checkpointList where checkpoint.moment >= lastRecord {
      for (number, tree) in checkpoint.trees ?? []
      where tree.isOfObjects || trees.insert(number).inserted {
        for node in tree.positions.lazy.map({ tree[$0] }) {
          lives[JournalNode(tree: number, id: node.id)] =
            Life(type: node.type, parent: node.parent?.id)
        }
      }
    }
    let range = (lastRecord + 1)..<max(lastRecord + 1, contents.records.upperBound)
    contents.forEachRecord(in: range, of: [.attached, .detached, .raised, .handled]) { record in
      var life = lives[record.node] ?? Life()
      // Also of an object that raises a message and isn't a model.
      life.type = record.type ?? life.type
      if record.event == .attached {
        (life.attached, life.parent) = (record.number, record.parent)
      } else if record.event == .detached {
        life.detached = life.detached ?? record.number
      }
      // A model that no checkpoint has and no record attached had left with one above it.
      if life.type != nil || !trees.contains(record.node.tree) { lives[record.node] = life }
      if let type = record.handlerType, let handler = record.handler {
        lives[JournalNode(tree: record.node.tree, id: handler), default: Life()].type = type
      }
      return true
    }
    findDepartures()
  }

  private mutating func findDepartures() {
    // Ids ascend from parent to child: a damaged journal has no circles then.
    for node in lives.keys.sorted(by: { $0.id < $1.id }) {
      guard var life = lives[node] else { continue }
      if let parent = life.parent, parent >= node.id { life.parent = nil }
      let above = life.parent.flatMap { id in
        lives[JournalNode(tree: node.tree, id: id)].map(\.left)
          ?? (trees.contains(node.tree) ? 0 : nil)
      }
      let left = min(life.detached ?? .max, above ?? .max)
      life.left = left < life.attached ?? 0 ? 0 : left == .max ? nil : left
      lives[node] = life
    }
  }

  /// The type of a model; nil if it left the tree before the records that are kept.
  package subscript(node: JournalNode) -> String? { lives[node]?.type }

  /// The model above another, or above which it was; nil for a root, and if that isn't known.
  package func parent(of node: JournalNode) -> JournalNode? {
    lives[node]?.parent.map { JournalNode(tree: node.tree, id: $0) }
  }

  /// Whether a model was in its tree after a record. One of which nothing is known was gone before, if the
  /// journal has the tree.
  func isInTree(_ node: JournalNode, at record: Int) -> Bool {
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

  /// The models that fit by themselves and their types, in the order of their creation. Costs a look at
  /// each.
  package func models(where fits: (JournalNode, String) -> Bool) -> [JournalNode] {
    lives.filter { node, life in life.type.map { fits(node, $0) } ?? false }.map(\.key)
      .sorted { ($0.tree, $0.id) < ($1.tree, $1.id) }
  }
}
