public import ModelTree
import TextIO

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
/// A session store in a file that only its owner can read.
///
/// The file is written whole or not at all, even if the process is killed. A damaged file is set
/// aside as `FILE.damaged` and reported; the app then starts without it. Both are removed when the
/// user signs out.
public final class FileSessionStore: SessionStore {
  /// The file's path.
  public let path: String

  /// Creates a store in a file. If the file's folder is missing, saving creates it, accessible only
  /// to the owner.
  ///
  /// - Parameter path: the path of the file, which can't be a symbolic link.
  public init(path: String) { self.path = path }

  private var damagedPath: String { path + ".damaged" }

  /// The maximum size of the file, in bytes.
  private static let limit = 1 << 26

  /// The file's content, with its format.
  private struct Content: Codable {
    static let format = "model-tree-session"

    var format = Content.format
    var version = 1
    var session: SessionArchive
  }

  /// The reason that a file's bytes aren't a session.
  private struct Damage: Error {
    var reason: String
  }

  /// Reads the file, and makes it private to its owner.
  ///
  /// - Returns: the archive, or nil if there is no file.
  /// - Throws: `SessionArchiveError.file` if the file can't be read or made private; `.damaged` if
  ///   it isn't what `save` wrote. A damaged file is set aside under another name.
  public func load() throws(SessionArchiveError) -> SessionArchive? {
    let bytes: [UInt8]?
    do {
      bytes = try PrivateFiles.read(path, limit: Self.limit)
    } catch {
      throw SessionArchiveError(error)
    }
    do throws(Damage) {
      return try bytes.map(Self.session)
    } catch {
      let isMoved = FileNames.rename(path, to: damagedPath) == nil
      throw .damaged(place: path, reason: error.reason, setAside: isMoved ? damagedPath : nil)
    }
  }

  /// Writes the file, whole or not at all. Waits for the disk.
  ///
  /// If several processes save at once, the last one's session is kept.
  ///
  /// - Throws: `SessionArchiveError.file` if the file can't be written; its content is then
  ///   unchanged, unless the disk itself failed after the change.
  public func save(_ archive: SessionArchive) throws(SessionArchiveError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(Content(session: archive)) else {
      throw .content(session: "the session", reason: "it cannot be written as JSON")
    }
    do {
      try WholeFile.write(
        Array(data) + [UInt8(ascii: "\n")], to: path, isPrivate: true, makesFolders: true)
    } catch {
      throw SessionArchiveError(error)
    }
  }

  /// Removes the file, a damaged one that was set aside, and what killed processes left.
  ///
  /// - Throws: `SessionArchiveError.file` if the file can't be removed.
  public func clear() throws(SessionArchiveError) {
    do {
      try PrivateFiles.remove(damagedPath)
      try PrivateFiles.remove(path)
    } catch {
      throw SessionArchiveError(error)
    }
  }

  /// Creates a session from the bytes of a file.
  private static func session(in bytes: [UInt8]) throws(Damage) -> SessionArchive {
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
      throw Damage(reason: "it isn't a complete session")
    }
    guard content.format == Content.format else { throw Damage(reason: "it isn't a session") }
    guard content.version == 1 else {
      throw Damage(reason: "it has version \(content.version), but only version 1 is supported")
    }
    return content.session
  }
}
