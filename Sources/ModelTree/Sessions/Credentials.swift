/// Who is signed in.
public struct Credentials: Hashable, Sendable, Codable {
  /// The user's id.
  public var userID: String
  /// The name to show.
  public var userName: String
  /// What the services sign their requests with.
  public var token: String

  /// Makes credentials.
  ///
  /// - Parameters:
  ///   - userID: the user's id.
  ///   - userName: the name to show.
  ///   - token: what the services sign their requests with.
  public init(userID: String, userName: String, token: String) {
    self.userID = userID
    self.userName = userName
    self.token = token
  }
}
