import ProfileModels

/// What a user pulls at the top of a screen; it is busy until the answer is there.
@MainActor
final class RefreshControl {
  private let userController: UserModelController
  /// Whether it was pulled, and there is no answer yet.
  private(set) var isRefreshing = false

  /// A control at rest.
  init(userController: UserModelController) { self.userController = userController }

  /// Asks for an update, unless that was done already and is under way.
  ///
  /// - Parameter handler: called with the answer, if the control is still there.
  /// - Returns: whether it asked.
  func pull(then handler: @escaping UserModelController.UpdateHandler) -> Bool {
    guard !isRefreshing else { return false }
    isRefreshing = true
    userController.update { [weak self] result in
      guard let self else { return }
      isRefreshing = false
      handler(result)
    }
    return true
  }
}
