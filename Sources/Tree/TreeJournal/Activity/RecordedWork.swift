package import TreeSnapshot

extension JournalContents {
  /// The records of the starts of work that had not ended at a moment. Costs a pass over the records.
  ///
  /// Work is left out if the record of its start was dropped.
  func runningWork(at moment: Int) -> [JournalRecord] {
    var running: [Int: JournalRecord] = [:]
    forEachRecord(in: records(until: moment), of: [.started, .ended]) { record in
      let isStart = record.event == .started
      running[isStart ? record.number : record.started ?? 0] = isStart ? record : nil
      return true
    }
    return running.values.sorted { $0.number < $1.number }
  }

  /// A tree at a moment with the work that its models waited for then.
  package func adding(worksOfTree tree: Int?, at moment: Int, to snapshot: Snapshot) -> Snapshot {
    var running: [Int: [Work]] = [:]
    for start in runningWork(at: moment) where start.node.tree == tree {
      running[start.node.id, default: []].append(Work(source: start.source, since: start.time))
    }
    return snapshot.working(running)
  }
}
