import TextIO
import TreeSnapshot

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lines of earlier sessions, one a line in plain UTF-8, the oldest first.
package struct HistoryFile {
  /// How many lines are kept.
  static let limit = 1000
  /// Lines longer than this are not kept: they are pasted data, not commands.
  static let longestLine = 8192
  /// Of a larger file only the end is read.
  static let readLimit = 1 << 20

  let path: String

  /// `$XDG_STATE_HOME/PROGRAM/history`, else `~/.local/state/PROGRAM/history`; nil without a home.
  package static func defaultPath(program: String) -> String? {
    // The XDG specification tells to ignore a path that is not absolute.
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/\(program)/history"
    }
    guard let home = environment("HOME") else { return nil }
    return "\(home)/.local/state/\(program)/history"
  }

  /// Whether the line may enter: not empty, not huge, and nothing in it acts on a terminal.
  static func isWorthKeeping(_ line: String) -> Bool {
    line.contains { !$0.isWhitespace } && line.utf8.count <= longestLine
      && SafeText.escape(line) == line
  }

  /// The lines of the file; none where there is no file.
  func load() throws(HistoryFileError) -> [String] {
    // Without O_NONBLOCK a pipe that lies at the path would block for ever.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw .cannotRead(path: path, code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    let skipped = max(0, Int(status.st_size) - Self.readLimit)
    if skipped > 0 { lseek(descriptor, off_t(skipped), SEEK_SET) }
    guard let bytes = readBytes(of: descriptor, limit: Self.readLimit) else {
      throw .cannotRead(path: path, code: errno)
    }
    // The first line of a file that was cut is a rest.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropFirst(skipped > 0 ? 1 : 0)
      .compactMap { String(validating: $0, as: UTF8.self) }
      .filter(Self.isWorthKeeping)
    return Array(lines.suffix(Self.limit))
  }

  /// Adds a line behind those that are in the file now, so that sessions that run side by side
  /// do not lose each other's lines.
  func append(_ line: String) throws(HistoryFileError) {
    var lines = try load()
    if lines.last != line { lines.append(line) }
    try save(lines.suffix(Self.limit))
  }

  private func save(_ lines: some Sequence<String>) throws(HistoryFileError) {
    // A history that is a link, as in a repository of settings, stays one.
    let target = resolvedPath(path) ?? path
    let folder = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "."
    Self.createFolder(folder)
    var template = Array("\(target).XXXXXX".utf8CString)
    // mkstemp makes the file with mode 0600.
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .cannotWrite(path: path, code: errno) }
    var sink = FileSink(descriptor: descriptor)
    for line in lines {
      sink.write(line)
      sink.write(byte: UInt8(ascii: "\n"))
    }
    sink.flush()
    var failure = sink.failure
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(template, target) != 0 { failure = errno }
    if let failure {
      unlink(template)
      throw .cannotWrite(path: path, code: failure)
    }
  }

  private static func createFolder(_ path: String) {
    // A failure shows when the file is created in it.
    guard !path.isEmpty, mkdir(path, 0o700) != 0, errno == ENOENT,
      let slash = path.lastIndex(of: "/")
    else { return }
    createFolder(String(path[..<slash]))
    mkdir(path, 0o700)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}

/// Why the history could not be kept. Never a reason to end a session.
package enum HistoryFileError: Error, Hashable, Sendable {
  case cannotRead(path: String, code: Int32)
  case cannotWrite(path: String, code: Int32)
  case notAFile(path: String)
}

extension HistoryFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotRead(let path, let code):
      "cannot read the history \(SafeText.escape(path)): \(String(cString: strerror(code)))"
    case .cannotWrite(let path, let code):
      "cannot save the history \(SafeText.escape(path)): \(String(cString: strerror(code)))"
    case .notAFile(let path):
      "the history \(SafeText.escape(path)) is no regular file, so no history is kept"
    }
  }
}
