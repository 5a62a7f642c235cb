public import ModelTree
import TextIO

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
/// A session store in a file that only its owner can read.
///
/// The file is written whole or not at all, even if the process is killed, and several processes
/// can use it at once. A damaged file is set aside under another name and reported; the app then
/// starts without it. All files next to it are private to its owner, too, and are removed when the
/// user signs out.
public final class FileSessionStore: SessionStore {
  /// The file's path.
  public let path: String

  /// Creates a store in a file. If the file's folder is missing, saving creates it, accessible only
  /// to the owner.
  ///
  /// - Parameter path: the path of the file. If it is a symbolic link, the store uses the link's
  ///   target and keeps the link.
  public init(path: String) {
    self.path = path
    file = PrivateFile(path: path)
  }

  private let file: PrivateFile

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
    let content: PrivateFile.Content<SessionArchive, Damage>
    do {
      content = try file.read(Self.session)
    } catch {
      throw SessionArchiveError(error)
    }
    switch content {
    case .none: return nil
    case .whole(let session): return session
    case .damaged(let damage, let setAside):
      throw .damaged(place: path, reason: damage.reason, setAside: setAside)
    }
  }

  /// Writes the file, whole or not at all. Waits for the disk, and for at most a second for another
  /// process that uses the file.
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
      try file.write(Array(data) + [UInt8(ascii: "\n")])
    } catch {
      throw SessionArchiveError(error)
    }
  }

  /// Removes the file and all other files that any store has made for it, in this process or
  /// another: damaged files that were set aside, and files left by a killed process. Waits for the
  /// disk.
  ///
  /// - Throws: `SessionArchiveError.file` for the first file that can't be removed; the others are
  ///   removed.
  public func clear() throws(SessionArchiveError) {
    do {
      try file.remove()
    } catch {
      throw SessionArchiveError(error)
    }
  }

  /// Creates a session from the bytes of a file.
  private static func session(
    in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Damage) -> SessionArchive {
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
