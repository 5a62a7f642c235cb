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
    let start = first ?? 0
    let asked = start..<max(start, moment.map { $0 + 1 } ?? .max)
    records = asked.clamped(to: contents.records)
  }
}

/// Reads a journal record by record, and finds the models that lines name as of each record.
package final class JournalReader {
  package let types: JournalTypes
  let names: MessageNames
  let words: RecordWords
  let contents: JournalContents
  private let records: Range<Int>
  /// The record that is read.
  private var number = 0
  /// The trees at a record, and one of them as it was after a number of changes.
  private var trees: JournalReplay?
  private var index: (tree: Int, changes: Int, selectors: SelectorIndex)?

  package init(_ history: RecordedHistory) {
    (contents, records) = (history.contents, history.records)
    types = JournalTypes(of: contents)
    words = RecordWords(contents: contents, types: types)
    names = contents.messageNames
  }

  /// Calls with each record, in order.
  package func forEachRecord(_ body: (JournalRecord) throws -> Void) throws {
    trees = nil
    for number in records {
      guard let record = contents[number] else { continue }
      self.number = number
      try body(record)
    }
  }

  /// Whether a record is the outcome that a line asks for; nil if it isn't an outcome of the line's
  /// messages and raisers. Messages raised from an inspector don't count.
  ///
  /// - Throws: `MomentError` if the line needs more than types, and the tree can't be rebuilt.
  package func isOutcome(_ record: JournalRecord, of claim: RouteClaim) throws -> Bool? {
    let isLost = [.uncaught, .unhandled, .unheard].contains(record.event)
    guard isLost || [.handled, .delivered].contains(record.event),
      record.message?.kind == claim.kind, isNamed(record, by: claim.subject)
    else { return nil }
    if let raisers = claim.raisers {
      if try !isNamed(record.node, by: raisers.names) { return nil }
      if try isNamed(record.node, by: raisers.except) { return nil }
    }
    if isLost || claim.outcome == .lost { return isLost == (claim.outcome == .lost) }
    let (wanted, excepted) = (claim.takers.names, claim.takers.except)
    if claim.outcome == .taken, excepted.isEmpty { return true }
    let isHandled = record.event == .handled
    let takers = isHandled ? [record.handlerNode] : try receivers(of: record)
    if claim.outcome == .taken { return try !takers.contains { try isNamed($0, by: excepted) } }
    if isHandled || claim.isOnly, try !takers.allSatisfy({ try isNamed($0, by: wanted) }) {
      return false
    }
    return try isHandled
      || wanted.allSatisfy { place in try takers.contains { try isNamed($0, by: [place]) } }
  }

  /// Whether an app raised a record's message, and it is one of some; without names, any.
  func isNamed(_ record: JournalRecord, by messages: Listed<NamePattern>) -> Bool {
    guard let message = record.message, !record.isTest else { return false }
    return messages.contain(message, names)
  }

  /// The models that would receive a record's event, raised now.
  package func receivers(of record: JournalRecord) throws -> [JournalNode] {
    let tree = try snapshot(record.node.tree)
    guard let message = record.message?.message,
      let position = tree.position(ofID: record.node.id),
      case .delivered(let receivers) = tree.route(of: message, raisedAt: position).outcome
    else { return [] }
    return receivers.map { JournalNode(tree: record.node.tree, id: tree[$0].id) }
  }

  /// Whether places name a model now. If they name more than a type, this costs a snapshot after each change.
  private func isNamed(_ node: JournalNode, by places: [Place]) throws -> Bool {
    try places.compactMap(\.selector).contains { selector in
      if selector.isEverything { return true }
      if selector.isNameAlone {
        return types[node].map { selector.lastSegmentFits(id: node.id, type: $0) } ?? false
      }
      let tree = try snapshot(node.tree)
      let changes = trees?.changes ?? 0
      if index?.tree != node.tree || index?.changes != changes {
        index = (node.tree, changes, SelectorIndex(tree))
      }
      let position = tree.position(ofID: node.id)
      return position.map { index?.selectors.matches(of: selector).contains($0) ?? false } ?? false
    }
  }

  private func snapshot(_ tree: Int) throws -> Snapshot {
    if trees == nil { trees = try JournalReplay(of: contents, at: records.lowerBound - 1) }
    trees?.advance(to: number)
    // Of objects that aren't models, the tree at each record isn't known.
    guard trees?[tree: tree]?.isOfObjects == false,
      let snapshot = try trees?.snapshot(ofTree: tree)
    else {
      throw MomentError.noTrees
    }
    return snapshot
  }
}

extension JournalRecord {
  /// The model that handled the message.
  package var handlerNode: JournalNode { JournalNode(tree: node.tree, id: handler ?? 0) }
}

extension JournalContents {
  /// The names of all messages in the journal.
  package var messageNames: MessageNames { MessageNames(of: messages.compactMap(\.declared)) }
}
