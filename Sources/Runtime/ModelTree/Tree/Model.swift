/// A node of the tree: the logic of a screen, a flow, a subtask, or a session.
///
/// A model is created below its parent, which alone retains it. When the parent is deallocated or
/// the model is removed, the model is deallocated unless something else retains it. Children keep
/// the order in which they were attached.
///
/// Models live on the main actor, like their sessions and signals. Await work that takes time
/// elsewhere: see <doc:AnswerFromTheNetwork>.
///
/// The inspector shows the line that creates each model. For a subclass with its own initializer,
/// that is the line in the initializer, as in `Player.swift:7 in Player.init`. To show the caller's
/// line instead, take `file` and `line` and pass them on; see ``init(parent:file:line:)``.
@MainActor
open class Model {
  @usableFromInline package let store: TreeStore
  /// The model's node in the store, until it is deallocated.
  @usableFromInline package let node: Int32

  /// Sends each child to show. The model itself sends it after creating the child.
  public private(set) lazy var pushChildSignal = SignalPipe<Model>()
  /// Sends each child that is done and should leave the screen. The model itself sends it.
  public private(set) lazy var wantsRemoveChildSignal = SignalPipe<Model>()
  /// Sends each error that the model handles by default.
  public private(set) lazy var errorSignal = SignalPipe<ModelError>()
  /// The signal subscriptions that end with the model.
  public private(set) lazy var pool = AutodisposePool()

  /// The screen object that shows the model. It isn't retained.
  public private(set) weak var representation: AnyObject?

  // Disfavored, but still the one that `Subclass(parent:)` calls: inherited initializers keep their
  // arguments, but not this attribute. So `super.init(parent:)` calls the next one.

  /// Creates a model as the last child of its parent.
  ///
  /// From this call on, the model is in the tree, and its parent retains it. So if an initializer
  /// of a subclass can fail, it must do so before this call, or remove the model first:
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
  ///   - file: the file that creates it; defaults to the caller's.
  ///   - line: the line that creates it; defaults to the caller's.
  ///   - function: the function that creates it; defaults to the caller's.
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
  /// The last two parameters make it the second choice in a subclass that inherits it.
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

  /// Creates a model as the last child of its parent, with a given line: for initializers that take
  /// their caller's line and pass it on.
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
      parent: parent.node, Self.self, isSession: false, source: SourceLine(file, line))
    store.attach(self, at: node)
    makeDeclaredChildren()
  }

  /// Allows a subclass to write `override init(parent: Model)`. It can't be called, because
  /// `Absent` has no values.
  @_documentation(visibility: internal)
  public init(parent: Absent) {
    store = parent.store
    node = parent.node
  }

  /// A session: a root, or a local one below `parent`.
  init(sessionUnder parent: Model?, _ source: SourceLine) {
    store = parent?.store ?? TreeStore()
    node = store.makeNode(
      parent: parent?.node ?? TreeStore.none, Self.self, isSession: true, source: source)
    store.attach(self, at: node)
    if parent == nil, let session = self as? Session { NewSessions.observer?.begin(session) }
    makeDeclaredChildren()
    #if DEBUG
      if parent != nil { (self as? Session)?.reportIfNeverOpened() }
    #endif
  }

  // A model may be released on any thread.
  deinit { store.forgetOnMainActor(node) }

  // MARK: Descriptions

  /// A name that distinguishes the model from others of its type, in printed trees and selectors;
  /// nil by default.
  open var label: String? { nil }

  /// The state that printed trees show; empty by default.
  open var state: KeyValuePairs<String, String> { [:] }

  /// The keys of `state` that stay out of journals; empty by default. An inspector of the running
  /// app still shows them, and a dump holds them.
  open var privateStateKeys: Set<String> { [] }

  // MARK: Time

  /// The clock of the nearest session, which ``sleep(for:)`` uses.
  public var clock: any Clock<Duration> { surroundingClock }

  // MARK: Messages

  /// Handles an error that the model is registered for without a closure. By default, `errorSignal`
  /// sends it.
  open func handle(_ error: ModelError) { errorSignal.sendNext(error) }

  /// Handles a bubble that the model is registered for without a closure. Does nothing by default.
  open func handle(_ bubble: BubbleNotification) {}

  /// Handles a global event that the model is registered for without a closure. Does nothing by
  /// default.
  open func handle(_ event: GlobalEvent) {}

  /// Handles an error that no model of the tree is registered for; only a root session receives one.
  func receiveUncaught(_ error: ModelError) {}

  /// Called on every model, in document order, before its session closes. Not called if the session
  /// is deallocated without being closed.
  open func sessionWillClose() {}
}

extension Model: PoolOwner {}

// The tree around a model.
extension Model {
  /// The model of a node. A model being deallocated can still find itself.
  func model(at other: Int32) -> Model? { other == node ? self : store.model(at: other) }

  /// The model that retains this one; nil for a root session and for a removed model.
  public var parent: Model? {
    let parent = store.links[Int(node)].parent
    return parent == TreeStore.none ? nil : store.model(at: parent)
  }

  /// The root of the model's tree: the root session, or a removed model. Costs a walk up to it.
  public var root: Model {
    let top = store.top(of: node)
    if top == node { return self }
    if let root = store.model(at: top) { return root }
    // The root is being released: its child is about to become a root.
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
    store.nodes(from: node).compactMap { model(at: $0) }
  }

  /// Removes the model and its subtree from the tree permanently: its parent no longer retains it.
  /// Has no effect on a model without a parent.
  ///
  /// The cost doesn't depend on the model's position. Models that nothing else retains are
  /// deallocated. If something retains the subtree, or if an event is being delivered, the subtree
  /// is walked once.
  public func removeFromParent() { store.detach(node) }

  /// The number that identifies the model in the inspector and in dumps. Ids ascend in the order of
  /// creation, and none is used twice in a tree.
  public var id: Int { store.links[Int(node)].id }

  func show(_ representation: AnyObject) {
    store.noteChange()
    self.representation = representation
    store.observer?.represented(ObservedModel(self), by: representation)
  }

  /// The representation is being deallocated, so the model leaves its parent.
  func representationDidEnd() {
    store.noteChange()
    // A model outside of the tree has no records.
    if representation == nil, !store.links[Int(node)].isOutside {
      store.observer?.represented(ObservedModel(self), by: nil)
    }
    removeFromParent()
  }

  /// The nearest session: a root session returns itself, a local session returns the session around
  /// it. Nil after the model was removed from its tree. Costs a walk up to it.
  public var session: Session? {
    let scope = store.eventScope(ofRaiser: node)
    return scope == TreeStore.none ? nil : model(at: scope) as? Session
  }

  /// The name of the model's type.
  var typeName: String { String(describing: type(of: self)) }
}

/// A screen object that shows a model.
///
/// Once applied, it determines the model's life in the tree: when it is deallocated, the model
/// leaves its parent. The model doesn't retain it.
///
/// ```swift
/// final class PickerScreen: Representation {
///   var tie: RepresentationTie?
/// }
/// ```
@MainActor
public protocol Representation: AnyObject {
  /// The tie to the object's model; nil until it is applied.
  var tie: RepresentationTie? { get set }
}

/// The tie between a model and the object that shows it. Only the object retains it.
@MainActor
public final class RepresentationTie {
  /// The model; nil once it is deallocated.
  public private(set) weak var model: Model?
  private var isTied = true

  init(_ model: Model) { self.model = model }

  /// Keeps the model in its tree when the object is deallocated.
  func loosen() { isTied = false }

  deinit {
    if isTied { onMainActor { [weak model] in model?.representationDidEnd() } }
  }
}

extension Model {
  /// Ties the model to the object that shows it: when the object is deallocated, the model leaves
  /// its parent. A previous object is no longer tied to the model.
  ///
  /// - Parameter representation: the object, which retains the tie and isn't retained.
  public func applyRepresentation(_ representation: some Representation) {
    (self.representation as? any Representation)?.tie?.loosen()
    let tie = RepresentationTie(self)
    representation.tie = tie
    show(representation)
  }
}
