package import TreeJournal
package import TreeSnapshot

/// What counts in a comparison of two runs.
package struct ComparisonRules: Sendable {
  /// Names of types.
  package typealias Names = Set<String>

  /// The messages that count, with `hasMessages`.
  package var messages: Set<KnownMessage> = []
  /// The types of the models that count, with `hasModels`.
  package var models: Names = []
  /// The records that don't count, including everything that they led to.
  package var ignored: Ignored = Ignored()
  /// The factor by which a longer duration is a difference; nil if durations don't count.
  package var slowerBy: Double?
  /// The runs that are still running: what they may still do doesn't count.
  package var running: Set<RunSide> = []
  /// The shortest duration, in nanoseconds, that can be slower.
  static let shortest = 1_000_000

  /// Messages, types of models and kinds of records.
  package struct Ignored: Sendable {
    package var messages: Set<KnownMessage> = []
    package var types: Names = []
    package var events: Set<JournalEvent> = []

    package init() {}

    var isEmpty: Bool { messages.isEmpty && types.isEmpty && events.isEmpty }
  }

  /// Everything but times counts.
  package init() {}

  /// Whether only some messages, or only some models, count; the runs may have none of these.
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

  private func isAbout(_ record: JournalRecord, _ names: Set<KnownMessage>) -> Bool {
    record.message.map { names.contains($0.unlabeled) } ?? false
  }
}
