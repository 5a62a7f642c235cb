/// A signed-in user.
public struct Credentials: Hashable, Sendable, Codable {
  /// The user's id.
  public var userID: String
  /// The name to show.
  public var userName: String
  /// The token with which services sign their requests.
  public var token: String

  /// Creates credentials.
  ///
  /// - Parameters:
  ///   - userID: the user's id.
  ///   - userName: the name to show.
  ///   - token: the token with which services sign their requests.
  public init(userID: String, userName: String, token: String) {
    self.userID = userID
    self.userName = userName
    self.token = token
  }
}
