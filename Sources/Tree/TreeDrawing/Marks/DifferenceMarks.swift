import TextIO
import TreeAnalysis
import TreeSnapshot

/// The marks of a difference on the nodes of a drawing.
struct DifferenceMarks: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case added, removed, moved, changed

    /// A mark with the same meaning as its color.
    var mark: String {
      switch self {
      case .added: "+"
      case .removed: "−"
      case .moved: ">"
      case .changed: "~"
      }
    }
  }

  struct Node: Sendable {
    /// The kind, which determines the node's color.
    var kind: Kind
    /// The words next to the name, each after the mark of its kind.
    var words: [(kind: Kind, text: String)]
    /// The node's old place, and its differences, each with its kind.
    var details: [(kind: Kind, text: String)] = []
    /// The new subscriptions, which are marked where they are listed.
    var addedSubscriptions: [Subscription] = []
    /// The id of a removed node.
    var oldID: Int?

    /// The words without their marks, the details, and the new subscriptions.
    var sentence: String {
      let added = addedSubscriptions.map { ModelChange.registered($0).words().string }
      return (words.map(\.text) + (details.map(\.text) + added).map { DOTText.visible($0) })
        .joined(separator: ", ")
    }
  }

  private(set) var nodes: [Int: Node] = [:]
  /// The nodes that are never folded.
  private var unfolded: [Int] = []

  init(_ difference: TreeDifference, _ both: TreeOfBoth) {
    for (old, position) in both.oldPositions {
      nodes[position] = Node(
        kind: .removed, words: [(.removed, "removed")], oldID: difference.old[old].id)
    }
    for part in difference.removed {
      guard let position = both.oldPositions[part.position] else { continue }
      if part.position == 0 { nodes[position]?.words[0].text = "removed: was the root" }
      unfolded.append(position)
    }
    for position in difference.new.positions
    where difference.oldPosition(ofNew: position) == nil {
      nodes[both.newPositions[position]] = Node(kind: .added, words: [(.added, "added")])
    }
    unfolded += difference.added.map { both.newPositions[$0.position] }
    let paths = difference.moved.isEmpty ? nil : NodePaths(difference.old)
    for move in difference.moved {
      let position = both.newPositions[move.newPosition]
      nodes[position] = Node(
        kind: .moved,
        words: [(.moved, move.isAmongSiblings ? "moved among its siblings" : "moved")])
      if !move.isAmongSiblings {
        let parent = difference.old[move.oldPosition].parent?.position
        let place = parent.flatMap { paths?.shortPath(of: $0) }.map { "was below \($0)" }
        nodes[position]?.details = [(.moved, place ?? "was the root")]
      }
      unfolded.append(position)
    }
    for model in difference.changed {
      let position = both.newPositions[model.newPosition]
      var node = nodes[position] ?? Node(kind: .changed, words: [])
      node.words.append((.changed, "changed"))
      for change in model.changes {
        if case .subscription(let subscription) = change.new {
          node.addedSubscriptions.append(subscription)
        } else {
          node.details.append((.changed, change.words().string))
        }
      }
      nodes[position] = node
      unfolded.append(position)
    }
  }

  /// The nodes that are never folded, with their ancestors up to the top of the drawing.
  ///
  /// - Parameter limit: the maximum number of nodes, of which the first are chosen; nil for all.
  func kept(in snapshot: Snapshot, root: Int, limit: Int?) -> Set<Int> {
    let parents = snapshot.columns.parents
    var kept: Set<Int> = []
    for position in different(in: snapshot, root: root).sorted() {
      var line: [Int] = []
      var node = position
      while node >= root, !kept.contains(node) {
        line.append(node)
        node = Int(parents[node])
      }
      if let limit, kept.count + line.count > limit { break }
      kept.formUnion(line)
    }
    return kept
  }

  /// The nodes below the top of the drawing that differ; of an added or removed part, the topmost.
  func different(in snapshot: Snapshot, root: Int) -> [Int] {
    let subtree = snapshot[root].subtree
    return unfolded.filter { subtree.contains($0) }
  }
}

/// Two trees compared in a drawing.
struct Comparison: Sendable {
  let oldName: String
  let newName: String
  let summary: String
  let marks: DifferenceMarks
}

extension Palette.Tone {
  /// A node that differs.
  init(_ kind: DifferenceMarks.Kind) {
    switch kind {
    case .added: self = .taker
    case .removed: self = .error
    case .moved: self = .event
    case .changed: self = .end
    }
  }
}
