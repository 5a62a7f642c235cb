package import TreeSnapshot

/// Asynchronous work of a journal.
package struct RecordedWork: Sendable {
  /// The record of its start.
  package let start: JournalRecord
  /// The record of its end; nil if it had not ended.
  package internal(set) var end: JournalRecord?
}

extension JournalContents {
  /// The work that started up to a moment, in the order of the starts. Costs a pass over the records.
  ///
  /// Work is left out if the record of its start was dropped.
  package func works(until moment: Int = .max) -> [RecordedWork] {
    var works: [RecordedWork] = []
    var places: [Int: Int] = [:]
    forEachRecord(in: records(until: moment), of: [.started, .ended]) { record in
      if record.event == .started {
        places[record.number] = works.count
        works.append(RecordedWork(start: record))
      } else if let place = record.started.flatMap({ places[$0] }) {
        works[place].end = record
      }
      return true
    }
    return works
  }

  /// The work that had not ended when its model left the tree, with the record of the departure.
  package func worksOfDeparted(
    until moment: Int, _ types: JournalTypes
  ) -> [(work: RecordedWork, departure: JournalRecord)] {
    works(until: moment).compactMap { work in
      guard let departure = types.departure(of: work.start.node, until: moment),
        departure > work.start.number, departure < work.end?.number ?? .max,
        let record = self[departure]
      else { return nil }
      return (work, record)
    }
  }

  /// A tree at a moment with the work that its models waited for then.
  package func adding(worksOfTree tree: Int?, at moment: Int, to snapshot: Snapshot) -> Snapshot {
    var running: [Int: [Work]] = [:]
    for work in works(until: moment) where work.end == nil && work.start.node.tree == tree {
      let start = work.start
      running[start.node.id, default: []].append(Work(source: start.source, since: start.time))
    }
    return snapshot.working(running)
  }
}
