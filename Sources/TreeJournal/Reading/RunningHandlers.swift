/// Tells at which moments of a journal a handler runs. It is given one record after the other.
package struct RunningHandlers {
  /// When the last of them returns; nil where one never did.
  private var end: Int? = 0
  /// The record of that one.
  private var last = 0

  /// The first record that is known of.
  private let first: Int

  /// Begins before a record.
  ///
  /// - Parameter first: its number.
  package init(before first: Int) { self.first = first }

  /// Takes the next record.
  package mutating func take(_ record: JournalRecord) {
    guard let current = end, record.runsHandlers else { return }
    guard let own = record.nanoseconds.map({ record.elapsed &+ $0 }) else {
      end = nil
      return
    }
    if own >= current { (end, last) = (own, record.number) }
  }

  /// Whether all had returned before the next record was written.
  ///
  /// - Parameter next: that record; nil where the journal ends.
  package func haveReturned(before next: JournalRecord?) -> Bool {
    guard let end else { return false }
    guard let next else { return true }
    // What was dropped may be still running.
    if let cause = next.cause, cause < first { return false }
    // A clock that did not move meanwhile says nothing.
    return next.elapsed == end ? next.cause != last : next.elapsed > end
  }
}

extension JournalRecord {
  /// Whether handlers run because of it.
  package var runsHandlers: Bool {
    switch event {
    case .handled, .delivered: true
    case .uncaught: handler != nil
    default: false
    }
  }
}

extension JournalEvent {
  /// Whether the tree is another one afterwards.
  package var changesTree: Bool {
    switch self {
    case .raised, .handled, .uncaught, .unhandled, .unheard, .delivered: false
    case .attached, .detached, .registered, .unregistered, .provided, .represented, .opened,
      .closed, .declared, .vocabulary:
      true
    }
  }
}
