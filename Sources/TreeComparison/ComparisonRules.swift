package import TreeJournal

/// What counts in a comparison of two runs.
package struct ComparisonRules: Sendable {
  /// What records are told by: a message, a domain, a type, or a kind of record.
  package typealias Names = Set<String>

  /// The messages that count, with `hasMessages`.
  package var messages: Set<JournalMessage> = []
  /// The types of the models that count, with `hasModels`.
  package var models: Names = []
  /// What doesn't count, and what it led to doesn't, either: types and kinds of records.
  package var ignored: Ignored = Ignored()
  /// How many times as long makes a difference; nil for none.
  package var slowerBy: Double?
  /// Whether a run goes on: what it has not done yet is no difference.
  package var oldGoesOn = false
  package var newGoesOn = false
  /// What takes less time is never slower.
  static let shortest = 1_000_000

  /// What is left out.
  package struct Ignored: Sendable {
    package var messages: Set<JournalMessage> = []
    package var types: Names = []
    package var events: Set<JournalEvent> = []

    package init() {}

    var isEmpty: Bool { messages.isEmpty && types.isEmpty && events.isEmpty }
  }

  /// Everything but times counts.
  package init() {}

  /// Whether only some messages, or only some models, count; neither run may have any.
  package var hasMessages = false
  package var hasModels = false

  var isNarrow: Bool { hasMessages || hasModels }
  var isEmpty: Bool { !isNarrow && ignored.isEmpty }

  func isIgnored(_ record: JournalRecord, types: [String]) -> Bool {
    ignored.events.contains(record.event) || types.contains(where: ignored.types.contains)
      || isAbout(record, ignored.messages)
  }

  func isWanted(_ record: JournalRecord, types: [String]) -> Bool {
    (!hasMessages || isAbout(record, messages))
      && (!hasModels || types.contains(where: models.contains))
  }

  private func isAbout(_ record: JournalRecord, _ names: Set<JournalMessage>) -> Bool {
    record.message.map { names.contains($0.unlabeled) } ?? false
  }
}
