/// Receives each change of the user.
@MainActor
package protocol UserModelControllerObserver: AnyObject {
  /// The user is another than before.
  func userModelControllerDidUpdate(_ controller: UserModelController)
}

/// There is no update under way that could fail.
package struct NotUpdating: Error, Hashable, Sendable, CustomStringConvertible {
  /// Describes the lack of an update.
  package init() {}

  /// What to do about it.
  package var description: String { "no update is under way that could fail; ask for one first" }
}

/// The one place that knows the user: it decides what may be done, updates the data, and
/// informs its observers. No other object reads the user, so no other object decides otherwise.
@MainActor
package final class UserModelController {
  /// What came of an update.
  package typealias UpdateHandler = (Result<Void, LoadError>) -> Void

  /// What the controller tells others.
  package enum Notice {
    /// Tells the observers that the user is another than before.
    case didUpdate
    /// Tells the completion handlers why the user stays as it was.
    case didFail(LoadError)
  }

  private var user: User {
    didSet { if user != oldValue { notifyObservers() } }
  }
  /// Passes on what the controller tells, for who wants to see it on its way.
  package var relay: ((Notice, () -> Void) -> Void)?
  /// Loads the user; others of the package may look at it, not at the user.
  package let dataLoader: any DataLoader

  private var observers: [WeakObserver] = []
  private var load: Task<Void, Never>?
  /// The handlers that wait for the update under way.
  private var handlers: [UpdateHandler] = []

  /// Takes charge of a user.
  ///
  /// - Parameters:
  ///   - user: the user as far as known.
  ///   - dataLoader: where updates come from.
  package init(user: User, dataLoader: any DataLoader) {
    self.user = user
    self.dataLoader = dataLoader
  }

  deinit { load?.cancel() }
}

// What can be known of the user.
extension UserModelController {
  /// The user's name as it is shown.
  package var displayName: String { "\(user.firstName) \(user.lastName)" }

  /// Whether the user may comment on a post.
  package func allowComments(on post: Post) -> Bool { commentError(on: post) == nil }

  /// Why the user may not comment on a post; nil where that is allowed.
  package func commentError(on post: Post) -> CommentError? {
    guard user.groups.contains(post.group) else { return .notInGroup }
    return user.permissions.contains(.comments) ? nil : .notPermitted
  }

  /// Tells of each permission that there is whether the user has it.
  package func enumeratePermissions(using closure: (Permission, Permission.Status) -> Void) {
    for permission in Permission.allCases {
      closure(permission, user.permissions.contains(permission) ? .granted : .denied)
    }
  }
}

// What can be done with the user.
extension UserModelController {
  /// Whether an update is under way.
  package var isUpdating: Bool { load != nil }

  /// Loads the user anew. Who asks while that is under way waits for the same answer, so that no
  /// answer can overtake another.
  ///
  /// - Parameter handler: called after the observers, or with the reason why the user
  ///   stays as it was; never where the controller goes first.
  package func update(then handler: @escaping UpdateHandler) {
    handlers.append(handler)
    guard load == nil else { return }
    // The controller may go while the answer is on its way: the loader alone is held.
    load = Task { [weak self, dataLoader] in
      let result: Result<User, LoadError>
      do throws(LoadError) {
        result = .success(try User(json: await dataLoader.loadData(from: .user)))
      } catch {
        result = .failure(error)
      }
      if !Task.isCancelled { self?.finishUpdate(with: result) }
    }
  }

  /// Ends the update that is under way before its answer is there, which is then passed over.
  ///
  /// - Throws: `NotUpdating` where no update is under way.
  package func failUpdate(with error: LoadError) throws(NotUpdating) {
    guard let load else { throw NotUpdating() }
    load.cancel()
    finishUpdate(with: .failure(error))
  }

  private func finishUpdate(with result: Result<User, LoadError>) {
    // Before any call: an observer or a handler may ask for the next update.
    let handlers = handlers
    self.handlers = []
    load = nil
    switch result {
    case .success(let user):
      self.user = user
      for handler in handlers { handler(.success(())) }
    case .failure(let error):
      tell(.didFail(error)) { for handler in handlers { handler(.failure(error)) } }
    }
  }

  private func tell(_ notice: Notice, _ inform: () -> Void) {
    if let relay { relay(notice, inform) } else { inform() }
  }
}

// The observers.
extension UserModelController {
  /// Referred to weakly: an observation ends with its observer.
  private struct WeakObserver {
    weak var observer: (any UserModelControllerObserver)?
  }

  /// Tells an observer of each change from now on, once, until it goes; it is not retained.
  package func addObserver(_ observer: any UserModelControllerObserver) {
    guard !isObserved(by: observer) else { return }
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  /// Whether an object observes changes.
  package func isObserved(by observer: any UserModelControllerObserver) -> Bool {
    observers.contains { $0.observer === observer }
  }

  /// How many objects observe changes.
  package var observerCount: Int { observers.count { $0.observer != nil } }

  private func notifyObservers() {
    observers.removeAll { $0.observer == nil }
    // An observer may end another, which is not called then, or add one, which is not called yet.
    tell(.didUpdate) { [observers] in
      for entry in observers { entry.observer?.userModelControllerDidUpdate(self) }
    }
  }
}
