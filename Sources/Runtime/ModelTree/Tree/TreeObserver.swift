/// Watches a tree: the recorder of a journal, the test of a route, what keeps former places.
///
/// A tree has one observer or none; several are one that passes on. It is called on the main actor, after
/// a change and before a handler. A model that left the tree still reports to it. It must change neither
/// the tree nor what the tree delivers.
@MainActor
package protocol TreeObserver: AnyObject {
  // MARK: Models

  /// A model was created, as the last child of its parent.
  func attached(_ model: ObservedModel)
  /// A model has left its parent: it was removed, or its parent is being deallocated. It may be deallocated
  /// next, unless something retains it.
  func detached(_ model: ObservedModel, from parent: ObservedModel, isRemoval: Bool)
  /// A model is being deallocated. The root session ends the tree.
  func released(_ model: ObservedModel)
  /// An object began to show a model; nil if it was deallocated.
  func represented(_ model: ObservedModel, by representation: AnyObject?)

  // MARK: Subscriptions and messages that are known

  /// A model registered for a message, or did so again.
  func registered(_ registration: Registration, in tree: TreeStore)
  /// A model ended a registration.
  func unregistered(_ registration: Registration, in tree: TreeStore)
  /// A model declared a message that it may raise.
  func declared(_ key: MessageTable.Key, by model: ObservedModel)
  /// The tree's vocabulary has grown, because a model uses a domain or a type for the first time.
  func learned(_ vocabulary: [MessageTable.Key], from model: ObservedModel)
  /// A code, which may have been known, has a label.
  func labeled(_ key: MessageTable.Key, in tree: TreeStore)

  // MARK: Sessions

  /// A session added a service, at its place among the others.
  func provided(_ service: String, at place: Int, by session: ObservedModel)
  /// A session begins to open.
  func opened(_ session: ObservedModel)
  /// The services of a session have ended.
  func closed(_ session: ObservedModel)
  /// A controller replaces the tree's session by another, which opens next.
  func replaced(by session: Session)

  // MARK: Messages that are raised

  /// A message was raised, and it is decided who takes it. The following calls are of the message that was
  /// raised last and isn't finished.
  func raised(_ raise: Raise)
  /// A handler begins: of the taker, of one of an event's receivers, or of the root session.
  ///
  /// - Parameters:
  ///   - place: the receiver's place among those of the event; 0 for others.
  ///   - source: where the model registered; nil for an uncaught error.
  func handlerBegins(_ raise: Raise, at model: ObservedModel, place: Int, _ source: SourceLine?)
  /// The handler that began last has returned.
  func handlerEnded(_ raise: Raise, at model: ObservedModel)
  /// A message has been delivered.
  ///
  /// - Parameter missed: the receivers that were detached or unregistered before their turn.
  func finished(_ raise: Raise, missed: Int)

  /// The path that a model had when it left the tree: `/Root/Flow/Model`; nil if the observer doesn't know.
  func formerPath(of model: ObservedModel) -> String?

  // MARK: Actions and work

  /// Someone begins to do something by way of a model.
  func actionBegins(_ name: String, _ words: [String], at model: ObservedModel)
  /// The action that began last has returned.
  func actionEnded()
  /// Does something that takes time by way of a model.
  func perform<Result>(
    _ name: String, _ words: [String], at model: ObservedModel,
    _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result
  /// A model starts asynchronous work.
  ///
  /// - Returns: what follows the work; nil if nothing does.
  func started(by model: ObservedModel, at source: SourceLine) -> (any WorkObserver)?
}

// An observer needs only what it wants to know.
extension TreeObserver {
  package func attached(_ model: ObservedModel) {}
  package func detached(_ model: ObservedModel, from parent: ObservedModel, isRemoval: Bool) {}
  package func released(_ model: ObservedModel) {}
  package func represented(_ model: ObservedModel, by representation: AnyObject?) {}
  package func registered(_ registration: Registration, in tree: TreeStore) {}
  package func unregistered(_ registration: Registration, in tree: TreeStore) {}
  package func declared(_ key: MessageTable.Key, by model: ObservedModel) {}
  package func learned(_ vocabulary: [MessageTable.Key], from model: ObservedModel) {}
  package func labeled(_ key: MessageTable.Key, in tree: TreeStore) {}
  package func provided(_ service: String, at place: Int, by session: ObservedModel) {}
  package func opened(_ session: ObservedModel) {}
  package func closed(_ session: ObservedModel) {}
  package func replaced(by session: Session) {}
  package func raised(_ raise: Raise) {}
  package func handlerBegins(
    _ raise: Raise, at model: ObservedModel, place: Int, _ source: SourceLine?
  ) {}
  package func handlerEnded(_ raise: Raise, at model: ObservedModel) {}
  package func finished(_ raise: Raise, missed: Int) {}
  package func formerPath(of model: ObservedModel) -> String? { nil }
  package func actionBegins(_ name: String, _ words: [String], at model: ObservedModel) {}
  package func actionEnded() {}
  package func perform<Result>(
    _ name: String, _ words: [String], at model: ObservedModel,
    _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result { try await body() }
  package func started(
    by model: ObservedModel, at source: SourceLine
  ) -> (any WorkObserver)? { nil }
}

/// Follows a piece of asynchronous work until its end.
@MainActor
package protocol WorkObserver: AnyObject, Sendable {
  /// Does the work.
  func run<Answer>(_ work: @MainActor () async throws -> Answer) async throws -> Answer
  /// Waits until the work's answer may be taken, or its task is cancelled.
  func waitForTurn() async
  /// The work has ended. What takes its answer comes next.
  func ended(_ outcome: WorkEnd)
  /// What takes the answer has returned.
  func finished()
}

/// What became of asynchronous work.
package enum WorkEnd: Sendable {
  /// Its answer is taken.
  case answered
  /// It threw an error, which is raised.
  case failed
  /// It was cancelled.
  case cancelled
  /// Its answer came after its model had left.
  case dropped
}

/// A model as observers see it, also while it is being deallocated.
@MainActor
package struct ObservedModel {
  package let tree: TreeStore
  /// Its place in the tree, which is another model's once it is deallocated.
  package let node: Int32

  package init(tree: TreeStore, node: Int32) { (self.tree, self.node) = (tree, node) }

  package init(_ model: Model) { self.init(tree: model.store, node: model.node) }

  /// The number that identifies the model in its tree; 0 once it is deallocated.
  package var id: Int { tree.id(of: node) }
  /// The model's parent; nil if it has none.
  package var parent: ObservedModel? {
    let parent = tree.links[Int(node)].parent
    return parent == TreeStore.none ? nil : ObservedModel(tree: tree, node: parent)
  }
  /// The top of what it is in: the root session, or a model that left.
  package var root: ObservedModel { ObservedModel(tree: tree, node: tree.top(of: node)) }
  /// Whether it is the root session of its tree.
  package var isRoot: Bool { node == tree.rootNode }
  package var isSession: Bool { tree.links[Int(node)].isSession }
  /// Whether it left the tree and outlived that.
  package var isOutside: Bool { tree.links[Int(node)].isOutside }
  /// Whether it isn't deallocated.
  package var isAlive: Bool { tree.isAlive(node) }
  package var type: Model.Type { tree.links[Int(node)].type }
  /// The line that created it.
  package var source: SourceLine { tree.links[Int(node)].source }
  /// The model itself; nil while it is deallocated.
  package var model: Model? { tree.model(at: node) }
  /// Its registrations, in the order in which they were made. Costs sorting them.
  package var registrations: [Registration] { tree.registrations(of: node) }
  /// Whether it is registered for a message, or for a whole domain, by that key.
  package func isRegistered(for key: MessageTable.Key) -> Bool {
    tree.registrations[Int(node)][key] != nil
  }
  /// The messages that it may raise.
  package var raises: [MessageTable.Key] { tree.raises[node] ?? [] }
}

/// A message that was raised while its tree has an observer.
@MainActor
package final class Raise {
  /// What becomes of a message.
  package enum Outcome {
    /// Of an error or a bubble, with the line that registered for it.
    case handled(by: ObservedModel, hops: Int, SourceLine)
    /// Of an error. If the raiser is in the tree, its root session has a handler for those.
    case uncaught
    /// Of a bubble.
    case unhandled
    /// Of an event; none if it is unheard.
    case delivered(to: [Model])
  }

  package let key: MessageTable.Key
  package let raiser: ObservedModel
  /// A `ModelError`, `BubbleNotification`, or `GlobalEvent`.
  package let message: any HandledMessage
  package let outcome: Outcome

  // The one that it began with: a handler may set another.
  private let observer: any TreeObserver

  init(
    _ message: any HandledMessage, _ key: MessageTable.Key, by raiser: ObservedModel,
    _ outcome: Outcome, for observer: any TreeObserver
  ) {
    (self.message, self.key, self.raiser) = (message, key, raiser)
    (self.outcome, self.observer) = (outcome, observer)
  }

  func handlerBegins(at node: Int32, place: Int = 0, _ source: SourceLine?) {
    observer.handlerBegins(
      self, at: ObservedModel(tree: raiser.tree, node: node), place: place, source)
  }

  func handlerEnded(at node: Int32) {
    observer.handlerEnded(self, at: ObservedModel(tree: raiser.tree, node: node))
  }

  func finished(missed: Int = 0) { observer.finished(self, missed: missed) }
}
