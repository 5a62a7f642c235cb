/// Screens one in front of the other.
@MainActor
final class Navigation {
  private(set) var screens: [Screen] = []
  /// What the screen in front shows, or which one that is, is another.
  var onChange: (() -> Void)?
  private var openChanges = 0
  private var hasChanged = false

  var front: Screen? { screens.last }

  func contains(_ screen: Screen) -> Bool { screens.contains { $0 === screen } }

  /// Makes several changes that are reported as one.
  func change(_ changes: () -> Void) {
    openChanges += 1
    changes()
    openChanges -= 1
    if openChanges == 0 { output() }
  }

  /// Puts a screen in front of the others.
  func push(_ screen: Screen) {
    screen.onChange = { [weak self, weak screen] in
      guard let self, let screen, front === screen else { return }
      didChange()
    }
    screens.append(screen)
    didChange()
  }

  /// Takes a screen away, and those in front of it.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  func remove(_ screen: Screen) -> Bool {
    guard let place = screens.firstIndex(where: { $0 === screen }) else { return false }
    keep(place)
    return true
  }

  /// Takes the screen in front away, if there is one behind it.
  ///
  /// - Returns: whether there was.
  func goBack() -> Bool {
    guard screens.count > 1 else { return false }
    keep(screens.count - 1)
    return true
  }

  /// Takes all but the first screen away.
  func goToRoot() {
    guard screens.count > 1 else { return }
    keep(1)
  }

  private func keep(_ count: Int) {
    for screen in screens[count...] { screen.onChange = nil }
    screens.removeSubrange(count...)
    didChange()
  }

  private func didChange() {
    hasChanged = true
    if openChanges == 0 { output() }
  }

  private func output() {
    guard hasChanged else { return }
    hasChanged = false
    onChange?()
  }
}
