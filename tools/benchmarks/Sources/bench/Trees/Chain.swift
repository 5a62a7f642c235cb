import ModelTree

/// Nested models, each the only child of its parent, below a session that handles their messages.
@MainActor struct Chain {
  let session = TakingSession()
  /// The lowest model, a number of hops below the session.
  let leaf: Model

  nonisolated static let error = NetworkErrors.offline
  nonisolated static let bubble = ScreenBubble.openDetails

  /// Creates a chain.
  ///
  /// - Parameters:
  ///   - hops: the number of levels.
  ///   - places: the number of places in memory among which the models are scattered; nil for
  ///     adjacent models.
  init(hops: Int, scatteredAmong places: Int? = nil) {
    if let places { Self.scatter(places, below: session) }
    var leaf: Model = session
    for level in 1...hops {
      leaf = PlainModel(parent: leaf)
      if level.isMultiple(of: 5) { Self.registerForOthers(leaf, variety: level / 5) }
    }
    self.leaf = leaf
  }

  /// Creates and removes models in random order, like an app that has run for a long time: the next
  /// models take their places.
  private static func scatter(_ places: Int, below session: Session) {
    var random = FixedRandom()
    let models = (0..<places).map { _ in PlainModel(parent: session) }
    for model in random.shuffled(models) { model.removeFromParent() }
  }

  /// Registrations of one ancestor in five: never for the message itself, but for other codes of
  /// its domain, other domains, and other kinds.
  private static func registerForOthers(_ model: Model, variety: Int) {
    switch variety % 6 {
    case 0: model.register(for: NetworkErrors.badToken)
    case 1:
      model.register(forAll: StorageErrors.self)
      model.register(for: ScreenBubble.close)
    case 2: for bubble in [FlowBubble.next, .cancel] { model.register(for: bubble) }
    case 3:
      model.register(for: AppEvent.loggedOut)
      model.register(for: NetworkErrors.badResponse)
    case 4:
      for error in [NetworkErrors.badResponse, .badToken] { model.register(for: error) }
      model.register(for: ScreenBubble.close)
    default: for error in [StorageErrors.diskFull, .noPermission] { model.register(for: error) }
    }
  }
}
