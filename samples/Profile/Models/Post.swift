/// Something that was written for a group.
package struct Post: Hashable, Sendable {
  /// What it is called.
  package let title: String
  /// Who it was written for.
  package let group: Group

  /// Describes a post.
  package init(title: String, group: Group) {
    self.title = title
    self.group = group
  }
}

/// Why a user cannot comment on a post.
package enum CommentError: Error, Hashable, Sendable, CaseIterable {
  /// The post is for a group that the user has not joined.
  case notInGroup
  /// The user may not comment at all.
  case notPermitted
}

extension CommentError: CustomStringConvertible {
  /// What keeps the user from it.
  package var description: String {
    switch self {
    case .notInGroup: "only members of its group can comment on it"
    case .notPermitted: "the permission for comments is denied"
    }
  }
}
