import ProfileModels

/// A post in a list, with what the user can do about it.
@MainActor
final class PostRow {
  let number: Int
  let post: Post
  private let userController: UserModelController
  private(set) var commentCount = 0

  init(number: Int, post: Post, userController: UserModelController) {
    self.number = number
    self.post = post
    self.userController = userController
  }

  /// What is written in the row.
  var text: String { "\(post.title) (\(post.group.rawValue)): \(status)" }

  /// Whether the user can comment.
  var status: String {
    userController.allowComments(on: post)
      ? "comments allowed, \(commentCount) so far" : "comments closed"
  }

  /// Adds a comment of the user.
  ///
  /// - Throws: why the user may not do that.
  func comment() throws(CommentError) {
    if let error = userController.commentError(on: post) { throw error }
    commentCount += 1
  }
}
