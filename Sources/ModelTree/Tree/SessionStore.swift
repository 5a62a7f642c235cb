/// A place that stores the last authorized session while the app isn't running.
///
/// The store is called on the main actor, and returns before the session continues.
/// `MemorySessionStore` keeps the session in memory. The product `ModelTreeStorage` provides
/// `FileSessionStore` and, on Apple platforms, `KeychainSessionStore`.
public protocol SessionStore: AnyObject {
  /// Returns the last saved archive, if any.
  ///
  /// - Throws: an error if it cannot be read. The next `save` succeeds all the same.
  func load() throws -> SessionArchive?

  /// Replaces the stored archive, completely or not at all.
  ///
  /// - Throws: an error if it cannot be kept; the archive kept before stays.
  func save(_ archive: SessionArchive) throws

  /// Removes the archive, because the user has signed out.
  ///
  /// - Throws: an error if that fails; the next start then opens the session again.
  func clear() throws
}

/// A store in memory: for tests, and for apps that shouldn't remember the user.
public final class MemorySessionStore: SessionStore {
  /// The last saved archive.
  public var archive: SessionArchive?

  /// Creates a store.
  ///
  /// - Parameter archive: its initial archive.
  public init(_ archive: SessionArchive? = nil) { self.archive = archive }

  /// Returns the last saved archive.
  public func load() -> SessionArchive? { archive }

  /// Saves an archive.
  public func save(_ archive: SessionArchive) { self.archive = archive }

  /// Removes the archive.
  public func clear() { archive = nil }
}
