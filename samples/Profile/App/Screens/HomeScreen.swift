import ModelTreeJournal
import ProfileModels

/// Greets the user.
@MainActor
final class HomeScreen: Screen {
  let page: Page
  let refreshControl: RefreshControl
  let userController: UserModelController
  let journal: Journal

  init(
    userController: UserModelController, journal: Journal, output: @escaping (String) -> Void
  ) {
    self.userController = userController
    self.journal = journal
    page = Page("Home", output: output)
    refreshControl = RefreshControl(userController: userController)
    userController.addObserver(self)
    render()
  }

  func render() { page.show(lines: ["hello, \(userController.displayName)"]) }
}

extension HomeScreen {
  func userModelControllerDidUpdate(_ controller: UserModelController) { render() }
}
