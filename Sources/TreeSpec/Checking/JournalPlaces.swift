package import TreeAnalysis
package import TreeJournal
import TreeSnapshot

/// Tells which models of a journal are those that a line names, at one moment after the other.
final class JournalPlaces {
  let types: JournalTypes
  /// The names of the journal's messages.
  let messages: MessageNames
  private let trees: MovingTree
  private let bindings: [String: SpecBinding]
  /// By tree; of the trees as they are now.
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

  /// Goes on to a later moment.
  func advance(to moment: Int) { trees.advance(to: moment) }

  /// Whether a place names a model at the present moment. Where more than a type is asked for, it costs
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

  /// Whether the journal holds the tree of a node; that of objects that aren't models isn't kept.
  func hasTree(of node: JournalNode) -> Bool { trees.withTree(node.tree) { $0 != nil } }

  /// The models that receive an event that a model raises now.
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
  /// Whether what became of a message, as a journal says, is what the line asks for.
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
  func names(_ message: JournalMessage?, _ names: MessageNames) -> Bool {
    guard let message, message.kind == kind else { return false }
    return message.fits([name], except: exceptNames, names)
  }
}

extension JournalMessage {
  /// Whether some names, or none at all, name it, and others do not.
  func fits(
    _ names: [MessageName], except others: [MessageName], _ messages: MessageNames
  ) -> Bool {
    let known = KnownMessage(kind: kind, domain: domain, code: code, label: label)
    return (names.isEmpty || names.contains { $0.fits(known, messages) })
      && !others.contains { $0.fits(known, messages) }
  }
}

extension JournalContents {
  /// The names of all messages that it holds.
  package var messageNames: MessageNames {
    MessageNames(
      of: messages.compactMap { own in own.message.map { DeclaredMessage($0, label: own.label) } })
  }
}

extension JournalRecord {
  /// The model that handled the message.
  var handlerNode: JournalNode { JournalNode(tree: node.tree, id: handler ?? 0) }
}
