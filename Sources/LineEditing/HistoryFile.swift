import TextIO

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
    // The XDG specification ignores a path that is not absolute.
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/\(program)/history"
    }
    guard let home = environment("HOME") else { return nil }
    return "\(home)/.local/state/\(program)/history"
  }

  /// Whether the line may enter: not empty, not huge, and nothing in it acts on a terminal.
  static func isWorthKeeping(_ line: String) -> Bool {
    line.contains { !$0.isWhitespace } && line.utf8.count <= longestLine
      && line.unicodeScalars.allSatisfy { SafeText.isPlain($0) }
  }

  /// The lines of the file; none where there is no file.
  func load() throws(FileError) -> [String] {
    // Without O_NONBLOCK a pipe that lies at the path would block for ever.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw FileError(.read, path, .system(errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path, .system(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(.read, path, .isNoFile) }
    let skipped = max(0, Int(status.st_size) - Self.readLimit)
    if skipped > 0 { lseek(descriptor, off_t(skipped), SEEK_SET) }
    guard let bytes = readBytes(of: descriptor, limit: Self.readLimit) else {
      throw FileError(.read, path, .system(errno))
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
  func append(_ line: String) throws(FileError) {
    var lines = try load()
    if lines.last != line { lines.append(line) }
    try save(lines.suffix(Self.limit))
  }

  private func save(_ lines: some Sequence<String>) throws(FileError) {
    if let slash = path.lastIndex(of: "/") { Self.createFolder(String(path[..<slash])) }
    let text = lines.map { "\($0)\n" }.joined()
    try WholeFile.write(Array(text.utf8), to: path, access: .ownerOnly)
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
