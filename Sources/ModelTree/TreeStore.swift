/// The links between the models of one tree, as columns of small integers.
///
/// A store begins with a root session and holds every model that was created under it, attached or
/// not, until the model itself is gone. The store retains the models that have a parent; nobody
/// retains a root but its owner. Everything here runs on the isolation that the tree belongs to,
/// which the compiler sees to: neither models nor stores are `Sendable`.
final class TreeStore {
  /// Stands for "none" wherever a node is named.
  static let none: Int32 = -1

  /// What is known of a node; 64 bytes, as much as a processor fetches at once.
  struct Links {
    var parent = TreeStore.none
    var firstChild = TreeStore.none
    var lastChild = TreeStore.none
    var nextSibling = TreeStore.none
    /// For a node that has left: the parent that it had, by which an inspector finds where it stood.
    var previousSibling = TreeStore.none
    /// The node's first registration in `registrations`.
    var firstRegistration = TreeStore.none
    var isSession = false
    /// Whether it is a session that never had a parent.
    var isRootSession = false
    /// What an inspector wants to know of the model's end.
    var departures = DepartureMarks()
    let line: UInt32
    let file: UnsafePointer<UInt8>?
    /// Ascends in the order in which models are created; 0 once the model is gone.
    var id: Int
    /// The store's count of removals when the node left while an event was being delivered.
    var leftAt = 0
    /// The model's type, known a little longer than the model.
    var type: Model.Type

    init(parent: Int32, isSession: Bool, id: Int, type: Model.Type, source: SourceLocation) {
      self.parent = parent
      self.isSession = isSession
      isRootSession = parent == TreeStore.none
      self.id = id
      self.type = type
      (file, line) = (source.file, source.line)
    }

    /// The `file:line` that created the model.
    var source: SourceLocation { SourceLocation(file: file, line: line) }
  }

  // Plain memory: an array here would check for exclusive access at every hop of a walk.
  private(set) var links: UnsafeMutablePointer<Links>
  /// Unretained for a root; with one retain of the store's for every other model.
  private var models: UnsafeMutablePointer<Unmanaged<Model>>
  private var capacity = 8
  private var used = 0
  /// Nodes whose models are gone, to be used again.
  private let free = NodeList()
  /// Those of models that went just now: how they were linked may be looked at once more.
  private let freed = NodeList()
  private var lastID = 0
  /// The node of the root session, which is the first to come.
  private(set) var rootNode = TreeStore.none

  let registrations = RegistrationPool()
  let messages = MessageTable()
  /// Who is registered for each event, or for all of a domain.
  var audiences = EventAudiences()
  /// What models are known to raise, by node.
  var raises: [Int32: [MessageTable.Key]] = [:]

  /// Counts removals: what was known of who is in the tree holds as long as it stays the same.
  private(set) var removals = 0
  /// The count of removals when the innermost delivery began that is under way; nil outside of any.
  private var deliveryStart: Int?

  /// Models that lost their parent and wait for the store to let go of them.
  private let leaving = NodeList()
  private var isReleasing = false

  /// Where models stood that left the tree, as far as it is kept.
  let departures = Departures()
  /// The registrations that have ended, as far as they are kept.
  let endedSubscriptions = EndedSubscriptions()
  /// Whether anybody wants to know of either.
  private(set) var keepsFormerPlaces = false

  /// Writes down what happens while an inspector raises a message; nil otherwise.
  var recorder: RouteRecorder?

  init() {
    links = .allocate(capacity: capacity)
    models = .allocate(capacity: capacity)
  }

  deinit {
    links.deallocate()
    models.deallocate()
  }

  func model(at node: Int32) -> Model { models[Int(node)].takeUnretainedValue() }

  /// How many models there are, in the tree and out of it.
  var liveCount: Int { used - free.count - freed.count }

  // MARK: Coming

  /// Makes a node for a model that is being created, as the last child of its parent.
  ///
  /// The store learns of the model itself with `attach(_:at:)`, once it exists.
  func makeNode(
    parent: Int32, _ type: Model.Type, isSession: Bool, source: SourceLocation
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
    return node
  }

  func attach(_ model: Model, at node: Int32) {
    let parent = links[Int(node)].parent
    guard parent != Self.none else {
      (models + Int(node)).initialize(to: .passUnretained(model))
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
  }

  private func grow() {
    let doubled = capacity * 2
    let newLinks = UnsafeMutablePointer<Links>.allocate(capacity: doubled)
    newLinks.moveInitialize(from: links, count: used)
    links.deallocate()
    links = newLinks
    let newModels = UnsafeMutablePointer<Unmanaged<Model>>.allocate(capacity: doubled)
    newModels.moveInitialize(from: models, count: used)
    models.deallocate()
    models = newModels
    capacity = doubled
  }

  // MARK: Going

  /// Takes a node and what is below it out of its parent. Costs the same wherever it stands.
  func detach(_ node: Int32) {
    let parent = links[Int(node)].parent
    guard parent != Self.none else { return }
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
    links[Int(node)].parent = Self.none
    links[Int(node)].previousSibling = parent
    links[Int(node)].nextSibling = Self.none
    removals += 1
    markLeft(node)
    leaving.append(node)
    releaseLeaving()
  }

  // While an event is delivered, its receivers are told apart by marks: asking each of them whether
  // it is still in the tree would cost a climb. What has a mark of the innermost delivery has one
  // for those around it too, and so has all below that any of them may reach: it need not be walked
  // again. What was attached there since is no receiver of theirs.
  private func markLeft(_ top: Int32) {
    guard let deliveryStart else { return }
    var node = top
    while node != Self.none {
      if links[Int(node)].leftAt > deliveryStart {
        node = nextBeside(node, within: top)
      } else {
        links[Int(node)].leftAt = removals
        node = next(after: node, within: top)
      }
    }
  }

  /// Begins a delivery, and answers what `endDelivery` needs.
  func beginDelivery() -> Int? {
    defer { deliveryStart = removals }
    return deliveryStart
  }

  func endDelivery(_ outer: Int?) { deliveryStart = outer }

  /// Forgets a model that is being deallocated; its children lose their parent.
  func forget(_ node: Int32) {
    var child = links[Int(node)].lastChild
    if !links[Int(node)].departures.isEmpty { departures.noteEnd(of: node, in: self) }
    removals += 1
    while child != Self.none {
      let previous = links[Int(child)].previousSibling
      markLeft(child)
      links[Int(child)].parent = Self.none
      links[Int(child)].previousSibling = node
      links[Int(child)].nextSibling = Self.none
      leaving.append(child)
      child = previous
    }
    let handlers = unregisterAll(node)
    if !raises.isEmpty { raises[node] = nil }
    links[Int(node)].id = 0
    freed.append(node)
    releaseLeaving()
    withExtendedLifetime(handlers) {}
  }

  // The last release of a model forgets its node, which adds its children here: a chain of any
  // length goes by this loop, not by recursion.
  private func releaseLeaving() {
    if isReleasing { return }
    isReleasing = true
    while let node = leaving.popLast() {
      models[Int(node)].release()
      if isAlive(node), keepsFormerPlaces { departures.noteSurvivor(node, in: self) }
    }
    isReleasing = false
    if departures.isUnsettled { departures.settle(in: self) }
    while let node = freed.popLast() { free.append(node) }
    freed.removeAll()
  }

  func beginKeepingFormerPlaces() {
    if !keepsFormerPlaces { departures.begin(self) }
    keepsFormerPlaces = true
  }

  /// Whether a node's model is alive. Nodes are not used again until all that go together are gone.
  func isAlive(_ node: Int32) -> Bool { links[Int(node)].id != 0 }

  /// The nodes of all models that are alive, in the tree and out of it.
  var aliveNodes: [Int32] { (0..<Int32(used)).filter(isAlive) }
}
