import TextIO
package import TreeAnalysis
package import TreeJournal
import TreeSnapshot

/// A journal up to the moment of a check.
package struct RecordedHistory: Sendable {
  package let contents: JournalContents
  /// The numbers of the records to look at.
  package let records: Range<Int>

  /// Takes the records up to a moment; by default, all.
  package init(_ contents: JournalContents, from first: Int? = nil, upTo moment: Int? = nil) {
    self.contents = contents
    let kept = contents.records
    let start = max(kept.lowerBound, first ?? kept.lowerBound)
    records = start..<max(start, min(kept.upperBound, moment.map { $0 + 1 } ?? kept.upperBound))
  }
}

/// Reads a journal once, record by record, and finds the models that lines name as of each record.
final class JournalReader {
  let types: JournalTypes
  let names: MessageNames
  let words: RecordWords
  private let history: RecordedHistory
  private var trees: JournalReplay?
  /// By tree, for the current state of each.
  private var indices: [Int: SelectorIndex] = [:]
  private var changes = 0

  init(_ history: RecordedHistory) {
    self.history = history
    types = JournalTypes(of: history.contents)
    words = RecordWords(contents: history.contents, types: types)
    names = history.contents.messageNames
  }

  /// Calls with each record, in order, with the trees as they were then.
  ///
  /// - Throws: `MomentError` if a line needs more than types, and the tree can't be rebuilt.
  func forEachRecord(
    _ body: (JournalRecord) throws(MomentError) -> Void
  ) throws(MomentError) {
    let contents = history.contents
    let first = max(history.records.lowerBound, contents.records.lowerBound)
    trees = try JournalReplay(of: contents, at: first - 1)
    var failure: MomentError?
    contents.forEachRecord(in: history.records) { record in
      trees?.advance(to: record.number)
      do throws(MomentError) { try body(record) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
  }

  /// Whether a line is about messages that a model raises.
  func isRaiser(of claim: RouteClaim, _ node: JournalNode) throws(MomentError) -> Bool {
    guard let raisers = claim.raisers else { return true }
    if try !names([raisers], node) { return false }
    return try !names(claim.exceptRaisers, node)
  }

  /// Whether a recorded outcome is the one that a line asks for.
  func allows(_ claim: RouteClaim, _ record: JournalRecord) throws(MomentError) -> Bool {
    let isLost = [.uncaught, .unhandled, .unheard].contains(record.event)
    if isLost || claim.outcome == .lost { return isLost == (claim.outcome == .lost) }
    if record.event == .handled {
      return claim.outcome == .taken
        ? try !names(claim.exceptPlaces, record.handlerNode)
        : try names(claim.places, record.handlerNode)
    }
    if claim.outcome == .taken, claim.exceptPlaces.isEmpty { return true }
    let receivers = try receivers(of: record)
    if claim.outcome == .taken {
      for node in receivers where try names(claim.exceptPlaces, node) { return false }
      return true
    }
    for place in claim.places {
      var isHeard = false
      for node in receivers where try names([place], node) { isHeard = true }
      if !isHeard { return false }
    }
    for node in receivers where claim.isOnly {
      if try !names(claim.places, node) { return false }
    }
    return true
  }

  /// The models that would receive a record's event, raised now.
  func receivers(of record: JournalRecord) throws(MomentError) -> [JournalNode] {
    let tree = try snapshot(record.node.tree)
    guard let message = record.message?.message,
      let position = tree.position(ofID: record.node.id),
      case .delivered(let receivers) = tree.route(of: message, raisedAt: position).outcome
    else { return [] }
    return receivers.map { JournalNode(tree: record.node.tree, id: tree[$0].id) }
  }

  /// Whether places name a model now. If they name more than a type, this costs a snapshot after each change.
  private func names(_ places: [Place], _ node: JournalNode) throws(MomentError) -> Bool {
    for place in places {
      guard case .selector(let selector) = place.subject else { continue }
      if selector.isEverything { return true }
      if selector.isNameAlone {
        if let type = types[node], selector.lastSegmentFits(id: node.id, type: type) { return true }
        continue
      }
      let tree = try snapshot(node.tree)
      if let position = tree.position(ofID: node.id),
        index(of: tree, node.tree).matches(of: selector).contains(position)
      {
        return true
      }
    }
    return false
  }

  private func snapshot(_ number: Int) throws(MomentError) -> Snapshot {
    // Objects that aren't models keep no tree.
    guard trees?[tree: number] != nil, let snapshot = try trees?.snapshot(ofTree: number) else {
      throw .noTrees
    }
    return snapshot
  }

  private func index(of tree: Snapshot, _ number: Int) -> SelectorIndex {
    if let trees, changes != trees.changes {
      indices = [:]
      changes = trees.changes
    }
    let index = indices[number] ?? SelectorIndex(tree)
    indices[number] = index
    return index
  }
}

extension RouteClaim {
  /// Whether the line is about a record's message. Messages raised from an inspector don't count.
  func names(_ record: JournalRecord, _ names: MessageNames) -> Bool {
    guard case .message(let kind, let name, let except) = subject, record.message?.kind == kind
    else { return false }
    return record.isNamed(by: [name], except: except, names)
  }
}

extension JournalRecord {
  /// The model that handled the message.
  var handlerNode: JournalNode { JournalNode(tree: node.tree, id: handler ?? 0) }

  /// Whether an app raised the message, and it has one of some names; without names, any.
  func isNamed(
    by patterns: [MessagePattern], except: [MessagePattern], _ names: MessageNames
  ) -> Bool {
    guard let message, !isTest else { return false }
    return (patterns.isEmpty || patterns.contains { $0.matches(message, names) })
      && !except.contains { $0.matches(message, names) }
  }
}

extension JournalContents {
  /// The names of all messages in the journal.
  package var messageNames: MessageNames {
    MessageNames(
      of: messages.compactMap { own in own.message.map { DeclaredMessage($0, label: own.label) } })
  }
}
