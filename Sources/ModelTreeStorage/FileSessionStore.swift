public import ModelTree
import TextIO

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
/// Keeps the session in a file that only its owner can read.
///
/// The file is written whole or not at all, also where the process is killed meanwhile, and several
/// processes may use it at once. One that is damaged is set aside under another name and reported;
/// the app then begins without it. Whatever lies beside the file is for its owner alone, too, and
/// goes when the user signs out.
public final class FileSessionStore: SessionStore {
  /// The file's path.
  public let path: String

  /// Keeps sessions in a file; its folder is made, for the owner alone, where it is missing.
  ///
  /// - Parameter path: the file. Where it is a symbolic link, the file that the link leads to; the
  ///   link stays.
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

  /// Why the bytes of a file are no session.
  private struct Damage: Error {
    var reason: String
  }

  /// Reads the file, and closes it to others where they could read it.
  ///
  /// - Returns: the archive, if there is a file.
  /// - Throws: `SessionArchiveError.file` where the file cannot be read, or not be closed to others;
  ///   `.damaged` where it is not what `save` wrote. It is then set aside in a file of its own.
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

  /// Writes the file, whole or not at all. Waits for the disk, and at most a second for another process that
  /// uses the file.
  ///
  /// If several processes save at once, the last one's session is kept.
  ///
  /// - Throws: `SessionArchiveError.file` where it cannot be written; its content is unchanged. An
  ///   error of the disk itself may come after the change.
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

  /// Removes the file and every other that this store has ever made for it, also in other processes:
  /// damaged ones that were set aside, and what was left where a process was killed. Costs the time
  /// until the disk has it.
  ///
  /// - Throws: `SessionArchiveError.file` with the first that cannot be removed; the others are
  ///   removed.
  public func clear() throws(SessionArchiveError) {
    do {
      try file.remove()
    } catch {
      throw SessionArchiveError(error)
    }
  }

  /// Makes a session of the bytes of a file.
  private static func session(
    in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Damage) -> SessionArchive {
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
      throw Damage(reason: "it is not a whole session")
    }
    guard content.format == Content.format else { throw Damage(reason: "it is no session") }
    guard content.version == 1 else {
      throw Damage(reason: "it has version \(content.version), and only 1 is known")
    }
    return content.session
  }
}
