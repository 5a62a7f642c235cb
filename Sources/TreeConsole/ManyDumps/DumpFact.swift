import TextIO
import TreeSnapshot

/// One thing that holds of a dump, and may hold of others just so.
struct DumpFact: Hashable, Sendable {
  /// The members of its JSON object; what has the same in two dumps is one fact.
  let members: [Member]
  /// The fact as lines for a person.
  let text: [SafeText]
  /// Facts of a lower rank come first, however many dumps they hold of.
  let rank: Int

  /// A member of a JSON object; one without a value is left out.
  struct Member: Hashable, Sendable {
    var name: String
    var value: String?
  }

  init(_ members: KeyValuePairs<String, String?>, text: [SafeText], rank: Int = 0) {
    self.members = members.map { Member(name: $0.key, value: $0.value) }
    self.text = text
    self.rank = rank
  }

  /// Tells apart facts that are different.
  var sortKey: SafeText {
    text.joined(separator: "\n") + "\n"
      + members.map { "\($0.value ?? "")" }.joined(separator: "\n")
  }

  static func == (one: DumpFact, other: DumpFact) -> Bool { one.members == other.members }

  func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

/// A command whose answers for many dumps are put together.
protocol CollectingCommand: AnsweringCommand {
  /// The word for one of its facts, and for the list of them in JSON.
  static var factWords: (one: SafeText, list: String) { get }

  /// What is shown of the facts.
  var list: ListOptions { get }

  /// Prepares for the dumps, and returns what finds the facts of one, on any thread.
  ///
  /// - Throws: Where an option is wrong, or goes with one tree only.
  func collector() throws -> @Sendable (Snapshot) -> [DumpFact]

  /// Whether a fact should not be: the status is 1 where there is one.
  func isFault(_ fact: DumpFact) -> Bool
}

extension CollectingCommand {
  func isFault(_ fact: DumpFact) -> Bool { false }
}
