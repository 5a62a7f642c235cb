package import TreeAnalysis
package import TreeJournal
import TreeSnapshot

/// Finds the models of a journal that a line names, at successive moments.
final class JournalPlaces {
  /// The names of the journal's messages.
  let names: MessageNames
  private let types: JournalTypes
  private let trees: MovingTree
  /// By tree, for the current state of each.
  private var indices: [Int: SelectorIndex] = [:]
  private var changes = 0

  init(
    _ history: RecordedHistory, _ types: JournalTypes, _ names: MessageNames
  ) throws(MomentError) {
    let first = max(history.records.lowerBound, history.contents.records.lowerBound)
    trees = try MovingTree(of: history.contents, at: first - 1)
    self.types = types
    self.names = names
  }

  /// Advances to a later moment.
  func advance(to moment: Int) { trees.advance(to: moment) }

  /// Whether places name a model at the current moment. If they name more than a type, this costs a
  /// snapshot after each change.
  func names(_ places: [Place], _ node: JournalNode) throws(MomentError) -> Bool {
    for place in places where try names(place, node) { return true }
    return false
  }

  private func names(_ place: Place, _ node: JournalNode) throws(MomentError) -> Bool {
    guard case .selector(let selector) = place.subject else { return false }
    if selector.isEverything { return true }
    if selector.isNameAlone {
      return types[node].map { selector.lastSegmentFits(id: node.id, type: $0) } ?? false
    }
    let tree = try trees.snapshot(ofTree: node.tree)
    guard let position = tree.position(ofID: node.id) else { return false }
    return index(of: tree, node.tree).matches(of: selector).contains(position)
  }

  /// Whether a line is about messages that a model raises.
  func isRaiser(of claim: MessageClaim, _ node: JournalNode) throws(MomentError) -> Bool {
    guard let raisers = claim.raisers else { return true }
    if try !names(raisers, node) { return false }
    return try !names(claim.exceptRaisers, node)
  }

  /// Whether a recorded outcome is the one that a line asks for.
  func allows(_ claim: MessageClaim, _ record: JournalRecord) throws(MomentError) -> Bool {
    switch (claim.outcome, record.event) {
    case (.lost, let event): return event.name == claim.kind.outcomes.lost
    case (_, .uncaught), (_, .unhandled), (_, .unheard): return false
    case (.taken, .handled): return try !names(claim.exceptPlaces, record.handlerNode)
    case (.places, .handled): return try names(claim.places, record.handlerNode)
    case (.taken, _) where claim.exceptPlaces.isEmpty: return true
    default: break
    }
    // Who received it isn't recorded of objects that keep no tree.
    if !holdsTree(record.node.tree) { throw .noTrees }
    let receivers = try receivers(of: record)
    if claim.outcome == .taken {
      for node in receivers where try names(claim.exceptPlaces, node) { return false }
      return true
    }
    for place in claim.places {
      var isHeard = false
      for node in receivers where try names(place, node) { isHeard = true }
      if !isHeard { return false }
    }
    if claim.isOnly {
      for node in receivers where try !names(claim.places, node) { return false }
    }
    return true
  }

  /// The models that would receive a record's event, raised now.
  func receivers(of record: JournalRecord) throws(MomentError) -> [JournalNode] {
    guard holdsTree(record.node.tree), let message = record.message?.message else { return [] }
    let tree = try trees.snapshot(ofTree: record.node.tree)
    guard let position = tree.position(ofID: record.node.id),
      case .delivered(let receivers) = tree.route(of: message, raisedAt: position).outcome
    else { return [] }
    return receivers.map { JournalNode(tree: record.node.tree, id: tree[$0].id) }
  }

  private func holdsTree(_ number: Int) -> Bool { trees.withTree(number) { $0 != nil } }

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

extension MessageClaim {
  /// Whether the line is about a record's message.
  func names(_ record: JournalRecord, _ names: MessageNames) -> Bool {
    guard let message = record.message, message.kind == kind, !record.isTest else { return false }
    return name.matches(message, names) && !exceptNames.contains { $0.matches(message, names) }
  }
}

extension JournalRecord {
  /// The model that handled the message.
  var handlerNode: JournalNode { JournalNode(tree: node.tree, id: handler ?? 0) }
}

extension JournalContents {
  /// The names of all messages in the journal.
  package var messageNames: MessageNames {
    MessageNames(
      of: messages.compactMap { own in own.message.map { DeclaredMessage($0, label: own.label) } })
  }
}
