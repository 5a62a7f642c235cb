package import TreeSnapshot

extension JournalContents {
  /// The last tree that the app held, also where it ended before the last record: as it was before its
  /// root session closed. Costs reading a checkpoint, and the records between it and the moment; where
  /// the tree ended, a look at each record from the last one back to that.
  ///
  /// - Parameter name: what the tree is called.
  /// - Throws: `MomentError` where no tree is kept.
  package func lastSnapshot(name: String? = nil) throws(MomentError) -> Snapshot {
    do throws(MomentError) {
      return try snapshot(at: records.upperBound - 1, name: name)
    } catch {
      guard case .noTree = error, let moment = momentBeforeLastEnd else { throw error }
      return try snapshot(at: moment, name: name)
    }
  }

  /// The last moment before a whole tree ended, and before its sessions closed: the records from then on
  /// tell of closing and leaving alone. Nil where the last record is of something else.
  private var momentBeforeLastEnd: Int? {
    var end: Int?
    for number in records.reversed() {
      switch self[number]?.event {
      case .detached: end = end ?? number
      case .closed:
        // The sessions within it closed before.
        var first = number
        while self[first - 1]?.event == .closed { first -= 1 }
        return first - 1
      default: return end.map { $0 - 1 }
      }
    }
    return end.map { $0 - 1 }
  }
}
