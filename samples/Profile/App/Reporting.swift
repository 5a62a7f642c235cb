import ModelTreeInspector
// What the app tells a journal, by the names that `Inspection.swift` declares.
import ModelTreeJournal
import ProfileModels
import TreeObjects

extension ProfileApp {
  /// Records what the model controller tells from now on, as it passes it on.
  func reportNotices() {
    userController.relay = { [weak self] notice, inform in
      guard let self else { return inform() }
      switch notice {
      case .didUpdate:
        let screens: [(any Screen)?] = [home, profile]
        journal.record(
          .event("User", "didUpdate"), raisedBy: userController,
          takenBy: screens.compactMap { $0 }.filter(userController.isObserved), inform)
      case .didFail(let error):
        journal.record(
          .error(error), raisedBy: loader.failing, takenBy: [userController], hops: 2, inform)
      }
    }
  }
}

extension Screen {
  /// Records an error of something on the screen, which the screen shows.
  func record(_ error: some Error, raisedBy raiser: AnyObject, _ show: () -> Void) {
    journal.record(.error(error), raisedBy: raiser, takenBy: [self], hops: 1, show)
  }
}
