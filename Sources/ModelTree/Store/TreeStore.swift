import TreeJournal

/// The links between the models of one tree, as columns of small integers.
///
/// A store begins with a root session and holds every model that is created under it, attached or
/// not, until the model is deallocated. The store retains the models that have a parent; a root is
/// retained by its owner alone. Everything here runs on the main actor: models alone reach a store, and
/// a store is not `Sendable`.
///
/// `@exclusivity(unchecked)`: no code of the app runs while one of these is being changed, and the
/// checks would take longer than the changes.
///
/// A store knows models as objects without properties of their own; `Models` adds what they are.
final class TreeStore {
  /// The node that means "none".
  static let none: Int32 = -1

  // Plain memory: an array here would check for exclusive access at every hop of a walk.
  @exclusivity(unchecked) private(set) var links: UnsafeMutablePointer<Links>
  /// The models: retained once for each that has a parent, or is about to be released; those of the
  /// root and of `tops` are not used.
  @exclusivity(unchecked) private var models: UnsafeMutablePointer<Unmanaged<AnyObject>>
  /// The root session. Its owner may release it on any thread, so it is asked weakly.
  @exclusivity(unchecked) private weak var root: AnyObject?
  /// The detached models that outlived their release, whose owners may release them on any thread.
  @exclusivity(unchecked) private var tops: [Int32: WeakReference] = [:]
  @exclusivity(unchecked) private var capacity = 8
  @exclusivity(unchecked) private var used = 0
  /// Nodes of deallocated models, for reuse.
  private let free = NodeList()
  /// Nodes of models that were deallocated in the present release: their links may still be read.
  private let freed = NodeList()
  @exclusivity(unchecked) private var trimming = Trimming()
  @exclusivity(unchecked) private var lastID = 0
  /// The node of the root session, which is the first one.
  @exclusivity(unchecked) private(set) var rootNode = TreeStore.none

  let subscriptions = SubscriptionPool()
  let messages = MessageTable()
  /// The models that are registered for each event, or for a whole domain of events.
  @exclusivity(unchecked) var audiences = EventAudiences()
  /// The messages that models are known to raise, by node.
  @exclusivity(unchecked) var raises: [Int32: [MessageTable.Key]] = [:]

  /// Counts removals: as long as it stays the same, no model is detached.
  @exclusivity(unchecked) private(set) var removals = 0
  /// The count of removals at the start of the innermost delivery; nil outside of deliveries.
  @exclusivity(unchecked) private var deliveryStart: Int?

  /// Detached models that the store is about to release.
  private let leaving = NodeList()
  /// Whether models are being released: some may be detached and in audiences still.
  @exclusivity(unchecked) private(set) var isReleasing = false

  /// The former places of detached models, once an inspector asks for them.
  let departures = Departures()
  /// The subscriptions that have ended, once an inspector asks for them.
  let endedSubscriptions = EndedSubscriptions()
  /// Whether an inspector asks for either.
  @exclusivity(unchecked) private(set) var keepsFormerPlaces = false

  /// The asynchronous work of models.
  let work = RunningWork()
  /// The message whose handler runs, or started the work whose answer is taken.
  @exclusivity(unchecked) var cause: MessageTable.Key?

  /// Counts the changes of structure, subscriptions, services and representations, and of what models
  /// are known to raise.
  @exclusivity(unchecked) private(set) var revision = 0

  /// Records the route of a test message; nil outside of tests.
  @exclusivity(unchecked) var recorder: RouteRecorder? { didSet { noteWatchers() } }
  /// Records what happens; nil where there is no journal.
  @exclusivity(unchecked) var journal: TreeRecorder? {
    didSet {
      noteWatchers()
      unretainedJournal = journal.map(Unmanaged.passUnretained)
      if recordedHandlers > 0, let oldValue { formerJournals.append(oldValue) }
    }
  }
  /// The same, for `withJournal(_:)`.
  @exclusivity(unchecked) private(set) var unretainedJournal: Unmanaged<TreeRecorder>?
  /// How many handlers run whose ends are to be recorded, and the journals that were replaced meanwhile.
  @exclusivity(unchecked) private var recordedHandlers = 0
  @exclusivity(unchecked) private var formerJournals: [TreeRecorder] = []
  /// What an inspector calls the tree; nil without one.
  @exclusivity(unchecked) var appName: String?
  /// What the journal asks models for.
  @exclusivity(unchecked) var modelFacts: ModelFacts?
  /// Whether one of the two records messages.
  @exclusivity(unchecked) private(set) var isWatched = false

  /// Who is told of messages that no model takes; nil where nobody is.
  @exclusivity(unchecked) var lostMessages: LostMessages?

  init() {
    links = .allocate(capacity: capacity)
    models = .allocate(capacity: capacity)
  }

  deinit {
    links.deallocate()
    models.deallocate()
  }

  /// Counts a change of what a snapshot shows, states and labels aside.
  @inline(__always)
  func noteChange() { revision += 1 }

  /// Tells the journal of something, where there is one.
  ///
  /// It is not retained for that, which would take a fifth of a record: `journal` holds it, and no code of
  /// the app runs meanwhile that could set another one.
  @inline(__always)
  func withJournal(_ tell: (TreeRecorder) -> Void) {
    unretainedJournal?._withUnsafeGuaranteedRef(tell)
  }

  /// A handler begins whose end is told to the journal that is there now: neither is that retained, for it
  /// is kept here should the handler set another one.
  @inline(__always)
  func beginRecordedHandler() { recordedHandlers += 1 }

  /// The handler has ended.
  @inline(__always)
  func endRecordedHandler() {
    recordedHandlers -= 1
    if recordedHandlers == 0, !formerJournals.isEmpty { formerJournals = [] }
  }

  private func noteWatchers() { isWatched = recorder != nil || journal != nil }

  /// The number of models, attached and detached.
  var liveCount: Int { used - free.count - freed.count }

  // MARK: Adding

  /// Makes a node for a model that is being created, as the last child of its parent. Once the model
  /// exists, `attach(_:at:)` adds it.
  func makeNode(
    parent: Int32, _ type: AnyClass, isSession: Bool, source: SourceLocation
  ) -> Int32 {
    let node: Int32
    if let reused = free.popLast() {
      node = reused
    } else {
      if used == capacity { grow() }
      node = Int32(used)
      used += 1
    }
    if parent == Self.none { rootNode = node }
    lastID += 1
    (links + Int(node)).initialize(
      to: Links(parent: parent, isSession: isSession, id: lastID, type: type, source: source))
    if parent != Self.none { links[Int(node)].isOutside = links[Int(parent)].isOutside }
    return node
  }

  func attach(_ model: AnyObject, at node: Int32) {
    noteChange()
    let parent = links[Int(node)].parent
    guard parent != Self.none else {
      (models + Int(node)).initialize(to: .passUnretained(model))
      root = model
      return
    }
    (models + Int(node)).initialize(to: .passRetained(model))
    let last = links[Int(parent)].lastChild
    links[Int(node)].previousSibling = last
    if last == Self.none {
      links[Int(parent)].firstChild = node
    } else {
      links[Int(last)].nextSibling = node
    }
    links[Int(parent)].lastChild = node
    withJournal { recordAttached(node, $0) }
  }

  /// The model of a node; nil for a top whose last owner is releasing it on another thread.
  func object(at node: Int32) -> AnyObject? {
    if links[Int(node)].parent == Self.none {
      if node == rootNode { return root }
      if let top = tops[node] { return top.object }
    }
    return models[Int(node)].takeUnretainedValue()
  }

  private func grow() {
    reallocate(capacity * 2)
    departures.reserve(capacity)
  }

  /// Gives back the memory behind the last node.
  private func trim() {
    while used > 0, links[used - 1].id == 0 { used -= 1 }
    free.removeAll { $0 >= used }
    reallocate(max(8, used))
    trimming.isDone(free: free.count, of: used)
  }

  private func reallocate(_ newCapacity: Int) {
    let newLinks = UnsafeMutablePointer<Links>.allocate(capacity: newCapacity)
    newLinks.moveInitialize(from: links, count: used)
    links.deallocate()
    links = newLinks
    let newModels = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: newCapacity)
    newModels.moveInitialize(from: models, count: used)
    models.deallocate()
    models = newModels
    capacity = newCapacity
  }

  // MARK: Removing

  /// Detaches a node, with its subtree, from its parent. The cost does not depend on its position.
  func detach(_ node: Int32) {
    let parent = links[Int(node)].parent
    guard parent != Self.none else { return }
    noteChange()
    let previous = links[Int(node)].previousSibling
    let next = links[Int(node)].nextSibling
    if previous == Self.none {
      links[Int(parent)].firstChild = next
    } else {
      links[Int(previous)].nextSibling = next
    }
    if next == Self.none {
      links[Int(parent)].lastChild = previous
    } else {
      links[Int(next)].previousSibling = previous
    }
    unlink(node, from: parent)
    removals += 1
    markDetached(node)
    record(.detached, node)
    leaving.append(node)
    releaseLeaving()
  }

  private func unlink(_ node: Int32, from parent: Int32) {
    if keepsFormerPlaces { departures.noteFormerParent(parent, of: node) }
    links[Int(node)].parent = Self.none
    links[Int(node)].previousSibling = Self.none
    links[Int(node)].nextSibling = Self.none
  }

  // During the delivery of an event, marks tell which receivers were detached: a walk up from each
  // receiver would cost more. A node with a mark of the innermost delivery has one for the outer
  // deliveries too, and so has every receiver below it: the walk passes over its subtree. What was
  // attached there since is no receiver of these deliveries.
  private func markDetached(_ top: Int32) {
    guard let deliveryStart else { return }
    var node = top
    while node != Self.none {
      if links[Int(node)].detachedAt > deliveryStart {
        node = nextBeside(node, within: top)
      } else {
        links[Int(node)].detachedAt = removals
        node = next(after: node, within: top)
      }
    }
  }

  /// Begins a delivery, and returns what `endDelivery` needs.
  func beginDelivery() -> Int? {
    defer { deliveryStart = removals }
    return deliveryStart
  }

  func endDelivery(_ outer: Int?) { deliveryStart = outer }

  /// Forgets a model that is being deallocated, and detaches its children.
  func forget(_ node: Int32) {
    noteChange()
    if node == rootNode, let journal {
      journal.journal.forget(journal.number)
      recordEnd(node, journal)
    }
    var child = links[Int(node)].lastChild
    if !links[Int(node)].departures.isEmpty { departures.noteEnd(of: node, in: self) }
    removals += 1
    while child != Self.none {
      let previous = links[Int(child)].previousSibling
      markDetached(child)
      unlink(child, from: node)
      leaving.append(child)
      child = previous
    }
    endSubscriptions(of: node)
    if !tops.isEmpty { tops[node] = nil }
    if !raises.isEmpty { raises[node] = nil }
    if !work.isEmpty { work.end(of: node) }
    links[Int(node)].id = 0
    freed.append(node)
    releaseLeaving()
    subscriptions.dropHandlers()
  }

  // The last release of a model forgets its node, which adds its children here: this loop, not
  // recursion, releases a chain of any length.
  private func releaseLeaving() {
    if isReleasing { return }
    isReleasing = true
    var hasSurvivors = false
    while let node = leaving.popLast() {
      release(node)
      guard isAlive(node) else { continue }
      hasSurvivors = true
      leaveAudiences(node)
      if keepsFormerPlaces { departures.noteSurvivor(node, in: self) }
    }
    isReleasing = false
    if hasSurvivors, !work.isEmpty { endWorkOutsideOfTree() }
    if work.hasEnded { work.cancelEnded() }
    if departures.isUnsettled { departures.settle(in: self) }
    while let node = freed.popLast() { free.append(node) }
    freed.removeAll()
    if trimming.isDue(free: free.count, of: used) { trim() }
  }

  private func release(_ node: Int32) {
    var model = models[Int(node)].takeRetainedValue()
    if !isKnownUniquelyReferenced(&model) { tops[node] = WeakReference(model) }
  }

  func beginKeepingFormerPlaces() {
    if !keepsFormerPlaces { departures.begin(self, capacity: capacity) }
    keepsFormerPlaces = true
  }

  /// Whether a node's model is alive. Nodes are reused only after all models of a release are gone.
  func isAlive(_ node: Int32) -> Bool { Int(node) < used && links[Int(node)].id != 0 }

  /// The nodes of all models that are alive, attached and detached.
  var aliveNodes: [Int32] { (0..<Int32(used)).filter(isAlive) }
}

/// Refers to a detached model, which its owners alone retain.
private final class WeakReference {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}
