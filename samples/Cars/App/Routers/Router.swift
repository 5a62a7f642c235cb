import CarsModels
import ModelTreeJournal

/// Talks to the storage for the screens of one kind of entity, and decides which one is shown.
@MainActor
protocol Router: AnyObject {
  var storage: any Storage { get }
  var navigation: Navigation { get }
  var activity: Activity { get }
  /// Records what the router is told.
  var journal: Journal { get }
  /// Something was stored, so that what others show may be out of date.
  var onStore: (() -> Void)? { get }
  /// What was asked for on a screen that is gone could not be stored.
  var onLateFailure: ((String) -> Void)? { get set }

  /// Shows the screen below all others.
  func showRoot()
}

extension Router {
  /// Puts a screen in front, and leads it through the states: loading, then error, empty or loaded.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - read: asks the storage.
  ///   - state: what is shown with the answer.
  func show<Answer>(
    _ screen: Screen, read: @escaping (any Storage) async throws(StorageError) -> Answer,
    as state: @escaping (Self, Screen, Answer) -> Screen.State
  ) {
    screen.onLoad = { [weak self, weak screen] in
      guard let self, let screen else { return }
      load(screen, read: read, as: state)
    }
    navigation.change {
      navigation.push(screen)
      screen.load()
    }
  }

  private func load<Answer>(
    _ screen: Screen, read: @escaping (any Storage) async throws(StorageError) -> Answer,
    as state: @escaping (Self, Screen, Answer) -> Screen.State
  ) {
    let question = screen.beginLoading()
    // Neither the screen nor the router has to live until the answer comes.
    activity.run { [storage, weak self, weak screen] in
      do throws(StorageError) {
        let answer = try await read(storage)
        guard let self, let screen else { return }
        screen.finishLoading(question, state(self, screen, answer))
      } catch {
        guard let self, let screen else { return }
        record(error, of: screen) { fail(question, on: screen, saying: "\(error)") }
      }
    }
  }

  /// Shows what went wrong with a question, and lets a person ask again.
  func fail(_ question: Int, on screen: Screen, saying message: String) {
    let controller = ErrorController(message: message)
    controller.onRetry = heard("onRetry", of: controller) { [weak screen] in screen?.load() }
    screen.finishLoading(question, .failed(controller))
  }

  /// Stores something, and then reads again what is shown. An error is shown on the screen, or
  /// handed to the router above where a person has left the screen.
  ///
  /// - Parameters:
  ///   - work: what is being done, such as `saving`.
  ///   - screen: the screen on which a person asked for it.
  ///   - perform: asks the storage.
  ///   - next: where to go from the screen, unless a person has left it.
  func store<Answer>(
    _ work: String, on screen: Screen,
    perform: @escaping (any Storage) async throws(StorageError) -> Answer,
    next: @escaping (Self, Answer) -> Void = { _, _ in }
  ) {
    guard screen.begin(work) else { return }
    activity.run { [storage, weak self, weak screen] in
      do throws(StorageError) {
        let answer = try await perform(storage)
        guard let self else { return }
        navigation.change {
          screen?.finish()
          let shown = navigation.screens
          if let screen, navigation.contains(screen) { next(self, answer) }
          reload(shown.filter(navigation.contains))
        }
        onStore?()
      } catch {
        guard let self else { return }
        let shown = screen.flatMap { navigation.contains($0) ? $0 : nil }
        record(error, of: shown) {
          if let shown {
            shown.finish(notice: "\(error)")
          } else {
            onLateFailure?("\(work) failed: \(error)")
          }
        }
      }
    }
  }

  /// Asks again for everything that is shown, except what a person is writing down.
  func reload() { reload(navigation.screens) }

  private func reload(_ screens: [Screen]) {
    for screen in screens where !screen.holdsDraft { screen.load() }
  }

  /// Shows the first screen alone, and asks again for what it shows.
  func showList() {
    guard let root = navigation.screens.first else { return showRoot() }
    navigation.change {
      navigation.goToRoot()
      root.load()
    }
  }

  /// Shows the first screen, and another in front of it.
  func showOnRoot(push: () -> Void) {
    navigation.change {
      if navigation.screens.isEmpty { showRoot() } else { navigation.goToRoot() }
      push()
    }
  }

  /// Shows the screen of an entity, unless it is shown already, and another in front of it.
  func showOn(_ link: DeepLink, behind showEntity: () -> Void, push: () -> Void) {
    navigation.change {
      if navigation.front?.link != link { showEntity() }
      push()
    }
  }
}
