import ModelTreeJournal
import ProfileModels

/// Shows who the user is, what the user may do, and which posts the user can comment on.
@MainActor
final class ProfileScreen: Screen {
  let page: Page
  let refreshControl: RefreshControl
  let userController: UserModelController
  let journal: Journal
  let posts: [PostRow]

  init(
    userController: UserModelController, posts: [Post], journal: Journal,
    output: @escaping (String) -> Void
  ) {
    self.userController = userController
    self.journal = journal
    self.posts = posts.enumerated().map { index, post in
      PostRow(number: index + 1, post: post, userController: userController)
    }
    page = Page("Profile", output: output)
    refreshControl = RefreshControl(userController: userController)
    userController.addObserver(self)
    render()
  }

  func render() {
    var permissions: [String] = []
    userController.enumeratePermissions { permission, status in
      permissions.append("\(permission.rawValue) \(status.rawValue)")
    }
    page.show(
      lines: [userController.displayName, permissions.joined(separator: ", ")]
        + posts.map { "\($0.number) \($0.text)" })
  }

  /// The row of a post by its number, from 1.
  func post(_ number: Int) -> PostRow? { posts.first { $0.number == number } }

  /// Comments on a post, or shows why that is not possible.
  func comment(on row: PostRow) {
    do {
      try row.comment()
      page.note(row.text)
    } catch {
      record(error, raisedBy: row) { show(error, at: row) }
    }
  }

  /// Shows why a post cannot be commented on.
  func show(_ error: CommentError, at row: PostRow?) {
    page.show(error: "cannot comment\(row.map { " on '\($0.post.title)'" } ?? ""): \(error)")
  }
}

extension ProfileScreen {
  func userModelControllerDidUpdate(_ controller: UserModelController) { render() }
}
