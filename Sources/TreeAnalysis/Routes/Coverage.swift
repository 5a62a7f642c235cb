public import TreeSnapshot

/// The routes of one message, raised at every model of a tree, as sums.
public struct Coverage: Sendable {
  /// A model that takes the message, and from how many models.
  package struct Handler: Hashable, Sendable {
    /// The model's position.
    package var node: Int
    /// From how many of the models that were asked about it gets the message.
    package var from: Int
    /// How many of them are known to raise it.
    package var raisers: Int
  }

  /// A model that does not get the message because a nearer one does.
  package struct Shadow: Hashable, Sendable {
    /// The position of the model that does not get it.
    package var node: Int
    /// The position of the nearer one.
    package var by: Int
    /// From how many models.
    package var from: Int
  }

  /// The message.
  package let message: KnownMessage
  /// Its key in the tree; nil if the tree does not know it.
  package let key: MessageKey?
  /// The models that take it, in document order. For an event these are its receivers, of which each
  /// may receive it from the same model.
  package var handlers: [Handler]
  /// From how many models no model takes it.
  package var uncaught: Int
  /// The models that would take it if a nearer one did not, in the order of the nearer ones; none for
  /// an event.
  package var shadows: [Shadow]
  /// How many models are known to raise it.
  package var raisers: Int
  /// The models that are known to raise it and were asked about, and from which no model takes it, in
  /// document order.
  package var lostRaisers: [Int] = []
  /// The first other models from which no model takes it, of those that were asked about, in document order;
  /// for an event, the first sessions that these models raise it from and in which no model receives it, and
  /// before the others those of `lostRaisers`. At most `mostLost`.
  package var firstLost: [Int] = []

  /// How many of these are kept: enough to name five and to tell whether there are more.
  package static let mostLost = 6

  /// The handlers that the message never reaches, although models are known to raise it.
  package var idle: [Int] { raisers == 0 ? [] : handlers.filter { $0.raisers == 0 }.map(\.node) }
}

extension Snapshot {
  /// The routes of every message that the tree declares, is registered for or raises, raised at every
  /// model, as sums.
  ///
  /// Costs one pass over the tree, and for each message a step for each of its subscriptions.
  ///
  /// - Parameter selected: the positions of the models to ask about, ascending; nil for all.
  /// - Returns: the messages that the app declares first, then the others in document order.
  public func coverage(raisedAt selected: [Int]? = nil) -> [Coverage] {
    Array(coverages(raisedAt: selected))
  }

  /// The same, found for each message when it is asked for: those of many messages take much memory.
  package func coverages(
    raisedAt selected: [Int]?
  ) -> LazyMapCollection<[MessageKey], Coverage> {
    let (index, asked) = (MessageIndex(self), AskedModels(self, selected))
    return index.messages.lazy.map { asked.coverage(of: $0, in: index) }
  }

  /// The coverage of a message that the tree neither declares nor is registered for nor raises: no
  /// model takes it.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - selected: the positions of the models to ask about, ascending; nil for all.
  package func coverage(ofUnknown message: Message, raisedAt selected: [Int]? = nil) -> Coverage {
    Coverage(
      message: KnownMessage(kind: message.kind, domain: message.domain, code: message.code),
      key: nil, handlers: [], uncaught: selected?.count ?? count, shadows: [], raisers: 0,
      firstLost: AskedModels(self, selected).firstLost(message.kind))
  }
}
