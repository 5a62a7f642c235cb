/// A record, with those after it that set up the same model.
package struct GroupedRecords {
  /// The first of them.
  package let first: JournalRecord
  /// The others.
  package fileprivate(set) var others: [JournalRecord] = []

  /// A record alone.
  package init(_ record: JournalRecord) { first = record }
}

extension GroupedRecords {
  /// Groups what belongs together in a row of records: that a model is attached, and what it registers for,
  /// declares, provides, and says of itself before anything else happens.
  package static func groups(of records: some Sequence<JournalRecord>) -> [GroupedRecords] {
    var groups: [GroupedRecords] = []
    /// The groups of the present row, by their models.
    var places: [JournalNode: Int] = [:]
    var cause: Int?
    for record in records {
      guard record.event.setsUp else {
        places = [:]
        groups.append(GroupedRecords(record))
        continue
      }
      if record.cause != cause { places = [:] }
      cause = record.cause
      if record.event != .attached, let place = places[record.node] {
        groups[place].others.append(record)
      } else {
        places[record.node] = groups.count
        groups.append(GroupedRecords(record))
      }
    }
    return groups
  }
}

extension JournalEvent {
  /// Whether it is a step of a model that is made.
  fileprivate var setsUp: Bool {
    switch self {
    case .attached, .registered, .declared, .vocabulary, .provided, .represented, .described: true
    default: false
    }
  }
}
