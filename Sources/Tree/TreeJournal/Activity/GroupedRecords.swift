extension JournalRecord {
  /// Groups what belongs together in a row of records: that a model is attached, and what it registers for,
  /// declares, provides, and says of itself before anything else happens.
  package static func groups(of records: some Sequence<JournalRecord>) -> [[JournalRecord]] {
    var groups: [[JournalRecord]] = []
    /// The groups of the present row, by their models.
    var places: [JournalNode: Int] = [:]
    for record in records {
      if !record.event.setsUp || record.cause != groups.last?.first?.cause { places = [:] }
      if record.event.setsUp, record.event != .attached, let place = places[record.node] {
        groups[place].append(record)
      } else {
        if record.event.setsUp { places[record.node] = groups.count }
        groups.append([record])
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
