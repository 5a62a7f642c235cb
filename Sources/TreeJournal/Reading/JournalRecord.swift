/// An entry of a journal: one thing that happened.
package struct JournalRecord: Hashable, Sendable {
  /// The entry's number; the first one of a journal is 1.
  package var number: Int
  /// When it happened, in nanoseconds since 1970, in UTC.
  package var time: Int
  /// The same since the journal began, by a clock that nobody sets.
  package var elapsed: Int
  /// What happened.
  package var event: JournalEvent
  /// The model that raised a message, or that changed.
  package var node: JournalNode
  /// The record during whose handler it happened; nil where there is none.
  package var cause: Int?
  /// The model whose handler that was.
  package var by: JournalNode?
  /// Whether an inspector raised the message.
  package var isTest = false

  /// The message; of a registration, it may be a whole domain.
  package var message: JournalMessage?
  /// The record of the message's `raised`.
  package var raise: Int?
  /// The model that handled the message.
  package var handler: Int?
  /// How many models let the message pass before the handler.
  package var hops: Int?
  /// How many models received the event.
  package var count: Int?
  /// How long the handlers took; nil where they have not returned.
  package var nanoseconds: Int?

  /// The parent of a model that was attached.
  package var parent: Int?
  /// Its type; also of an object that raises a message and is no model.
  package var type: String?
  /// The type of an object that handled the message and is no model.
  package var handlerType: String?
  /// Whether it is a session; of a model that was detached, whether its whole tree ended with it.
  package var isSession = false
  /// The service that was provided.
  package var service: String?
  /// Its place among the session's services.
  package var place: Int?
  /// The object that shows the model; nil where it is gone.
  package var representation: String?
  /// The `file:line` that created or registered it.
  package var source: String?
  /// The codes that became known.
  package var vocabulary: [JournalMessage] = []
}

/// A model in a journal.
package struct JournalNode: Hashable, Sendable {
  /// The number of its tree, from 1 in the order in which trees joined the journal.
  package var tree: Int
  /// The number by which its tree knows it.
  package var id: Int

  /// Names a model.
  package init(tree: Int, id: Int) {
    self.tree = tree
    self.id = id
  }

  init(_ word: UInt64) {
    id = Int(word & JournalFormat.idMask)
    tree = Int(word >> JournalFormat.idBits)
  }
}
