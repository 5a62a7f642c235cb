package import TreeSnapshot

/// Which records of a journal are wanted.
package struct RecordFilter: Sendable {
  /// The messages and whole domains, without labels; nil for all records.
  package var messages: Set<KnownMessage>?
  /// The kinds of records; empty for all.
  package var events: Set<JournalEvent>
  /// The models that did it, or that it was done to; nil for all.
  package var models: Set<JournalNode>?
  /// Whether the models' own lives are wanted, and not what happens around them.
  package var isOfLives = false
  /// The key of a state whose changes are wanted; nil for all records.
  package var stateKey: String?
  /// The record that led to them; nil for all.
  package var origin: Int?
  /// The record that they led to; nil for all.
  package var outcome: Int?
  /// How many nanoseconds handlers and actions took more, or still run; nil for all records.
  package var longerThan: Int?
  /// The first number.
  package var first = 1
  /// The last number.
  package var last = Int.max

  /// The records that the origin led to.
  private var led: Set<Int> = []
  /// The records that took the models out of their trees.
  private var departures: Set<Int> = []

  /// Wants all records of some kinds.
  package init(events: Set<JournalEvent> = []) { self.events = events }

  /// The records that fit, in order. Costs a pass over the available records.
  ///
  /// What a record led to is known from one part of a journal to the next.
  package mutating func records(in contents: JournalContents) -> [JournalRecord] {
    numbers(in: contents).compactMap { contents[$0] }
  }

  /// The numbers of the records that fit, in order: for a long journal, in place of the records.
  package mutating func numbers(in contents: JournalContents) -> [Int] {
    let leading = outcome.map(contents.records(leadingTo:))
    if let models {
      let types = JournalTypes(of: contents)
      departures = Set(models.compactMap { types.departure(of: $0) })
    }
    let start = max(1, min(first, origin ?? first))
    var numbers: [Int] = []
    contents.forEachRecord(in: start..<max(start, last == Int.max ? last : last + 1)) { record in
      if let origin, !follows(record, from: origin) { return true }
      if let leading, !leading.contains(record.number) { return true }
      if record.number >= first, fits(record) { numbers.append(record.number) }
      return true
    }
    return numbers
  }

  /// Whether a record follows from the origin, or is the origin.
  private mutating func follows(_ record: JournalRecord, from origin: Int) -> Bool {
    let isLed =
      record.number == origin || record.begun == origin
      || record.cause.map(led.contains) == true || record.begun.map(led.contains) == true
    if isLed { led.insert(record.number) }
    return isLed
  }

  private func fits(_ record: JournalRecord) -> Bool {
    if !events.isEmpty, !events.contains(record.event) { return false }
    if let stateKey {
      guard record.key == stateKey || record.state.contains(where: { $0.key == stateKey }) else {
        return false
      }
    }
    if let longerThan {
      guard record.takesTime, record.nanoseconds ?? .max > longerThan else { return false }
    }
    // A model's subscriptions end with its place in the tree.
    if departures.contains(record.number), messages == nil || isOfLives { return true }
    if let messages {
      guard let message = record.message, messages.contains(message.unlabeled) else { return false }
    }
    guard let models else { return true }
    if models.contains(record.node) { return !isOfLives || record.event != .vocabulary }
    func has(_ id: Int?) -> Bool {
      id.map { models.contains(JournalNode(tree: record.node.tree, id: $0)) } ?? false
    }
    return has(record.handler) || !isOfLives && (has(record.parent) || has(record.byID))
  }
}

extension JournalContents {
  /// A record and those that led to it: the message that it belongs to, the record during whose handler
  /// that was raised, and so on.
  func records(leadingTo number: Int) -> Set<Int> {
    // Each is earlier than the one before.
    Set(sequence(first: number) { self[$0].flatMap { $0.begun ?? $0.cause } })
  }
}
