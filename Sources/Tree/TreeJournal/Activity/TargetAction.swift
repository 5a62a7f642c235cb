/// An action that an app performs at the prompt.
package struct TargetAction: Hashable, Sendable {
  /// The word that invokes it.
  package var name: String
  /// The name and its parameters: `pick SUBJECT`.
  package var usage: String
  /// A sentence that describes it.
  package var help: String
  /// The values that a parameter takes, by its name in the usage; none if the app doesn't say.
  package var values: [String: [String]]

  /// Creates an action.
  package init(name: String, usage: String, help: String, values: [String: [String]] = [:]) {
    self.name = name
    self.usage = usage
    self.help = help
    self.values = values
  }

  /// The names of the parameters, in the order of the usage.
  package var parameters: [String] {
    usage.split(separator: " ").dropFirst().map { $0.filter { !"[].…".contains($0) } }
  }
}

/// The result of an action.
package struct ActionResult: Hashable, Sendable {
  /// A line of the app about it; may be empty.
  package var answer: String
  /// How long the app took for it.
  package var nanoseconds: Int
  /// The last record of the journal before the action; nil if the tree has no journal.
  package var record: Int?

  /// Creates a result.
  package init(answer: String, nanoseconds: Int, record: Int? = nil) {
    self.answer = answer
    self.nanoseconds = nanoseconds
    self.record = record
  }
}
