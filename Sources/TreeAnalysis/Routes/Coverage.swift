public import TreeSnapshot

/// The routes of one message, raised at every model of a tree, summed up.
public struct Coverage: Sendable {
  /// A model that handles or receives the message, and from how many models.
  package struct Handler: Hashable, Sendable {
    /// The model's position.
    package var node: Int
    /// The number of selected models whose message it gets.
    package var from: Int
    /// The number of those models that are known to raise it.
    package var raisers: Int
  }

  /// A model that doesn't get the message because a nearer one does.
  package struct Shadow: Hashable, Sendable {
    /// The position of the model that doesn't get it.
    package var node: Int
    /// The position of the nearer model.
    package var by: Int
    /// The number of selected models for which this is so.
    package var from: Int
  }

  /// The message.
  package let message: KnownMessage
  /// Its key in the tree; nil if the tree doesn't know it.
  package let key: MessageKey?
  /// The models that handle it, in document order. For an event, these are its receivers, several
  /// of which may receive it from the same model.
  package var handlers: [Handler]
  /// The number of models whose message isn't handled or received.
  package var uncaught: Int
  /// The models that would handle it without a nearer handler, in the order of the nearer ones;
  /// none for an event.
  package var shadows: [Shadow]
  /// The number of models that are known to raise it.
  package var raisers: Int
  /// The selected models that are known to raise it and whose message isn't handled or received, in
  /// document order.
  package var lostRaisers: [Int] = []
  /// The first other selected models whose message isn't handled, in document order. For an event,
  /// the first sessions from which selected models raise it without a receiver; those of
  /// `lostRaisers` come first. At most `mostLost`.
  package var firstLost: [Int] = []

  /// The maximum number to keep: enough to name five and to know whether there are more.
  package static let mostLost = 6

  /// The handlers that the message never reaches, although it has known raisers.
  package var idle: [Int] { raisers == 0 ? [] : handlers.filter { $0.raisers == 0 }.map(\.node) }
}

extension Snapshot {
  /// Returns the routes of every message that the tree declares, handles, or raises, raised at
  /// every model, summed up.
  ///
  /// Costs one pass over the tree, and for each message one step for each of its subscriptions.
  ///
  /// - Parameter selected: the positions of the raisers to include, ascending; nil for all.
  /// - Returns: the declared messages first, then the others in document order.
  public func coverage(raisedAt selected: [Int]? = nil) -> [Coverage] {
    Array(coverages(raisedAt: selected))
  }

  /// The same, computed for each message on demand, because all results together take much memory.
  package func coverages(
    raisedAt selected: [Int]?
  ) -> LazyMapCollection<[MessageKey], Coverage> {
    let (index, asked) = (MessageIndex(self), AskedModels(self, selected))
    return index.messages.lazy.map { asked.coverage(of: $0, in: index) }
  }

  /// The coverage of a message that the tree doesn't declare, handle, or raise: no model gets it.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - selected: the positions of the raisers to include, ascending; nil for all.
  package func coverage(ofUnknown message: Message, raisedAt selected: [Int]? = nil) -> Coverage {
    Coverage(
      message: KnownMessage(kind: message.kind, domain: message.domain, code: message.code),
      key: nil, handlers: [], uncaught: selected?.count ?? count, shadows: [], raisers: 0,
      firstLost: AskedModels(self, selected).firstLost(message.kind))
  }
}
