import TreeJournal

/// A node of the tree: a screen's logic, a flow, a subtask, or a session.
///
/// A model is created under its parent, which alone retains it: with the parent, or once it is
/// removed, the model is deallocated unless something else retains it. Children keep the order in
/// which they were attached.
///
/// Models live on the main actor, and so do their sessions and signals. Work that takes time is
/// awaited elsewhere: see <doc:AnswerFromTheNetwork>.
///
/// The inspector shows the line that creates each model. A subclass with an initializer of its own needs
/// nothing for that: its models show the line in the initializer, as in `Player.swift:7 in Player.init`.
/// To show the line of the caller, take `file` and `line` and pass them on; see
/// ``init(parent:file:line:)``.
@MainActor
open class Model {
  let store: TreeStore
  /// The model's node in the store, until it is deallocated.
  let node: Int32

  /// Sends each child to show. The model's own code sends it, after it creates the child.
  public private(set) lazy var pushChildSignal = SignalPipe<Model>()
  /// Sends each child that has done its work and should leave the screen. The model's own code sends
  /// it.
  public private(set) lazy var wantsRemoveChildSignal = SignalPipe<Model>()
  /// Sends each error that the model handles by default.
  public private(set) lazy var errorSignal = SignalPipe<ModelError>()
  /// The signal subscriptions that end with the model.
  public private(set) lazy var pool = AutodisposePool()

  /// The screen object that shows the model; the model does not retain it.
  public private(set) weak var representation: AnyObject?

  // Disfavored, and yet the one that `Subclass(parent:)` means: the initializers that a class inherits
  // have their arguments, but not this attribute. So `super.init(parent:)` means the next one.

  /// Creates a model as the last child of its parent.
  ///
  /// From this call on, the model is in the tree, and its parent retains it. An initializer of a
  /// subclass that can fail therefore does so before it calls this one, or removes the model first:
  ///
  /// ```swift
  /// super.init(parent: parent)
  /// guard load() else {
  ///   removeFromParent()
  ///   return nil
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - parent: the model that will retain this one.
  ///   - file: the file that creates it; left out, it is the caller's.
  ///   - line: the line that creates it; left out, it is the caller's.
  ///   - function: the function that creates it; left out, it is the caller's.
  @_disfavoredOverload
  public init(
    parent: Model, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    store = parent.store
    node = store.makeNode(
      parent: parent.node, Self.self, isSession: false,
      source: Self.creation(file, line, in: function))
    store.attach(self, at: node)
    makeDeclaredChildren()
  }

  /// Creates a model from a subclass's initializer: `super.init(parent: parent)`.
  ///
  /// The two last parameters only make it the lesser choice where a subclass inherits it.
  @_documentation(visibility: internal)
  public init(
    parent: Model, initializerFile: StaticString = #fileID, initializerLine: UInt = #line,
    _: Void = (), _: Void = ()
  ) {
    store = parent.store
    node = store.makeNode(
      parent: parent.node, Self.self, isSession: false,
      source: Self.creation(initializerFile, initializerLine))
    store.attach(self, at: node)
    makeDeclaredChildren()
  }

  /// Creates a model as the last child of its parent, at a given line: for initializers that take
  /// their caller's and pass it on.
  ///
  /// ```swift
  /// init(title: String, parent: Model, file: StaticString = #fileID, line: UInt = #line) {
  ///   self.title = title
  ///   super.init(parent: parent, file: file, line: line)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - parent: the model that will retain this one.
  ///   - file: the file that creates it.
  ///   - line: the line that creates it.
  public init(parent: Model, file: StaticString, line: UInt) {
    store = parent.store
    node = store.makeNode(
      parent: parent.node, Self.self, isSession: false, source: SourceLocation(file, line))
    store.attach(self, at: node)
    makeDeclaredChildren()
  }

  /// Lets a subclass write `override init(parent: Model)`. It can't be called: no `Absent` exists.
  @_documentation(visibility: internal)
  public init(parent: Absent) {
    store = parent.store
    node = parent.node
  }

  /// A session: a root, or a local one below `parent`.
  init(sessionUnder parent: Model?, _ source: SourceLocation) {
    store = parent?.store ?? TreeStore()
    node = store.makeNode(
      parent: parent?.node ?? TreeStore.none, Self.self, isSession: true, source: source)
    store.attach(self, at: node)
    makeDeclaredChildren()
    #if DEBUG
      if parent != nil { (self as? Session)?.reportIfNeverOpened() }
    #endif
  }

  // The end of a model may come on any thread.
  deinit { store.forgetOnMainActor(node) }

  // MARK: Descriptions

  /// A name among models of the same type, for printed trees and selectors; nil by default.
  open var label: String? { nil }

  /// The state that printed trees show; empty by default.
  open var state: KeyValuePairs<String, String> { [:] }

  // MARK: Time

  /// The clock of the nearest session, by which the model waits: see ``sleep(for:)``.
  public var clock: any Clock<Duration> { surroundingClock }

  // MARK: Messages

  /// Handles an error that the model is registered for without a closure. By default `errorSignal`
  /// sends it.
  open func handle(_ error: ModelError) { errorSignal.sendNext(error) }

  /// Handles a bubble that the model is registered for without a closure. By default nothing
  /// happens.
  open func handle(_ bubble: BubbleNotification) {}

  /// Handles a global event that the model is registered for without a closure. By default nothing
  /// happens.
  open func handle(_ event: GlobalEvent) {}

  /// Handles an error that no model of the tree is registered for; only a root session receives one.
  func receiveUncaught(_ error: ModelError) {}

  /// Called on every model, in document order, before its session closes. A session that is
  /// deallocated without being closed does not call it.
  open func sessionWillClose() {}
}

extension Model: PoolOwner {}

// The tree around a model.
extension Model {
  /// The model of a node. A model that is being deallocated still finds itself.
  func model(at other: Int32) -> Model? { other == node ? self : store.model(at: other) }

  /// The model that retains this one; nil for a root session, and after a removal.
  public var parent: Model? {
    let parent = store.links[Int(node)].parent
    return parent == TreeStore.none ? nil : store.model(at: parent)
  }

  /// The top of the model's tree: the root session, or the removed model. Costs a walk up to it.
  public var root: Model {
    let top = store.top(of: node)
    if top == node { return self }
    if let root = store.model(at: top) { return root }
    // The top is being released: its child is a top a moment later.
    var last = node
    while store.links[Int(last)].parent != top { last = store.links[Int(last)].parent }
    return store.model(at: last) ?? self
  }

  /// The children in the order in which they were attached. Costs a walk over them.
  public var children: [Model] {
    var children: [Model] = []
    var child = store.links[Int(node)].firstChild
    while child != TreeStore.none {
      if let model = store.model(at: child) { children.append(model) }
      child = store.links[Int(child)].nextSibling
    }
    return children
  }

  /// The model and all models below it, in document order. Costs a walk over them.
  public var subtree: [Model] {
    var models: [Model] = [self]
    var current = store.next(after: node, within: node)
    while current != TreeStore.none {
      if let model = store.model(at: current) { models.append(model) }
      current = store.next(after: current, within: node)
    }
    return models
  }

  /// Removes the model and its subtree from the tree for good: its parent no longer retains it.
  /// Without effect on a model that has no parent.
  ///
  /// The cost does not depend on the model's position. Models that nothing else retains are
  /// deallocated. A subtree that something retains is walked once, and so is any during the delivery
  /// of an event.
  public func removeFromParent() { store.detach(node) }

  /// The number by which the inspector and dumps name the model. Numbers ascend in the order in
  /// which models are created, and none is used twice in a tree.
  public var id: Int { store.links[Int(node)].id }

  func show(_ representation: AnyObject) {
    store.noteChange()
    self.representation = representation
    store.record(.represented, node, name: String(describing: type(of: representation)))
  }

  /// The representation is being deallocated: the model leaves its parent.
  func representationDidEnd() {
    store.noteChange()
    // A model outside of the tree has no records.
    if representation == nil, !store.links[Int(node)].isOutside {
      store.record(.represented, node)
    }
    removeFromParent()
  }

  /// The nearest session: a root session returns itself, a local one the session around it. Nil after
  /// the model was removed from its tree. Costs a walk up to it.
  public var session: Session? {
    let scope = store.eventScope(ofRaiser: node)
    return scope == TreeStore.none ? nil : model(at: scope) as? Session
  }

  /// The name of the model's type.
  var typeName: String { String(describing: type(of: self)) }
}
