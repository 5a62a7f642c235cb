/// The person who is signed in: data alone. What may be done with it, `UserModelController` knows.
public struct User: Codable, Hashable, Sendable {
  /// The name that comes first.
  public var firstName: String
  /// The name that comes last.
  public var lastName: String
  /// In years.
  public var age: Int
  /// What the user has joined.
  public var groups: Set<Group>
  /// What the user may do.
  public var permissions: Set<Permission>

  /// Describes a user.
  public init(
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
public struct Group: Codable, Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  /// The group of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The group of a name.
  public init(stringLiteral name: String) { rawValue = name }
}

/// What a user may be allowed to do.
public enum Permission: String, Codable, Hashable, Sendable, CaseIterable {
  /// Comment on posts of the user's groups.
  case comments
  /// Write to others.
  case messages
  /// Write posts.
  case posts

  /// Whether a user has a permission.
  public enum Status: String, Hashable, Sendable {
    /// The user has it.
    case granted
    /// The user has it not.
    case denied
  }
}
