package import TreeAnalysis
package import TreeJournal
import TreeSnapshot

/// Finds the models of a journal that a line names, at successive moments.
final class JournalPlaces {
  let types: JournalTypes
  /// The names of the journal's messages.
  let messages: MessageNames
  private let trees: MovingTree
  private let bindings: [String: SpecBinding]
  /// By tree, for the current state of each.
  private var indices: [Int: SelectorIndex] = [:]
  private var changes = 0

  init(
    _ trees: MovingTree, _ types: JournalTypes, _ messages: MessageNames,
    _ bindings: [String: SpecBinding]
  ) {
    self.trees = trees
    self.types = types
    self.messages = messages
    self.bindings = bindings
  }

  /// Advances to a later moment.
  func advance(to moment: Int) { trees.advance(to: moment) }

  /// Whether a place names a model at the current moment. If it names more than a type, this costs
  /// a snapshot after each change.
  func names(_ place: SpecPlace, _ node: JournalNode) throws(MomentError) -> Bool {
    switch place.subject {
    case .capture(let name, _):
      for place in bindings[name]?.places ?? [] where try names(place, node) { return true }
      return false
    case .selector(let selector):
      if selector.isEverything { return true }
      if selector.isBareName {
        return types[node].map { selector.lastSegmentFits(id: node.id, type: $0) } ?? false
      }
      let tree = try trees.snapshot(ofTree: node.tree)
      guard let position = tree.position(ofID: node.id) else { return false }
      return index(of: tree, node.tree).matches(of: selector).contains(position)
    }
  }

  func names(_ places: [SpecPlace], _ node: JournalNode) throws(MomentError) -> Bool {
    for place in places where try names(place, node) { return true }
    return false
  }

  /// Whether the journal contains a node's tree; trees of objects that aren't models aren't
  /// recorded.
  func hasTree(of node: JournalNode) -> Bool { trees.withTree(node.tree) { $0 != nil } }

  /// The models that would receive an event raised now.
  func receivers(of message: Message, from node: JournalNode) throws(MomentError) -> [JournalNode] {
    let tree = try trees.snapshot(ofTree: node.tree)
    guard let position = tree.position(ofID: node.id),
      case .delivered(let receivers) = tree.route(of: message, raisedAt: position).outcome
    else { return [] }
    return receivers.map { JournalNode(tree: node.tree, id: tree[$0].id) }
  }

  private func index(of tree: Snapshot, _ number: Int) -> SelectorIndex {
    if changes != trees.changes {
      indices = [:]
      changes = trees.changes
    }
    if let known = indices[number] { return known }
    let index = SelectorIndex(tree)
    indices[number] = index
    return index
  }
}

extension RouteClaim {
  /// Whether a message's recorded outcome is the one that the line asks for.
  func allows(_ outcome: JournalRecord, _ places: JournalPlaces) throws(MomentError) -> Bool {
    switch (self.outcome, outcome.event) {
    case (.lost, let event): return event.name == kind.outcomes.lost
    case (_, .uncaught), (_, .unhandled), (_, .unheard): return false
    case (.taken, .handled):
      return try !places.names(exceptPlaces, outcome.handlerNode)
    case (.places, .handled): return try places.names(self.places, outcome.handlerNode)
    case (.taken, _) where exceptPlaces.isEmpty: return true
    default:
      guard let message = outcome.message?.message else { return false }
      let receivers = try places.receivers(of: message, from: outcome.node)
      if self.outcome == .taken {
        for node in receivers where try places.names(exceptPlaces, node) { return false }
        return true
      }
      for place in self.places {
        var isHeard = false
        for node in receivers where try places.names(place, node) { isHeard = true }
        if !isHeard { return false }
      }
      if isOnly {
        for node in receivers where try !places.names(self.places, node) { return false }
      }
      return true
    }
  }

  /// Whether the line is about a message.
  func names(_ message: KnownMessage?, _ names: MessageNames) -> Bool {
    guard let message, message.kind == kind else { return false }
    return message.fits([name], except: exceptNames, names)
  }
}

extension KnownMessage {
  /// Whether some names match it, or there are none, and no exception does.
  func fits(
    _ names: [SpecMessageName], except others: [SpecMessageName], _ messages: MessageNames
  ) -> Bool {
    (names.isEmpty || names.contains { $0.fits(self, messages) })
      && !others.contains { $0.fits(self, messages) }
  }
}

extension JournalContents {
  /// The names of all messages in the journal.
  package var messageNames: MessageNames {
    MessageNames(
      of: messages.compactMap { own in own.message.map { DeclaredMessage($0, label: own.label) } })
  }
}

extension JournalRecord {
  /// The model that handled the message.
  var handlerNode: JournalNode { JournalNode(tree: node.tree, id: handler ?? 0) }
}
