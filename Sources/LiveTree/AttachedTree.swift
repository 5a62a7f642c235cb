package import ModelTree
import ObjectSnapshot
package import TextIO
package import TreeAnalysis
package import TreeJournal
package import TreeObjects
package import TreeSnapshot

/// A tree of this process that an inspector is attached to, on the actor of the tree.
package final class AttachedTree {
  private let name: String
  private let actions: [AppAction]
  private let root: () -> AnyObject?
  /// The objects that do not know their tree themselves.
  private let objects: ObjectTree
  /// Records models without a journal of their own, and what other objects report, if any.
  private let journal: Journal?
  /// Lets what the app has printed go before an answer, also where its output is no terminal.
  private let flush: () -> Void

  /// The mark of the latest root, and the number of roots before it.
  private var lastRoot: RootMark?
  private(set) var tree = 0
  /// The journal of the tree that was seen last: it outlives the tree, as long as no other is seen.
  private var lastJournal: (journal: Journal, tree: Int)?
  /// What other ends than the prompt have seen of it.
  var looks = TreeLooks()

  /// Attaches to a tree.
  ///
  /// - Parameters:
  ///   - flush: called before each answer, and behind what handlers and actions do: where answers go
  ///     where the app prints, what it has printed leaves its buffers.
  ///   - journal: records models without a journal of their own, and what other objects report, if the tree
  ///     lives on the main actor.
  package init(
    name: String, actions: [AppAction] = [], adapters: [InspectionAdapter] = [],
    flush: @escaping () -> Void = {}, journal: Journal? = nil,
    isolation: isolated any Actor = #isolation, root: @escaping () -> AnyObject?
  ) {
    self.name = name
    self.actions = actions
    self.flush = flush
    self.root = root
    let journal = isolation === MainActor.shared ? journal : nil
    self.journal = journal
    objects = journal?.objectTree(adding: adapters) ?? ObjectTree(adapters: adapters)
    if let root = root() { _ = tree(below: root) }
  }

  /// The tree below a root, which may be another than before.
  private func tree(below root: AnyObject) -> any InspectableTree {
    let found: any InspectableTree =
      root as? any InspectableTree ?? ObjectsBelow(root: root, objects: objects, journal: journal)
    if lastRoot?.marks(root, of: found) != true {
      lastRoot = RootMark(root, of: found)
      tree += 1
      found.inspectionBegins(as: name)
      if let journal { found.beRecorded(in: journal) }
      lastJournal = found.recording
      if let journal = lastJournal?.journal {
        MainActor.assumeIsolated { [name] in journal.setAppName(name) }
      }
    }
    return found
  }

  /// How many objects the tree has; 0 where the app holds none. Costs a walk over them.
  package var count: Int { (try? presentTree().count()) ?? 0 }

  /// Looks at the tree as it is now.
  ///
  /// - Throws: `NoTreeError` where the app holds no tree.
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

  /// The models that left the tree and are still alive, each after the model that holds it.
  ///
  /// - Throws: `NoTreeError` where the app holds no tree.
  package func leakedModels() throws -> [LeakedModel] {
    flush()
    return try presentTree().leakedModels()
  }

  /// The part of the tree's journal behind a record; nil where the tree has none. Costs a copy of that
  /// part.
  ///
  /// - Throws: `NoTreeError` where the app holds no tree and held none that had a journal.
  package func journal(after record: Int, limit: Int = .max) throws -> JournalExcerpt? {
    try recording().map { journal, number in
      JournalExcerpt(
        words: MainActor.assumeIsolated { journal.words(after: record, limit: limit) },
        now: Int(SteadyClock.timeOfDay), tree: tree, treeInJournal: number)
    }
  }

  /// The number of the latest record; nil where the tree has no journal.
  ///
  /// - Throws: `NoTreeError` where the app holds no tree and held none that had a journal.
  package func latestRecord() throws -> Int? {
    try recording().map { journal, _ in MainActor.assumeIsolated { journal.recordCount } }
  }

  /// Whether the tree has a journal; where the app holds no tree, commands themselves say so.
  package var hasJournal: Bool { (try? recording() != nil) ?? true }

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
    // Without a tree the commands themselves say so.
    (try? presentTree().knowsLeakedModels) ?? true
  }

  /// Raises a test message at the node with an id, and runs the handlers.
  ///
  /// - Parameters:
  ///   - json: the value that it carries; nil for none, or for what its type makes of `{}`.
  ///   - looksAfterwards: whether the report has the tree as it is then.
  /// - Throws: `NoTreeError`, `GoneError` where the model left the tree, or an error of the tree whose
  ///   description a person can act on.
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
    else { throw GoneError() }
    flush()
    return RaiseReport(
      before: before, route: Route(run.taken, of: message, raisedAt: raiser, in: before.snapshot),
      taken: run.taken, after: looksAfterwards ? try? state() : nil, notes: run.notes,
      record: record)
  }

  /// Performs an action, and returns a line that says what it did.
  ///
  /// - Throws: `MissingWordsError` where words are missing, else what the action throws.
  package func perform(_ action: String, _ arguments: [String]) throws -> String {
    guard let action = actions.first(where: { $0.description.name == action }) else { return "" }
    guard arguments.count >= action.requiredWords else {
      throw MissingWordsError(usage: action.description.usage)
    }
    defer { flush() }
    return try action.perform(arguments)
  }
}

/// Identifies a root without retaining it.
private enum RootMark {
  case token(AnyObject)
  case weakly(WeakRoot)

  final class WeakRoot {
    weak var root: AnyObject?
    init(_ root: AnyObject) { self.root = root }
  }

  init(_ root: AnyObject, of tree: any InspectableTree) {
    self = tree.treeToken.map { .token($0) } ?? .weakly(WeakRoot(root))
  }

  func marks(_ root: AnyObject, of tree: any InspectableTree) -> Bool {
    switch self {
    case .token(let token): token === tree.treeToken
    case .weakly(let weakly): weakly.root === root
    }
  }
}
