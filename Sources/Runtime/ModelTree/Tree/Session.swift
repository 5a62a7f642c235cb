import TextIO

/// A model with a user's data and the services for it.
///
/// A root session has no parent: a `SessionController`, or another owner, retains it and thereby
/// the whole tree. A local session is inside a tree, and provides services of its own to the models
/// below it after its creator calls ``open()``.
@MainActor
open class Session: Model {
  private var locator = ServiceLocator()

  /// Whether the session is open.
  public private(set) var isOpen = false

  /// Whether a journal records it as open: from the beginning of `open()` until its services have
  /// ended.
  package private(set) final var isRunning = false

  /// Whether it was closed and not reopened.
  private(set) final var wasClosed = false

  /// Sends the errors that no model of the tree is registered for. Only a root session sends any.
  public final var uncaughtErrorSignal: Signal<ModelError> { uncaughtErrors }

  private lazy var uncaughtErrors = SignalPipe<ModelError>()

  /// Whether it is being closed, alone or with a session around it.
  private var isClosing = false

  /// The signed-in user; nil for an anonymous or local session.
  public internal(set) final var credentials: Credentials?

  /// The controller that replaces the session when it closes.
  weak var controller: SessionController?

  /// Creates a root session.
  ///
  /// - Parameters:
  ///   - credentials: the signed-in user; nil creates an anonymous session.
  ///   - file: the file that creates it; defaults to the caller's.
  ///   - line: the line that creates it; defaults to the caller's.
  ///   - function: the function that creates it; defaults to the caller's.
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

  /// Creates a root session, with a given line: for initializers that take their caller's line and
  /// pass it on.
  ///
  /// - Parameters:
  ///   - credentials: the signed-in user; nil creates an anonymous session.
  ///   - file: the file that creates it.
  ///   - line: the line that creates it.
  public init(credentials: Credentials? = nil, file: StaticString, line: UInt) {
    self.credentials = credentials
    super.init(sessionUnder: nil, SourceLine(file, line))
  }

  /// Creates a local session as the last child of a model. Call `open()` to open it. If it isn't
  /// open when the main actor is next free, a debug build warns, once for each type.
  ///
  /// - Parameters:
  ///   - parent: the model that will retain it.
  ///   - file: the file that creates it; defaults to the caller's.
  ///   - line: the line that creates it; defaults to the caller's.
  ///   - function: the function that creates it; defaults to the caller's.
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

  /// Creates a local session as the last child of a model, with a given line: for initializers that
  /// take their caller's line and pass it on.
  ///
  /// - Parameters:
  ///   - parent: the model that will retain it.
  ///   - file: the file that creates it.
  ///   - line: the line that creates it.
  public override init(parent: Model, file: StaticString, line: UInt) {
    super.init(sessionUnder: parent, SourceLine(file, line))
  }

  /// Lets a subclass write `override init(parent: Model)`; see the one of `Model`.
  @_documentation(visibility: internal)
  public override init(parent: Absent) { super.init(parent: parent) }

  /// If a session is deallocated without being closed, its services still end.
  deinit {
    let services = locator.services
    guard isOpen, !services.isEmpty else { return }
    onMainActor { for service in services { service.prepareToClose() } }
  }

  // MARK: Life

  /// Creates the session's services with `provide`. Creates none by default.
  open func createServices() {}

  /// Called after the services have taken off. Override it to build the root model.
  open func sessionDidLoad() {}

  /// Handles an error that no model of the tree is registered for, after `uncaughtErrorSignal` has
  /// sent it. Does nothing by default.
  open func handleUncaught(_ error: ModelError) {}

  /// Opens the session: creates its services, calls `takeOff()` on each, then calls
  /// `sessionDidLoad()`. Has no effect on an open session. If the session is closed meanwhile, the
  /// rest is skipped.
  public final func open() {
    guard !isOpen else { return }
    isOpen = true
    wasClosed = false
    isRunning = true
    store.noteChange()
    store.observer?.opened(ObservedModel(self))
    createServices()
    for service in locator.services where isOpen { service.takeOff() }
    if isOpen { sessionDidLoad() }
  }

  /// Closes the session and signs its user out. Calls `sessionWillClose()` on every model in
  /// document order and `prepareToClose()` on each service, then removes the tree. Local sessions
  /// inside close with it, their services before those of the session around them; calling `close`
  /// on such a session meanwhile has no effect. If the root session belongs to a controller, the
  /// controller replaces it.
  ///
  /// - Parameter credentials: the user of the next session; nil opens an anonymous one.
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

  /// Closes the session, and opens none in its place.
  package final func closeForGood() {
    if let controller { controller.stop() } else { close() }
  }

  /// Stores new credentials of the same user, such as a renewed token. Has no effect on a session
  /// without credentials: to sign in, close the session with credentials.
  ///
  /// - Parameter credentials: the new credentials.
  public final func renew(_ credentials: Credentials) {
    guard self.credentials != nil else { return }
    self.credentials = credentials
    controller?.archive()
  }

  /// Saves the session's current state, if its controller has a store. Call it after something
  /// worth keeping has changed. Costs a call of the store; the controller's `archiveErrorSignal`
  /// sends the store's errors.
  public final func archive() { controller?.archive() }

  private func endServices() {
    isOpen = false
    isClosing = false
    wasClosed = true
    store.work.end(of: node)
    store.cancelEndedWork()
    // While it is released, a service may use its session, which no longer has the service.
    let ending = locator
    for service in ending.services { service.prepareToClose() }
    store.noteChange()
    locator = ServiceLocator()
    isRunning = false
    store.observer?.closed(ObservedModel(self))
    withExtendedLifetime(ending) {}
  }

  override func receiveUncaught(_ error: ModelError) {
    uncaughtErrors.sendNext(error)
    handleUncaught(error)
  }

  // MARK: Time

  private var ownClock: (any Clock<Duration>)? {
    didSet {
      if let clock = ownClock as? any MainActorClock { clock.begin(in: self) }
    }
  }

  /// The clock that the session's models wait by. A test may set one that it advances. Defaults to
  /// the clock of the session around it, or to a `ContinuousClock`.
  public final override var clock: any Clock<Duration> {
    get { ownClock ?? surroundingClock }
    set { ownClock = newValue }
  }

  /// Waits by a clock, unless it has one of its own.
  final func wait(by clock: any Clock<Duration>) { ownClock = ownClock ?? clock }

  // MARK: Services

  /// Adds a service under the type that it is provided as, and replaces one of the same type. Costs
  /// a search of the session's services.
  ///
  /// - Parameter service: the service, which the session retains until it closes.
  public final func provide<Provided: Service>(_ service: Provided) {
    store.noteChange()
    let (replaced, place) = locator.add(service, as: Provided.self)
    if let observer = store.observer {
      observer.provided(String(describing: Provided.self), at: place, by: ObservedModel(self))
    }
    withExtendedLifetime(replaced) {}
  }

  /// The session's own service of a type.
  func ownService<Wanted: Service>(_ type: Wanted.Type) -> Wanted? { locator.find(type) }

  /// The names of the session's services, in the order in which they were added.
  public final var serviceNames: [String] { locator.names }
}

#if DEBUG
  // A local session that was never opened looks like one that works.
  extension Session {
    /// The types of sessions that were reported.
    private static var reportedTypes: Set<ObjectIdentifier> = []

    /// Reports the session on standard error if it is in the tree and still wasn't opened when the
    /// main actor is next free. Reports each type once, but never a plain `Session`, which has
    /// nothing to run.
    final func reportIfNeverOpened() {
      guard !Self.isPlain else { return }
      Task { [weak self] in
        guard let self, parent != nil, !isOpen,
          Self.reportedTypes.insert(ObjectIdentifier(Self.self)).inserted
        else { return }
        Descriptor.writeAll(
          """
          ModelTree: \(typeName), created at \(creationSource), isn't open, so it has no services and \
          sessionDidLoad() hasn't run. Call open() after you create it.

          """.utf8, to: Descriptor.errors)
      }
    }
  }
#endif
