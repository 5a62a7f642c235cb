/// What all journals share: text, one JSON object a line, as the article "The file of a journal"
/// describes it.
package enum JournalFormat {
  /// What the first line of a journal says of it.
  package static let name = "model-tree-journal"
  /// The version that is written and read.
  package static let version = 1

  /// The bytes with which a journal begins.
  static let beginning = Array("{\"format\": \"\(name)\"".utf8)

  /// The largest number of a record, and the most of what is counted.
  static let mostNumber = 1 << 60

  /// The most bytes of a text that a record or a checkpoint keeps.
  package static let mostTextBytes = 240
  /// The fewest bytes of a journal.
  package static let leastBytes = 16_384
  /// The most bytes of a journal.
  package static let mostBytes = 1 << 40
}

/// The kind of a record, by its name in the file.
package enum JournalEvent: String, Sendable, CaseIterable {
  case raised
  case handled, uncaught, unhandled, unheard, delivered
  case attached, detached, registered, unregistered, provided, represented, opened, closed
  /// A model declares that it may raise a message.
  case declared
  /// A domain's codes become known to the tree.
  case vocabulary
  /// A person, another program or a controller of the app does something to it.
  case performed
  /// A model receives an event.
  case received
  /// Asynchronous work of a model starts, and ends.
  case started, ended
  /// A model is looked at for the first time, and has a label or a state.
  case described
  /// A model's label or a value of its state has changed.
  case changed
  /// A model that has left the tree is still alive; and is deallocated after all.
  case leaked, released
}

/// What a journal keeps besides names. The raw values are part of the format.
package enum JournalTexts: String, Sendable {
  /// Nothing: no words of actions, contexts, underlying errors, values, labels and states.
  case names
  /// Texts, but no values of messages.
  case texts = "all"
  /// Texts and the values of messages.
  case values
}
