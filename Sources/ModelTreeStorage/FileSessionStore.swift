public import ModelTree
import TextIO

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps the session in a file that only its owner can read.
///
/// The file is written whole or not at all, also where the process is killed meanwhile. One that is
/// damaged is set aside under another name and reported; the app then begins without it.
public final class FileSessionStore: SessionStore {
  /// The file's path.
  public let path: String

  /// Keeps sessions in a file; its folder is made, for the owner alone, where it is missing.
  ///
  /// - Parameter path: the file.
  public init(path: String) {
    self.path = path
    // A name that means something else to readers of files.
    file = path == "-" ? "./-" : path
  }

  private let file: String

  /// The file's content, with its format.
  private struct Content: Codable {
    static let format = "model-tree-session"

    var format = Content.format
    var version = 1
    var session: SessionArchive
  }

  /// Reads the file.
  ///
  /// - Returns: the archive; nil where there is no file.
  /// - Throws: `SessionArchiveError.file` where the file cannot be read, `.damaged` where it is not
  ///   what `save` wrote; it is then set aside.
  public func load() throws(SessionArchiveError) -> SessionArchive? {
    var status = stat()
    if stat(file, &status) != 0, errno == ENOENT { return nil }
    guard status.st_mode & S_IFMT == S_IFREG || access(file, R_OK) != 0 else {
      throw .file(FileError(.read, path, .isNoFile).description)
    }
    let data: Data
    do {
      data = try FileBytes(path: file).withBuffer { Data($0) }
    } catch {
      throw .file(error.description)
    }
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: data)
    } catch {
      throw setAside("it is not a whole session")
    }
    guard content.format == Content.format else { throw setAside("it is no session") }
    guard content.version == 1 else {
      throw setAside("it has version \(content.version), and only 1 is known")
    }
    return content.session
  }

  /// Writes the file, whole or not at all. Costs the time until the disk has it.
  ///
  /// - Throws: `SessionArchiveError.file` where it cannot be written; its content is unchanged.
  public func save(_ archive: SessionArchive) throws(SessionArchiveError) {
    do {
      try makeFolder()
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      let data = try encoder.encode(Content(session: archive))
      try WholeFile.write(Array(data) + [UInt8(ascii: "\n")], to: file, access: .ownerOnly)
    } catch {
      throw .file("\(error)")
    }
  }

  /// Removes the file.
  ///
  /// - Throws: `SessionArchiveError.file` where it cannot be removed.
  public func clear() throws(SessionArchiveError) {
    do {
      try WholeFile.removeOwned(file)
    } catch {
      throw .file(error.description)
    }
  }

  private func makeFolder() throws {
    guard let end = path.lastIndex(of: "/"), end != path.startIndex else { return }
    let folder = String(path[..<end])
    guard !FileManager.default.fileExists(atPath: folder) else { return }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Renames the damaged file to a free name, which keeps it for a look.
  private func setAside(_ reason: String) -> SessionArchiveError {
    let names = ["\(path).damaged"] + (2...1_000).map { "\(path).damaged-\($0)" }
    var status = stat()
    let aside = names.first { lstat($0, &status) != 0 && rename(file, $0) == 0 }
    return .damaged(place: path, reason: reason, setAside: aside)
  }
}
