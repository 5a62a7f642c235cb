import CEditLine
import TextIO

/// The lines of earlier sessions, one a line in plain UTF-8, the oldest first.
package struct HistoryFile {
  /// How many lines are kept.
  static let limit = 1000
  /// Lines longer than this are not kept: they are pasted data, not commands.
  static let longestLine = 8192
  /// Of a larger file only the end counts.
  static let readLimit = 1 << 20

  let path: String

  /// `$XDG_STATE_HOME/PROGRAM/history`, else `~/.local/state/PROGRAM/history`; nil without a home.
  package static func defaultPath(program: String) -> String? {
    // The XDG specification ignores a path that is not absolute.
    if let state = Environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return "\(state)/\(program)/history"
    }
    guard let home = Environment["HOME"], !home.isEmpty else { return nil }
    return "\(home)/.local/state/\(program)/history"
  }

  /// Whether the line may enter: not empty, not huge, and nothing in it acts on a terminal.
  static func isWorthKeeping(_ line: String) -> Bool {
    line.contains { !$0.isWhitespace } && line.utf8.count <= longestLine
      && line.unicodeScalars.allSatisfy { SafeText.isPlain($0) }
  }

  /// The lines of the file; none without a file.
  func load() throws(FileError) -> [String] {
    guard FileNames.exists(path) else { return [] }
    // A pipe at the path would block for ever.
    guard FileNames.isFile(path) else { throw FileError(.read, path, .isNoFile) }
    return try FileBytes(path: path).withBuffer { bytes in
      // The first line of what is cut is a rest.
      let lines = bytes.suffix(Self.readLimit)
        .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .dropFirst(bytes.count > Self.readLimit ? 1 : 0)
        .compactMap { String(utf8Bytes: $0) }
        .filter(Self.isWorthKeeping)
      return Array(lines.suffix(Self.limit))
    }
  }

  /// Adds a line after those that are in the file now, under a lock: sessions that run side by side
  /// keep the lines of both.
  ///
  /// - Throws: `FileError` if the line cannot be kept: also if the file is read-only, or a link to
  ///   nothing, which someone made on purpose.
  func append(_ line: String) throws(FileError) {
    if FileNames.isLink(path), !FileNames.exists(path) {
      throw FileError(.write, path, .isLinkToNothing)
    }
    if FileNames.isReadOnly(path) { throw FileError(.write, path, .isReadOnly) }
    let file = PrivateFile(path: path)
    try file.makeFolder()
    // A line that is typed can wait longer than an app.
    try file.exclusively(patience: .seconds(10)) { () throws(FileError) in
      var lines = try load()
      if lines.last != line { lines.append(line) }
      let text = lines.suffix(Self.limit).map { "\($0)\n" }.joined()
      try file.replace(with: Array(text.utf8))
    }
  }
}

extension LineEditor {
  func startHistory() {
    ceditline_history_limit(history, Int32(HistoryFile.limit))
    ceditline_use_history(handle, history)
    guard let historyFile else { return }
    do throws(FileError) {
      for line in try historyFile.load() { remember(line) }
    } catch {
      historyWarning = Self.warning(error)
    }
  }

  /// Keeps the line for the up arrow and for later sessions.
  ///
  /// Left out are empty lines, repetitions of the line before, and lines with characters that would
  /// act on a terminal.
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

  private func remember(_ line: String) {
    ceditline_history_add(history, WideText.terminated(line.unicodeScalars))
    lastHistoryLine = line
  }

  private static func warning(_ error: FileError) -> SafeText {
    "the history is not kept: \(error.problem)"
  }
}
