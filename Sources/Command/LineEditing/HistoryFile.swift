import TextIO

/// The lines of earlier sessions in plain UTF-8, one per line, the oldest first.
package struct HistoryFile {
  /// The maximum number of lines to keep.
  static let limit = 1000
  /// Longer lines aren't kept: they are pasted data, not commands.
  static let longestLine = 8192

  let path: String

  /// `$XDG_STATE_HOME/PROGRAM/history`, or `~/.local/state/PROGRAM/history`; nil without a home
  /// folder.
  package static func defaultPath(program: String) -> String? {
    // The XDG specification ignores relative paths.
    if let state = Environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return "\(state)/\(program)/history"
    }
    guard let home = Environment["HOME"], !home.isEmpty else { return nil }
    return "\(home)/.local/state/\(program)/history"
  }

  /// Whether to keep a line: not empty, not huge, and harmless for a terminal.
  static func isWorthKeeping(_ line: String) -> Bool {
    line.contains { !$0.isWhitespace } && line.utf8.count <= longestLine
      && line.unicodeScalars.allSatisfy { SafeText.isPlain($0) }
  }

  /// The lines of the file; none if it is missing.
  func load() throws(FileError) -> [String] {
    guard FileNames.exists(path) else { return [] }
    // A pipe at the path would block forever.
    guard FileNames.isFile(path) else { throw FileError(.read, path, .isNoFile) }
    let bytes = try FileBytes(path: path)
    return bytes.withBuffer { bytes in
      let all = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .compactMap { String(utf8Bytes: $0) }.enumerated()
        .map { ShellWords.line($0.element, isFirst: $0.offset == 0) }
        .filter(Self.isWorthKeeping)
      let lines = Array(all.suffix(Self.limit))
      // Too long, or without an end of its last line.
      if all.count > Self.limit || bytes.last ?? 0x0A != 0x0A { rewrite(lines) }
      return lines
    }
  }

  /// Appends a line to the file, next to the lines of other sessions.
  ///
  /// - Throws: `FileError` if the line can't be kept, including for a read-only file or a link, which
  ///   are probably intended.
  func append(_ line: String) throws(FileError) {
    if FileNames.isReadOnly(path) { throw FileError(.write, path, .isReadOnly) }
    try PrivateFiles.append(Array("\(line)\n".utf8), to: path)
  }

  /// Rewrites the file: without its oldest lines, or with an end of its last one.
  private func rewrite(_ lines: [String]) {
    if FileNames.isReadOnly(path) { return }
    let text = lines.map { "\($0)\n" }.joined()
    // Another time, if it can't be written now.
    try? WholeFile.write(Array(text.utf8), to: path, isPrivate: true)
  }
}

extension LineEditor {
  /// Takes over the lines of earlier sessions.
  func startHistory() {
    guard let historyFile else { return }
    do throws(FileError) {
      for line in try historyFile.load() { remember(line) }
    } catch {
      historyWarning = Self.warning(error)
    }
  }

  /// Keeps the line for the up arrow and for later sessions.
  ///
  /// Skips empty lines, repetitions of the previous line, and lines with characters that affect a
  /// terminal.
  package func addToHistory(_ line: String) {
    guard HistoryFile.isWorthKeeping(line), line != lastHistoryLine else { return }
    remember(line)
    guard let historyFile else { return }
    do throws(FileError) {
      try historyFile.append(line)
    } catch {
      if historyWarning == nil { historyWarning = Self.warning(error) }
    }
  }

  private static func warning(_ error: FileError) -> SafeText {
    "the history is not kept: \(error.problem)"
  }
}
