/// A model that holds a user's data and the services that work for it.
///
/// A root session has no parent: a `SessionController`, or whoever made it, retains it, and with it
/// the whole tree goes. A local session stands inside a tree and offers services of its own to the
/// models below it.
open class Session: Model {
  private var locator = ServiceLocator()

  /// Whether `open` was called and `close` was not.
  public private(set) var isOpen = false

  /// Tells of errors that nobody in the tree is registered for; only a root session's is used.
  public private(set) lazy var uncaughtErrorSignal = Pipe<ModelError>()

  /// Who replaces the session when it closes.
  weak var controller: SessionController?

  /// Creates a root session.
  ///
  /// - Parameters:
  ///   - file: the file that creates it; left out, it is the caller's.
  ///   - line: the line that creates it; left out, it is the caller's.
  public init(file: StaticString = #fileID, line: UInt = #line) {
    super.init(sessionUnder: nil, SourceLocation(file, line))
  }

  /// Creates a local session as the last child of a model. It is open once `open()` is called.
  public override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
    super.init(sessionUnder: parent, SourceLocation(file, line))
  }

  // MARK: Life

  /// Creates the session's services with `provide`. By default there are none.
  open func createServices() {}

  /// Called once the services have taken off: the place to build the root model.
  open func sessionDidLoad() {}

  /// Handles an error that nobody in the tree is registered for. By default it goes into
  /// `uncaughtErrorSignal`, and nothing else happens.
  open func handleUncaught(_ error: ModelError) {}

  /// Opens the session: its services are created, then each is told to take off, then the session
  /// loads. A session that is open already stays as it is.
  public final func open() {
    guard !isOpen else { return }
    isOpen = true
    createServices()
    for service in locator.services { service.takeOff() }
    sessionDidLoad()
  }

  /// Closes the session: every model is told in document order, then each service, then the tree
  /// goes. A root session that belongs to a controller is replaced by it.
  ///
  /// - Parameter credentials: whose session is to be opened next; nil opens an anonymous one.
  public final func close(with credentials: Credentials? = nil) {
    guard isOpen else { return }
    isOpen = false
    for model in subtree { model.sessionWillClose() }
    for service in locator.services { service.prepareToClose() }
    locator.removeAll()
    if parent != nil { removeFromParent() }
    controller?.sessionDidClose(self, credentials)
  }

  func receiveUncaught(_ error: ModelError) {
    uncaughtErrorSignal.sendNext(error)
    handleUncaught(error)
  }

  // MARK: Services

  /// Adds a service, found by the type that it is provided as; one of the same type is replaced.
  public final func provide<Provided: Service>(_ service: Provided) {
    locator.add(service, as: Provided.self)
  }

  /// The session's own service of a type.
  func ownService<Wanted: Service>(_ type: Wanted.Type) -> Wanted? { locator.find(type) }

  /// The names of the services that the session provides, in the order in which they were added.
  public final var serviceNames: [String] { locator.names }
}
