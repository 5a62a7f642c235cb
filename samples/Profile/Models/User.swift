/// The person who is signed in: data alone. `UserModelController` knows what may be done with it.
package struct User: Codable, Hashable, Sendable {
  /// The name that comes first.
  package var firstName: String
  /// The name that comes last.
  package var lastName: String
  /// In years.
  package var age: Int
  /// What the user has joined.
  package var groups: Set<Group>
  /// What the user may do.
  package var permissions: Set<Permission>

  /// Describes a user.
  package init(
    firstName: String, lastName: String, age: Int, groups: Set<Group>,
    permissions: Set<Permission>
  ) {
    self.firstName = firstName
    self.lastName = lastName
    self.age = age
    self.groups = groups
    self.permissions = permissions
  }
}

/// People who share posts, by their name.
package struct Group: Codable, Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
  /// The name.
  package let rawValue: String

  /// The group of a name.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The group of a name.
  package init(stringLiteral name: String) { rawValue = name }
}

/// What a user may be allowed to do.
package enum Permission: String, Codable, Hashable, Sendable, CaseIterable {
  /// Comment on posts of the user's groups.
  case comments
  /// Write to others.
  case messages
  /// Write posts.
  case posts

  /// Whether a user has a permission.
  package enum Status: String, Hashable, Sendable {
    /// The user has it.
    case granted
    /// The user has it not.
    case denied
  }
}
