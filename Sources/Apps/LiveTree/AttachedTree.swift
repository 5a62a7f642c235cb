import ModelTree
package import ModelTreeJournal
package import TextIO
package import TreeJournal
package import TreeObjects
package import TreeSnapshot

/// A tree of this process with an inspector attached. It lives on the tree's actor.
package final class AttachedTree {
  private let name: String
  private let actions: [AppAction]
  let root: () -> AnyObject?
  /// The objects of a tree that doesn't track them itself.
  private let objects: ObjectTree
  /// Records models without their own journal, and messages that other objects report.
  private let journal: Journal?
  /// Holds the app for an explorer; nil if that can't be.
  let explored: ExploredRun?
  /// Flushes the app's output before an answer, even if that output isn't a terminal.
  private let flush: () -> Void

  /// The mark of the latest root, and the number of roots before it.
  private var lastRoot: RootMark?
  private(set) var tree = 0
  /// The journal of the latest tree, which it may outlive.
  private var lastJournal: (journal: Journal, tree: Int)?
  /// The session that an explorer closed.
  weak var closedSession: Session?
  /// The states that clients other than the prompt have seen.
  var looks = TreeLooks()

  /// Attaches to a tree.
  ///
  /// - Parameters:
  ///   - flush: called before each answer, and after handlers and actions: if answers share the app's
  ///     output, its buffered text comes first.
  ///   - journal: records models without their own journal, and messages that other objects report,
  ///     if the tree lives on the main actor.
  ///   - explored: holds the app for an explorer.
  package init(
    name: String, actions: [AppAction] = [], adapters: [InspectionAdapter] = [],
    flush: @escaping () -> Void = {}, journal: Journal? = nil, explored: ExploredRun? = nil,
    isolation: isolated any Actor = #isolation, root: @escaping () -> AnyObject?
  ) {
    self.name = name
    self.actions = actions
    self.flush = flush
    self.root = root
    self.explored = isolation === MainActor.shared ? explored : nil
    let journal = isolation === MainActor.shared ? journal : nil
    self.journal = journal
    objects = journal?.objectTree(adding: adapters) ?? ObjectTree(adapters: adapters)
    if let root = root() { _ = tree(below: root) }
  }

  /// The tree below a root, which may have changed.
  private func tree(below root: AnyObject) -> any InspectableTree {
    let found: any InspectableTree =
      root as? any InspectableTree ?? ObjectsBelow(root: root, objects: objects, journal: journal)
    if lastRoot?.marks(root, of: found) != true {
      lastRoot = RootMark(root, of: found)
      tree += 1
      found.inspectionBegins(as: name)
      if let explored { found.beExplored(by: explored) }
      if let journal { found.beRecorded(in: journal) }
      lastJournal = found.recording
      if let journal = lastJournal?.journal {
        MainActor.assumeIsolated { [name] in journal.setAppName(name) }
      }
    }
    return found
  }

  /// The number of objects in the tree; 0 if the app has none. Costs a walk over them.
  package var count: Int { (try? presentTree().count()) ?? 0 }

  /// Returns the tree's current state.
  ///
  /// - Throws: `NoTreeError` if the app has no tree.
  package func state() throws -> TreeState {
    flush()
    return state(of: try presentTree())
  }

  func state(of present: any InspectableTree) -> TreeState {
    TreeState(
      snapshot: present.snapshot(ofTreeNamed: name), tree: tree,
      endedSubscriptions: present.endedSubscriptions())
  }

  func presentTree() throws -> any InspectableTree {
    guard let root = root() else { throw NoTreeError() }
    return tree(below: root)
  }

  /// The models that left the tree and are still alive, each after its holder.
  ///
  /// - Throws: `NoTreeError` if the app has no tree.
  package func leakedModels() throws -> [LeakedModel] {
    flush()
    return try presentTree().leakedModels()
  }

  /// The part of the tree's journal after a record; nil if there is no journal. Costs a copy of
  /// that part.
  ///
  /// - Throws: `NoTreeError` if the app has no tree and had none with a journal.
  package func journal(after record: Int, limit: Int = .max) throws -> JournalExcerpt? {
    try recording().map { journal, number in
      JournalExcerpt(
        bytes: MainActor.assumeIsolated { journal.lines(after: record, limit: limit) },
        now: WallClock.nanoseconds, tree: tree, treeInJournal: number)
    }
  }

  /// Takes the times of the journal's records from a clock that is held.
  package func holdJournal(by clock: ExplorableClock) {
    guard let (journal, _) = try? recording() else { return }
    MainActor.assumeIsolated { journal.hold(by: clock) }
  }

  /// The number of the latest record; nil if there is no journal.
  ///
  /// - Throws: `NoTreeError` if the app has no tree and had none with a journal.
  package func latestRecord() throws -> Int? {
    try recording().map { journal, _ in MainActor.assumeIsolated { journal.recordCount } }
  }

  /// Whether the tree has a journal. True without a tree, which commands report themselves.
  package var hasJournal: Bool { (try? recording() != nil) ?? true }

  /// The file of the journal; nil if it has none.
  package var journalFile: String? {
    (try? recording()).flatMap { journal, _ in
      MainActor.assumeIsolated { journal.file }
    }
  }

  /// The journal of the tree, or of the last one that the app held.
  private func recording() throws -> (journal: Journal, tree: Int)? {
    guard let root = root() else {
      guard let lastJournal else { throw NoTreeError() }
      return lastJournal
    }
    lastJournal = tree(below: root).recording
    return lastJournal
  }

  /// Whether the tree knows which objects left it.
  package var knowsLeakedModels: Bool {
    // Without a tree, commands report that themselves.
    (try? presentTree().knowsLeakedModels) ?? true
  }

  /// Raises a test message at a node and runs the handlers.
  ///
  /// - Parameters:
  ///   - json: the value to send; nil for none, or for what the type decodes from `{}`.
  ///   - looksAfterwards: whether the report includes the tree afterward.
  /// - Throws: `NoTreeError`, or another error with a description for people.
  package func raise(
    _ message: Message, with json: JSONValue? = nil, atNodeWithID id: Int, of seenTree: Int,
    looksAfterwards: Bool = true
  ) throws -> RaiseReport {
    let present = try presentTree()
    flush()
    let before = state(of: present)
    let record = try latestRecord()
    guard before.tree == seenTree, let raiser = before.snapshot.position(ofID: id),
      let run = try present.raiseTest(message, with: json, at: raiser, in: before.snapshot)
    else { throw RefusedError.gone }
    flush()
    return RaiseReport(
      before: before, run.taken, raisedAt: raiser, after: looksAfterwards ? try? state() : nil,
      notes: run.notes, record: record)
  }

  /// The actions, with the values that their parameters take now.
  package var presentActions: [TargetAction] { actions.map(\.presentDescription) }

  /// Performs an action.
  ///
  /// - Throws: `RefusedError` if there is no such action or required words are missing, or what the action
  ///   throws.
  package func perform(_ name: String, _ arguments: [String]) throws -> ActionResult {
    guard let action = actions.first(where: { $0.description.name == name }) else {
      let nearest = actions.map(\.description.name).nearest(to: name)
      let hint = nearest.map { "did you mean '\($0)'?" } ?? "'actions' lists what it does"
      throw RefusedError("the app offers no '\(name)'; \(hint)")
    }
    guard arguments.count >= action.requiredWords else {
      throw RefusedError("more words are needed: \(action.description.usage)")
    }
    defer { flush() }
    let record = try? latestRecord()
    let start = ContinuousClock.now
    let answer =
      if let (journal, tree) = try? recording() {
        try journal.perform([name] + arguments, ofTree: tree) {
          try action.perform(arguments)
        }
      } else {
        try action.perform(arguments)
      }
    let nanoseconds = start.duration(to: .now).nanoseconds
    return ActionResult(answer: answer, nanoseconds: nanoseconds, record: record)
  }
}

/// Identifies a root without retaining it.
private struct RootMark {
  private let token: AnyObject?
  private weak var root: AnyObject?

  init(_ root: AnyObject, of tree: any InspectableTree) {
    token = tree.treeToken
    self.root = root
  }

  func marks(_ root: AnyObject, of tree: any InspectableTree) -> Bool {
    token.map { $0 === tree.treeToken } ?? (self.root === root)
  }
}

/// A tree that an inspector can attach to.
///
/// Any root is one, through `ObjectsBelow`. A root that knows more about the tree than its
/// individual objects do adopts this protocol itself.
protocol InspectableTree {
  /// Returns a snapshot of the tree's current state.
  ///
  /// - Parameter name: the tree's name.
  func snapshot(ofTreeNamed name: String?) -> Snapshot

  /// The number of objects in the tree. Costs a walk over them.
  func count() -> Int

  /// Ascends with every change except of labels and states; nil if the tree doesn't count changes.
  var changeCount: Int? { get }

  /// A hash of labels and states; used only if changes are counted. Costs a walk over the objects.
  func descriptionDigest() -> Int

  /// Raises a message as a test: its handlers run.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - json: the value to send; nil for none, or for what the type decodes from `{}`.
  ///   - raiser: the position of the raiser.
  ///   - snapshot: the current state of the tree.
  /// - Returns: the result; nil if the raiser is gone.
  /// - Throws: an error with a description for people, if the value can't be made, a handler
  ///   requires one, or the handler can't take tests.
  func raiseTest(
    _ message: Message, with json: JSONValue?, at raiser: Int, in snapshot: Snapshot
  ) throws -> TestRun?

  /// An object that identifies the tree, for an inspector to retain. If nil, the inspector refers
  /// to the root weakly, which makes retaining the root slightly slower.
  var treeToken: AnyObject? { get }

  /// Called when an inspector first sees the tree. From then on, the tree may keep the data for
  /// `leakedModels()`.
  ///
  /// - Parameter name: the tree's name.
  func inspectionBegins(as name: String)

  /// The subscriptions that have ended since the inspection began, the latest first, as far as the
  /// tree keeps them.
  func endedSubscriptions() -> [EndedSubscription]

  /// Lets an explorer hold the tree's time and answers.
  func beExplored(by run: ExploredRun)

  /// Records the tree in a journal, unless another journal does.
  func beRecorded(in journal: Journal)

  /// The journal that records the tree, and the tree's number in it; nil if there is none.
  var recording: (journal: Journal, tree: Int)? { get }

  /// Whether the tree knows which objects left it.
  var knowsLeakedModels: Bool { get }

  /// The objects that left the tree and are still alive, each after its holder.
  func leakedModels() -> [LeakedModel]
}

extension InspectableTree {
  /// Objects that aren't models keep their own time.
  func beExplored(by run: ExploredRun) {}
}

/// The result of a test message.
struct TestRun {
  /// The route of the message.
  let taken: TakenRoute
  /// Additional notes for the user.
  var notes: [String] = []
}
