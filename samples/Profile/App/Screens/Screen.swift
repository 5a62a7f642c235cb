import ModelTreeJournal
import ProfileModels

/// What a user sees of the user model: rendered when it opens, and again at each change.
@MainActor
protocol Screen: UserModelControllerObserver {
  /// What is on the screen.
  var page: Page { get }
  /// What the user pulls to update what is on it.
  var refreshControl: RefreshControl { get }
  /// Records what the screen is told.
  var journal: Journal { get }
  /// Shows the user as the model controller has it now.
  func render()
}

extension Screen {
  /// Asks for the user anew; what comes of it is shown here, if the screen is still open then.
  func update() {
    let isBegun = refreshControl.pull { [weak self] result in
      guard let self else { return }
      guard case .failure(let error) = result else { return updateDidEnd(result) }
      record(error, raisedBy: refreshControl) { updateDidEnd(result) }
    }
    page.note(isBegun ? "updating" : "already updating")
  }

  /// Shows what came of an update that this screen asked for.
  func updateDidEnd(_ result: Result<Void, LoadError>) {
    switch result {
    case .success: page.note("up to date")
    case .failure(let error): page.show(error: "cannot update: \(error)")
    }
  }
}

/// The screens that there are.
enum ScreenName: String, CaseIterable {
  case home, profile
}
