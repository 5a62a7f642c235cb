import ModelTreeJournal
import ProfileModels
import SampleApps

/// Owns the model controller of the user, and the screens that are open.
@MainActor
final class ProfileApp: SampleApp {
  static let name = "Profile"
  static let actions = UserActions.all
  static let namesLines = true

  let userController: UserModelController
  let loader: AppLoader
  private(set) var home: HomeScreen?
  private(set) var profile: ProfileScreen?
  /// The screen that was looked at last, if it is still open; it asks for updates.
  private var frontName = ScreenName.home
  private let posts: [Post]
  let journal: Journal
  let output: (String) -> Void

  /// Makes the app, with its home screen open.
  ///
  /// - Parameters:
  ///   - user: the user as far as known.
  ///   - loader: where updates come from.
  ///   - posts: what the profile screen lists.
  ///   - journal: records what the objects tell each other.
  ///   - output: shows a line to the person at the terminal.
  init(
    user: User, loader: AppLoader, posts: [Post] = SampleData.posts, journal: Journal,
    output: @escaping (String) -> Void
  ) {
    self.loader = loader
    self.posts = posts
    self.journal = journal
    self.output = output
    userController = UserModelController(user: user, dataLoader: loader.top)
    reportNotices()
    show(.home)
  }

  /// Makes the app, with what its loader gives first.
  ///
  /// - Throws: `LoadError` where there is no user to begin with.
  convenience init(
    loader: AppLoader, journal: Journal = .sample(), output: @escaping (String) -> Void
  ) async throws(LoadError) {
    let user = try await User(json: loader.top.loadData(from: .user))
    self.init(user: user, loader: loader, journal: journal, output: output)
  }

  /// The app with the users and posts of the sample.
  static func sample(
    recordingIn journal: Journal, output: @escaping (String) -> Void
  ) async throws -> ProfileApp {
    try await ProfileApp(
      loader: AppLoader(MemoryLoader(answers: SampleData.users)), journal: journal, output: output)
  }

  var root: AnyObject? { self }

  /// Brings a screen to the front, and opens it first where it is closed.
  func show(_ name: ScreenName) {
    frontName = name
    switch name {
    case .home where home == nil:
      home = HomeScreen(userController: userController, journal: journal, output: output)
    case .profile where profile == nil:
      profile = ProfileScreen(
        userController: userController, posts: posts, journal: journal, output: output)
    default: screen(name)?.render()
    }
  }

  /// Releases a screen, which nothing else retains.
  ///
  /// - Returns: whether it was open.
  func close(_ name: ScreenName) -> Bool {
    guard screen(name) != nil else { return false }
    switch name {
    case .home: home = nil
    case .profile: profile = nil
    }
    return true
  }

  /// A screen that is open.
  func screen(_ name: ScreenName) -> (any Screen)? {
    switch name {
    case .home: home
    case .profile: profile
    }
  }

  /// The screen in front, or else another one that is open.
  var front: (any Screen)? {
    screen(frontName) ?? ScreenName.allCases.lazy.compactMap { self.screen($0) }.first
  }

  /// Makes the load under way fail, as when a connection breaks; where there is none, the next one.
  func failLoad(with loadError: LoadError) {
    do {
      try userController.failUpdate(with: loadError)
    } catch {
      loader.failing.failNext(with: loadError)
    }
  }

  /// Waits until an update that is under way has been answered.
  func wait() async {
    guard userController.isUpdating else { return }
    // One more request for the same answer, behind the ones before.
    await withCheckedContinuation { continuation in
      userController.update { _ in continuation.resume() }
    }
  }

  /// The same, but does not wait for a load that takes its time.
  func settle() async {
    if !loader.slow.isNextSlow, !loader.slow.isDelaying { await wait() }
  }
  /// A load that takes its time is not waited for.
  func finish() {}
}
