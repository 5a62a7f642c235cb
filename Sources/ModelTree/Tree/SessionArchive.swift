/// The stored state of an authorized session, with which the next run of the app can reopen it.
public struct SessionArchive: Hashable, Sendable, Codable {
  /// The signed-in user.
  public var credentials: Credentials
  /// The session's own text; nil if it stores none.
  public var content: String?

  /// Creates an archive.
  ///
  /// - Parameters:
  ///   - credentials: the signed-in user.
  ///   - content: the session's own text.
  public init(credentials: Credentials, content: String? = nil) {
    self.credentials = credentials
    self.content = content
  }
}

/// A session that keeps a text, in addition to its credentials, between runs of the app.
///
/// `ArchivingSession` in the product `ModelTreeStorage` creates the text from any `Codable` value.
@MainActor
public protocol TextArchivingSession: Session {
  /// Returns the text to keep.
  ///
  /// - Throws: an error if there is none now; the text kept before stays.
  func archivedText() throws -> String

  /// Receives the stored text before the session opens.
  ///
  /// - Throws: an error if the text is unusable; the session opens without it.
  func restore(text: String) throws
}
