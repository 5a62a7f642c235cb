/// The place where the last authorized session is kept while the app does not run.
///
/// A store is called on the main actor, and returns before the session continues.
/// `MemorySessionStore` keeps it as long as the process lives. The product `ModelTreeStorage` has
/// `FileSessionStore` and, on Apple systems, `KeychainSessionStore`.
public protocol SessionStore: AnyObject {
  /// The archive that was saved last, if any.
  ///
  /// - Throws: an error if it cannot be read. The next `save` succeeds all the same.
  func load() throws -> SessionArchive?

  /// Keeps an archive in place of the one before, whole or not at all.
  ///
  /// - Throws: an error if it cannot be kept; the archive kept before stays.
  func save(_ archive: SessionArchive) throws

  /// Keeps nothing any more: the user has signed out.
  ///
  /// - Throws: an error if that fails; the next start then opens the session again.
  func clear() throws
}

/// Keeps the session as long as the process lives: for tests, and for apps that want to forget.
public final class MemorySessionStore: SessionStore {
  /// What was saved last.
  public var archive: SessionArchive?

  /// Makes a store.
  ///
  /// - Parameter archive: what it holds already.
  public init(_ archive: SessionArchive? = nil) { self.archive = archive }

  /// What was saved last.
  public func load() -> SessionArchive? { archive }

  /// Keeps an archive.
  public func save(_ archive: SessionArchive) { self.archive = archive }

  /// Keeps nothing any more.
  public func clear() { archive = nil }
}
