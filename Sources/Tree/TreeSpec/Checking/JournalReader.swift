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
  /// Why there are none.
  private var failure: MomentError?
  /// Of the tree that was looked at last, as it was after a number of changes.
  private var index: (tree: Int, changes: Int, selectors: SelectorIndex)?

  init(_ history: RecordedHistory) {
    self.history = history
    types = JournalTypes(of: history.contents)
    words = RecordWords(contents: history.contents, types: types)
    names = history.contents.messageNames
  }

  /// Calls with each record, in order, with the trees as they were then.
  ///
  /// - Throws: `MomentError` if a line needs more than types, and the tree can't be rebuilt.
  func forEachRecord(_ body: (JournalRecord) throws -> Void) throws {
    do throws(MomentError) {
      trees = try JournalReplay(of: history.contents, at: history.records.lowerBound - 1)
    } catch {
      self.failure = error
    }
    var failure: (any Error)?
    history.contents.forEachRecord(in: history.records) { record in
      trees?.advance(to: record.number)
      do { try body(record) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
  }

  /// Whether a record is the outcome that a line asks for; nil if it isn't an outcome of the line's
  /// messages and raisers. Messages raised from an inspector don't count.
  func isOutcome(_ record: JournalRecord, of claim: RouteClaim) throws -> Bool? {
    let isLost = [.uncaught, .unhandled, .unheard].contains(record.event)
    guard isLost || [.handled, .delivered].contains(record.event),
      case .messages(let kind, let messages) = claim.subject, record.message?.kind == kind,
      isNamed(record, by: messages)
    else { return nil }
    if let raisers = claim.raisers {
      if try !isNamed(record.node, by: raisers.places) { return nil }
      if try isNamed(record.node, by: raisers.except) { return nil }
    }
    if isLost || claim.outcome == .lost { return isLost == (claim.outcome == .lost) }
    let (wanted, excepted) = (claim.takers.places, claim.takers.except)
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
  func isNamed(_ record: JournalRecord, by messages: Messages) -> Bool {
    guard let message = record.message, !record.isTest else { return false }
    return messages.contain(message, names)
  }

  /// The models that would receive a record's event, raised now.
  func receivers(of record: JournalRecord) throws -> [JournalNode] {
    let tree = try snapshot(record.node.tree)
    guard let message = record.message?.message,
      let position = tree.position(ofID: record.node.id),
      case .delivered(let receivers) = tree.route(of: message, raisedAt: position).outcome
    else { return [] }
    return receivers.map { JournalNode(tree: record.node.tree, id: tree[$0].id) }
  }

  /// Whether places name a model now. If they name more than a type, this costs a snapshot after each change.
  private func isNamed(_ node: JournalNode, by places: [Place]) throws -> Bool {
    for selector in places.compactMap(\.selector) {
      if selector.isEverything { return true }
      if selector.isNameAlone {
        if let type = types[node], selector.lastSegmentFits(id: node.id, type: type) { return true }
        continue
      }
      let tree = try snapshot(node.tree)
      let changes = trees?.changes ?? 0
      if index?.tree != node.tree || index?.changes != changes {
        index = (node.tree, changes, SelectorIndex(tree))
      }
      if let position = tree.position(ofID: node.id),
        index?.selectors.matches(of: selector).contains(position) == true
      {
        return true
      }
    }
    return false
  }

  private func snapshot(_ number: Int) throws -> Snapshot {
    if let failure { throw failure }
    // Of objects that aren't models, the tree at each record isn't known.
    guard trees?[tree: number]?.isOfObjects == false,
      let snapshot = try trees?.snapshot(ofTree: number)
    else {
      throw MomentError.noTrees
    }
    return snapshot
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
