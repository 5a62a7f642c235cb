import TreeJournal

/// A model that holds a user's data and the services that work for it.
///
/// A root session has no parent: a `SessionController`, or another owner, retains it, and with it the
/// whole tree. A local session is inside a tree and offers services of its own to the models below it,
/// once its creator calls ``open()``.
@MainActor
open class Session: Model {
  private var locator = ServiceLocator()

  /// Whether `open` was called and `close` was not.
  public private(set) var isOpen = false

  /// Whether it is open as its journal records it: from the beginning of `open()` until its services have
  /// ended.
  private(set) final var isRunning = false

  /// Whether it was closed and not opened again.
  private(set) final var wasClosed = false

  /// Sends errors that no model of the tree is registered for; only a root session sends any.
  public final var uncaughtErrorSignal: Signal<ModelError> { uncaughtErrors }

  private lazy var uncaughtErrors = SignalPipe<ModelError>()

  /// Whether it is being closed, by itself or with a session around it.
  private var isClosing = false

  /// The user who is signed in; nil for an anonymous session and for a local one.
  public internal(set) final var credentials: Credentials?

  /// The controller that replaces the session when it closes.
  weak var controller: SessionController?

  /// Creates a root session.
  ///
  /// - Parameters:
  ///   - credentials: the user who is signed in; nil makes an anonymous session.
  ///   - file: the file that creates it; left out, it is the caller's.
  ///   - line: the line that creates it; left out, it is the caller's.
  ///   - function: the function that creates it; left out, it is the caller's.
  @_disfavoredOverload
  public init(
    credentials: Credentials? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    self.credentials = credentials
    super.init(sessionUnder: nil, Self.creation(file, line, in: function))
  }

  /// Creates a root session from a subclass's initializer: `super.init(credentials: credentials)`.
  @_documentation(visibility: internal)
  public init(
    credentials: Credentials? = nil, initializerFile: StaticString = #fileID,
    initializerLine: UInt = #line, _: Void = (), _: Void = ()
  ) {
    self.credentials = credentials
    super.init(sessionUnder: nil, Self.creation(initializerFile, initializerLine))
  }

  /// Creates a root session, at a given line: for initializers that take their caller's and pass it
  /// on.
  ///
  /// - Parameters:
  ///   - credentials: the user who is signed in; nil makes an anonymous session.
  ///   - file: the file that creates it.
  ///   - line: the line that creates it.
  public init(credentials: Credentials? = nil, file: StaticString, line: UInt) {
    self.credentials = credentials
    super.init(sessionUnder: nil, SourceLocation(file, line))
  }

  /// Creates a local session as the last child of a model. It is open once `open()` is called. If it
  /// isn't open when the main actor is next free, a debug build warns, once for each type.
  ///
  /// - Parameters:
  ///   - parent: the model that will retain it.
  ///   - file: the file that creates it; left out, it is the caller's.
  ///   - line: the line that creates it; left out, it is the caller's.
  ///   - function: the function that creates it; left out, it is the caller's.
  @_disfavoredOverload
  public override init(
    parent: Model, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    super.init(sessionUnder: parent, Self.creation(file, line, in: function))
  }

  /// Creates a local session from a subclass's initializer: `super.init(parent: parent)`.
  @_documentation(visibility: internal)
  public override init(
    parent: Model, initializerFile: StaticString = #fileID, initializerLine: UInt = #line,
    _: Void = (), _: Void = ()
  ) {
    super.init(sessionUnder: parent, Self.creation(initializerFile, initializerLine))
  }

  /// Creates a local session as the last child of a model, at a given line: for initializers that
  /// take their caller's and pass it on.
  ///
  /// - Parameters:
  ///   - parent: the model that will retain it.
  ///   - file: the file that creates it.
  ///   - line: the line that creates it.
  public override init(parent: Model, file: StaticString, line: UInt) {
    super.init(sessionUnder: parent, SourceLocation(file, line))
  }

  /// Lets a subclass write `override init(parent: Model)`; see the one of `Model`.
  @_documentation(visibility: internal)
  public override init(parent: Absent) { super.init(parent: parent) }

  /// A session that is deallocated without being closed still ends its services.
  deinit {
    let services = locator.services
    guard isOpen, !services.isEmpty else { return }
    onMainActor { for service in services { service.prepareToClose() } }
  }

  // MARK: Life

  /// Creates the session's services with `provide`. By default there are none.
  open func createServices() {}

  /// Called once the services have taken off: the place to build the root model.
  open func sessionDidLoad() {}

  /// Handles an error that no model of the tree is registered for, after `uncaughtErrorSignal` has sent
  /// it. By default nothing else happens.
  open func handleUncaught(_ error: ModelError) {}

  /// Opens the session: creates its services, calls `takeOff()` of each, then `sessionDidLoad()`.
  /// Without effect on an open session; one that is closed on the way stops there.
  public final func open() {
    guard !isOpen else { return }
    isOpen = true
    wasClosed = false
    isRunning = true
    store.noteChange()
    store.record(.opened, node)
    createServices()
    for service in locator.services where isOpen { service.takeOff() }
    if isOpen { sessionDidLoad() }
  }

  /// Closes the session, which signs its user out: calls `sessionWillClose()` of every model in
  /// document order and `prepareToClose()` of each service, then removes the tree. Local sessions
  /// inside close with it, their services before those around them; until then, `close` of such a one
  /// has no effect. A root session that belongs to a controller is replaced by it.
  ///
  /// - Parameter credentials: whose session is to be opened next; nil opens an anonymous one.
  public final func close(with credentials: Credentials? = nil) {
    guard isOpen, !isClosing else { return }
    isOpen = false
    let models = subtree
    let sessions = models.compactMap { $0 as? Session }
    for session in sessions { session.isClosing = true }
    for model in models { model.sessionWillClose() }
    for session in sessions.reversed() { session.endServices() }
    for child in children { child.removeFromParent() }
    if parent != nil { removeFromParent() }
    controller?.sessionDidClose(self, credentials)
  }

  /// Takes new credentials of the same user, such as a token that was renewed, and keeps them.
  /// Without effect on a session that has none: signing in is closing it with credentials.
  ///
  /// - Parameter credentials: the new credentials.
  public final func renew(_ credentials: Credentials) {
    guard self.credentials != nil else { return }
    self.credentials = credentials
    controller?.archive()
  }

  /// Keeps the session as it is now, where a controller keeps it: after something worth keeping has
  /// changed. Costs what the controller's store costs; errors of the store go to the controller's
  /// `archiveErrorSignal`.
  public final func archive() { controller?.archive() }

  private func endServices() {
    isOpen = false
    isClosing = false
    wasClosed = true
    store.work.end(of: node)
    store.cancelEndedWork()
    // A service may use its session as it is released: by then the session does not hold it.
    let ending = locator
    for service in ending.services { service.prepareToClose() }
    store.noteChange()
    locator = ServiceLocator()
    isRunning = false
    store.record(.closed, node)
    withExtendedLifetime(ending) {}
  }

  override func receiveUncaught(_ error: ModelError) {
    uncaughtErrors.sendNext(error)
    handleUncaught(error)
  }

  /// Records everything in the session's tree from now on: of a local session, the tree that it is in.
  /// Costs a walk over the tree.
  ///
  /// - Parameter journal: the journal, in place of another one.
  public final func record(in journal: Journal) { store.record(in: journal) }

  // MARK: Time

  private var ownClock: (any Clock<Duration>)?

  /// The clock by which the models of the session wait; a test may set one that it advances. By
  /// default the clock of the session around it, and the `ContinuousClock` where there is none.
  public final override var clock: any Clock<Duration> {
    get { ownClock ?? surroundingClock }
    set { ownClock = newValue }
  }

  // MARK: Services

  /// Adds a service, found by the type that it is provided as; one of the same type is replaced.
  /// Costs a look through the session's services.
  ///
  /// - Parameter service: the service, which the session retains until it closes.
  public final func provide<Provided: Service>(_ service: Provided) {
    store.noteChange()
    let (replaced, place) = locator.add(service, as: Provided.self)
    store.record(.provided, node, name: String(describing: Provided.self), place: place)
    withExtendedLifetime(replaced) {}
  }

  /// The session's own service of a type.
  func ownService<Wanted: Service>(_ type: Wanted.Type) -> Wanted? { locator.find(type) }

  /// The names of the services that the session provides, in the order in which they were added.
  public final var serviceNames: [String] { locator.names }
}
