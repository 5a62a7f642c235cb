import TextIO
import TreeSnapshot

/// The links between the models of one tree, as columns of small integers.
///
/// A store begins with a root session and holds every model that is created under it, attached or
/// not, until the model is deallocated. The store retains the models that have a parent; a root is
/// retained by its owner alone.
@MainActor @usableFromInline
package final class TreeStore {
  /// The node that means "none".
  package nonisolated static let none: Int32 = -1

  // Unchecked for exclusivity, here and below, is what each hop, raise, or registration passes: nothing of
  // the app runs while it changes, and what it held is released afterwards.
  @exclusivity(unchecked) var links: [Links] = []
  /// What each model is registered for.
  @exclusivity(unchecked) var registrations: [Registrations] = []

  /// The models that have a parent, or are about to be released.
  @exclusivity(unchecked) private var models: [Model?] = []
  /// The root session. Its owner may release it on any thread, so it is referred to weakly.
  @exclusivity(unchecked) private weak var root: Model?
  /// The detached models that outlived their release, whose owners may release them on any thread.
  private var tops: [Int32: Weak<Model>] = [:]
  /// Nodes of deallocated models, for reuse.
  private var free: [Int32] = []
  /// How many free nodes there are when memory is given back next.
  private var trimAt = TreeStore.fewFree
  private static let fewFree = 4_096
  /// Nodes of models that were deallocated in the present release: their links may still be read.
  private var freed: [Int32] = []
  private var lastID = 0
  /// The node of the root session; `none` once that is gone.
  @exclusivity(unchecked) package private(set) var rootNode = TreeStore.none

  /// Identifies the tree, also after its end.
  package let token: AnyObject = Token()
  private final class Token {}

  @exclusivity(unchecked) package internal(set) var messages = MessageTable()
  /// The types of messages, of which an inspector's tests make values.
  var messageTypes: [MessageTable.Key: any TypedMessage.Type] = [:]
  /// The keys of each type of codes.
  var codeKeys: [ObjectIdentifier: AnyObject] = [:]
  /// Those that were asked for last; each raise and registration reads them.
  @exclusivity(unchecked) @usableFromInline var recentKeys:
    (type: ObjectIdentifier, keys: AnyObject)?
  /// The models that are registered for each event, or for a whole domain of events.
  @exclusivity(unchecked) var audiences = MessageTable.Column<EventAudience>()
  /// Counts registrations.
  @exclusivity(unchecked) var lastRegistration = 0
  /// Registrations that have ended and have closures still, until the store is at rest: the release
  /// of those may deallocate models and end further registrations.
  @exclusivity(unchecked) var ended: [Registration] = []
  /// The messages that models may raise, by node.
  var raises: [Int32: [MessageTable.Key]] = [:]

  /// Counts removals: as long as it stays the same, no model is detached.
  private(set) var removals = 0
  /// The count of removals at the start of the innermost delivery; nil outside of deliveries.
  private var deliveryStart: Int?

  /// Detached models that the store is about to release.
  private var leaving: [Int32] = []
  /// Whether models are being released: some may be detached and in audiences still.
  private(set) var isReleasing = false

  /// The asynchronous work of models.
  var work = RunningWork()
  /// The message whose handler runs, or started the work whose answer is taken.
  @exclusivity(unchecked) var cause: MessageTable.Key?

  /// Begins what a message leads to.
  ///
  /// - Returns: the cause of before, to set again at its end.
  func replaceCause(by key: MessageTable.Key?) -> MessageTable.Key? {
    defer { cause = key }
    return cause
  }

  /// Counts the changes of structure, registrations, services and representations, and of what models
  /// may raise.
  @exclusivity(unchecked) private(set) var revision = 0

  /// Watches the tree; nil if nothing does.
  @exclusivity(unchecked) package internal(set) var observer: (any TreeObserver)?
  /// What an inspector calls the tree; nil without one.
  package var appName: String?

  /// The clock of sessions that set none of their own.
  package var clock: any Clock<Duration> = ContinuousClock()

  /// Counts a change of what a snapshot shows, states and labels aside.
  func noteChange() { revision += 1 }

  /// The number of models, attached and detached.
  package var liveCount: Int { links.count - free.count - freed.count }

  // MARK: Adding

  /// Makes a node for a model that is being created, as the last child of its parent. Once the model
  /// exists, `attach(_:at:)` adds it.
  func makeNode(
    parent: Int32, _ type: Model.Type, isSession: Bool, source: SourceLine
  ) -> Int32 {
    lastID += 1
    var new = Links(parent: parent, isSession: isSession, id: lastID, type: type, source: source)
    if parent != Self.none { new.isOutside = links[Int(parent)].isOutside }
    if let reused = free.popLast() {
      links[Int(reused)] = new
      return reused
    }
    let node = Int32(links.count)
    links.append(new)
    registrations.append(Registrations())
    models.append(nil)
    if parent == Self.none { rootNode = node }
    return node
  }

  func attach(_ model: Model, at node: Int32) {
    noteChange()
    let parent = links[Int(node)].parent
    guard parent != Self.none else {
      root = model
      return
    }
    models[Int(node)] = model
    let last = links[Int(parent)].lastChild
    links[Int(node)].previousSibling = last
    if last == Self.none {
      links[Int(parent)].firstChild = node
    } else {
      links[Int(last)].nextSibling = node
    }
    links[Int(parent)].lastChild = node
    observer?.attached(ObservedModel(tree: self, node: node))
  }

  /// The model of a node; nil for a top whose last owner is releasing it on another thread.
  func model(at node: Int32) -> Model? {
    models[Int(node)] ?? (node == rootNode ? root : tops[node]?.object)
  }

  // MARK: Removing

  /// Detaches a node, with its subtree, from its parent. The cost does not depend on its position.
  func detach(_ node: Int32) {
    let parent = links[Int(node)].parent
    guard parent != Self.none else { return }
    noteChange()
    let (previous, next) = (links[Int(node)].previousSibling, links[Int(node)].nextSibling)
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
    removals += 1
    unlink(node)
    if let observer {
      observer.detached(
        ObservedModel(tree: self, node: node), from: ObservedModel(tree: self, node: parent),
        isRemoval: true)
    }
    releaseLeaving()
  }

  private func unlink(_ node: Int32) {
    markDetached(node)
    links[Int(node)].parent = Self.none
    links[Int(node)].previousSibling = Self.none
    links[Int(node)].nextSibling = Self.none
    leaving.append(node)
  }

  // During the delivery of an event, marks tell which receivers were detached: a walk up from each
  // receiver would cost more. A node with a mark of the innermost delivery has one for the outer
  // deliveries too, and so has every receiver below it: the walk passes over its subtree. What was
  // attached there since doesn't receive these deliveries.
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
    removals += 1
    var child = links[Int(node)].lastChild
    while child != Self.none {
      let previous = links[Int(child)].previousSibling
      unlink(child)
      if let observer {
        observer.detached(
          ObservedModel(tree: self, node: child), from: ObservedModel(tree: self, node: node),
          isRemoval: false)
      }
      child = previous
    }
    observer?.released(ObservedModel(tree: self, node: node))
    endRegistrations(of: node)
    if !tops.isEmpty { tops[node] = nil }
    if !raises.isEmpty { raises[node] = nil }
    if !work.isEmpty { work.forget(node) }
    if node == rootNode { rootNode = Self.none }
    links[Int(node)].id = 0
    freed.append(node)
    releaseLeaving()
    dropClosures()
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
    }
    isReleasing = false
    if hasSurvivors, !work.isEmpty { endWorkOutsideOfTree() }
    cancelEndedWork()
    free += freed
    freed = []
    if free.count >= trimAt { trim() }
  }

  /// Gives back the memory of the nodes after the last model that is alive. Costs a look at each.
  private func trim() {
    let count = (links.lastIndex { $0.id != 0 } ?? -1) + 1
    if count < links.count / 2 {
      links = Array(links[..<count])
      registrations = Array(registrations[..<count])
      models = Array(models[..<count])
      free = free.filter { $0 < count }
    }
    trimAt = max(Self.fewFree, 2 * free.count)
  }

  private func release(_ node: Int32) {
    var model = models[Int(node)]
    models[Int(node)] = nil
    if !isKnownUniquelyReferenced(&model), let model { tops[node] = Weak(object: model) }
  }

  /// Takes the models of a detached subtree, which outlived its removal, out of the audiences.
  ///
  /// A model outside of the tree never returns: each is walked once in its life, however its subtree is
  /// taken apart.
  private func leaveAudiences(_ top: Int32) {
    guard !links[Int(top)].isOutside else { return }
    var node = top
    while node != Self.none {
      registrations[Int(node)].forEach { leaveAudience($0) }
      links[Int(node)].isOutside = true
      node = next(after: node, within: top)
    }
  }

  /// The models that left the tree and are alive, each at the top of what it retains.
  package var topsLeft: [ObservedModel] {
    tops.keys.sorted().map { ObservedModel(tree: self, node: $0) }.filter { $0.model != nil }
  }

  /// Whether a node's model is alive. Nodes are reused only after all models of a release are gone.
  package func isAlive(_ node: Int32) -> Bool { id(of: node) != 0 }

  /// The id of a node's model; 0 once that is deallocated.
  func id(of node: Int32) -> Int { node < links.count ? links[Int(node)].id : 0 }

  /// The nodes of all models that are alive, attached and detached.
  package var aliveNodes: [Int32] { (0..<Int32(links.count)).filter { links[Int($0)].id != 0 } }
}

/// An object that others retain.
package struct Weak<Object: AnyObject> {
  package weak var object: Object?

  package init(object: Object? = nil) { self.object = object }
}

extension TreeStore {
  /// Forgets a model that is being deallocated, on whichever thread that is.
  nonisolated func forgetOnMainActor(_ node: Int32) {
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { forget(node) }
    } else {
      Task { @MainActor in forget(node) }
    }
  }
}
