/// A node of the tree: a screen's logic, a flow, a subtask, or a session.
///
/// A model is created under its parent, which alone retains it; when the parent goes, or the model
/// is removed, it goes too unless somebody else holds it. Children stay in the order in which they
/// were attached.
///
/// Models are not `Sendable`: a tree lives in the isolation domain in which its session was made,
/// the main actor or another, and the compiler keeps it there. In a module whose default isolation
/// is the main actor, declare models `nonisolated`: they belong to their tree.
///
/// A subclass that overrides an initializer takes `file` and `line` too and hands them on, so that
/// the inspector names the line that creates the model.
open class Model {
  let store: TreeStore
  /// The model's place in the store, its own until it is deallocated.
  let node: Int32

  /// Tells that a child should be shown. The model's own code sends it, once the child was created.
  public private(set) lazy var pushChildSignal = SignalPipe<Model>()
  /// Tells that a child has done its work and should be taken off the screen. The model's own code
  /// sends it.
  public private(set) lazy var wantsRemoveChildSignal = SignalPipe<Model>()
  /// Tells of each error that the model handles by default.
  public private(set) lazy var errorSignal = SignalPipe<ModelError>()
  /// The subscriptions that end with the model.
  public private(set) lazy var pool = AutodisposePool()

  /// The screen object that shows the model; the model does not retain it.
  public private(set) weak var representation: AnyObject?

  /// Creates a model as the last child of its parent.
  ///
  /// - Parameters:
  ///   - parent: the model that will retain this one.
  ///   - file: the file that creates it; left out, it is the caller's.
  ///   - line: the line that creates it; left out, it is the caller's.
  public init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    store = parent.store
    node = store.makeNode(
      parent: parent.node, Self.self, isSession: false, source: SourceLocation(file, line))
    store.attach(self, at: node)
  }

  /// A session: a root, or a local one below `parent`.
  init(sessionUnder parent: Model?, _ source: SourceLocation) {
    store = parent?.store ?? TreeStore()
    node = store.makeNode(
      parent: parent?.node ?? TreeStore.none, Self.self, isSession: true, source: source)
    store.attach(self, at: node)
  }

  deinit { store.forget(node) }

  // MARK: What a model tells of itself

  /// What tells the model from others of its type in printed trees and selectors; nil by default.
  open var label: String? { nil }

  /// What printed trees show of the model's state; nothing by default.
  open var state: KeyValuePairs<String, String> { [:] }

  // MARK: What a model does when something reaches it

  /// Handles an error that the model is registered for without a closure. By default it goes into
  /// `errorSignal`.
  open func handle(_ error: ModelError) { errorSignal.sendNext(error) }

  /// Handles a bubble that the model is registered for without a closure. By default nothing
  /// happens.
  open func handle(_ bubble: BubbleNotification) {}

  /// Handles a global event that the model is registered for without a closure. By default nothing
  /// happens.
  open func handle(_ event: GlobalEvent) {}

  /// Called on every model, in document order, before its session closes. A session that goes
  /// without being closed does not call it.
  open func sessionWillClose() {}
}

// The tree around a model.
extension Model {
  /// The model that retains this one; nil for a root session, and once the model was removed.
  public var parent: Model? {
    let parent = store.links[Int(node)].parent
    return parent == TreeStore.none ? nil : store.model(at: parent)
  }

  /// The top of the tree that the model stands in: the root session, or the model that was removed.
  /// Costs a walk up to it.
  public var root: Model { store.model(at: store.top(of: node)) }

  /// The children in the order in which they were attached. Costs a walk over them.
  public var children: [Model] {
    var children: [Model] = []
    var child = store.links[Int(node)].firstChild
    while child != TreeStore.none {
      children.append(store.model(at: child))
      child = store.links[Int(child)].nextSibling
    }
    return children
  }

  /// The nearest session: a root session answers itself, a local one the session around it. Nil
  /// once the model was removed from its tree. Costs a walk up to it.
  public var session: Session? {
    let scope = store.eventScope(ofRaiser: node)
    return scope == TreeStore.none ? nil : store.model(at: scope) as? Session
  }

  /// The model and all models below it, in document order. Costs a walk over them.
  public var subtree: [Model] {
    var models: [Model] = []
    var current = node
    while current != TreeStore.none {
      models.append(store.model(at: current))
      current = store.next(after: current, within: node)
    }
    return models
  }

  /// Takes the model, and what is below it, out of the tree: its parent no longer retains it. It
  /// cannot come back. Without effect on a model that has no parent.
  ///
  /// Costs the same wherever the model stands, and letting go of what leaves; while an event is
  /// delivered, a walk over that.
  public func removeFromParent() { store.detach(node) }

  /// The number by which the inspector and dumps name the model. Numbers ascend in the order in
  /// which models are created, and none is used twice in a tree.
  public var id: Int { store.links[Int(node)].id }

  func show(_ representation: AnyObject) { self.representation = representation }
}
