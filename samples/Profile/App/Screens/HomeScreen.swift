import ProfileModels

/// Greets the user.
@MainActor
final class HomeScreen: Screen {
  let page: Page
  let refreshControl: RefreshControl
  let userController: UserModelController

  init(userController: UserModelController, output: @escaping (String) -> Void) {
    self.userController = userController
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
