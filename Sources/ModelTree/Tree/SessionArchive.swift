/// What is kept of an authorized session, so that the next run of the app can open it again.
public struct SessionArchive: Hashable, Sendable, Codable {
  /// The user who is signed in.
  public var credentials: Credentials
  /// The session's own text; nil if it keeps none.
  public var content: String?

  /// Makes an archive.
  ///
  /// - Parameters:
  ///   - credentials: the user who is signed in.
  ///   - content: the session's own text.
  public init(credentials: Credentials, content: String? = nil) {
    self.credentials = credentials
    self.content = content
  }
}

/// A session that keeps a text beside its credentials from one run of the app to the next.
///
/// `ArchivingSession` of the product `ModelTreeStorage` makes the text of any `Codable` value.
@MainActor
public protocol TextArchivingSession: Session {
  /// Returns the text to keep.
  ///
  /// - Throws: an error if there is none now; the text kept before stays.
  func archivedText() throws -> String

  /// Takes the text that was kept, before the session opens.
  ///
  /// - Throws: an error if the text is unusable; the session opens without it.
  func restore(text: String) throws
}
