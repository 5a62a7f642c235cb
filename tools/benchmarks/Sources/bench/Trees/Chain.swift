import ModelTree

/// Nested models, each the only child of the one above it, below a session that takes what rises.
struct Chain {
  let session = Session()
  /// The lowest model: so many hops below the session.
  let leaf: Model
  /// Counts what the session took.
  let taken = Counter()

  static let error = NetworkErrors.offline
  static let bubble = ScreenBubble.openDetails

  init(hops: Int) {
    let taken = taken
    session.register(for: Self.error) { _ in taken.add() }
    session.register(for: Self.bubble) { _ in taken.add() }
    var leaf: Model = session
    for level in 1...hops {
      leaf = PlainModel(parent: leaf)
      if level.isMultiple(of: 5) { Self.registerForOthers(leaf, variety: level / 5) }
    }
    self.leaf = leaf
  }

  /// What one ancestor in five is registered for: never the message itself, but other codes of its
  /// domain, other domains, and other kinds.
  private static func registerForOthers(_ model: Model, variety: Int) {
    switch variety % 6 {
    case 0: model.register(for: NetworkErrors.badToken)
    case 1:
      model.register(forAll: StorageErrors.self)
      model.register(for: ScreenBubble.close)
    case 2: model.register(for: [FlowBubble.next, .cancel])
    case 3:
      model.register(for: AppEvent.loggedOut)
      model.register(for: NetworkErrors.badResponse)
    case 4:
      model.register(for: [NetworkErrors.badResponse, .badToken])
      model.register(for: ScreenBubble.close)
    default: model.register(for: [StorageErrors.diskFull, .noPermission])
    }
  }
}
