import TreeJournal

/// The moments of a journal whose trees a page without a server holds.
///
/// Between two of them the tree is as after the first.
struct ExportedMoments {
  /// The numbers of their records, ascending.
  let numbers: [Int]
  /// How many moments with trees of their own the journal has.
  let count: Int

  /// Chooses the moments after which something else happens than a change of the tree, where all would
  /// be too many; and of these as many as there is room for. Costs a look at each record.
  ///
  /// - Parameter limit: How many are chosen at most.
  init(_ contents: JournalContents, limit: Int) {
    var all = [contents.records.lowerBound - 1]
    var ends: [Int] = []
    contents.forEachRecord { record in
      if record.event.changesTree {
        all.append(record.number)
      } else if let last = all.last, ends.last != last {
        ends.append(last)
      }
      return true
    }
    if let last = all.last, ends.last != last { ends.append(last) }
    count = all.count
    numbers = all.count <= limit ? all : Self.evenly(ends, limit: max(2, limit))
  }

  /// So many of some numbers, at equal distances, the first and the last among them.
  private static func evenly(_ numbers: [Int], limit: Int) -> [Int] {
    if numbers.count <= limit { return numbers }
    return (0..<limit).map { numbers[$0 * (numbers.count - 1) / (limit - 1)] }
  }
}

extension JournalEvent {
  /// Whether the tree is another one after such a record.
  fileprivate var changesTree: Bool {
    switch self {
    case .attached, .detached, .registered, .unregistered, .provided, .represented, .declared,
      .vocabulary:
      true
    case .raised, .handled, .uncaught, .unhandled, .unheard, .delivered, .opened, .closed: false
    }
  }
}
