import TextIO

/// Finds the dumps of a word.
enum DumpPaths {
  private static let none = ConsoleError(
    "name dumps or folders of them, or give a list with --files-from")

  /// The dumps of words and a list, each once: in the order of the words, and within a folder or a
  /// pattern in order of names.
  ///
  /// - Throws: `ConsoleError` if there are none, or none for a pattern or a folder; `FileError` if
  ///   the list can't be read.
  static func all(_ words: [String], listedIn file: String?) throws -> [String] {
    if file == "-", words.contains("-") {
      throw ConsoleError("only one of the two dumps can come from standard input")
    }
    var paths = try words.flatMap(named)
    if let file { paths += try inList(file) }
    if paths.isEmpty { throw none }
    return unique(paths)
  }

  /// The dumps of a file, a folder, or a pattern.
  private static func named(_ word: String) throws(ConsoleError) -> [String] {
    if FileNames.isFolder(word) {
      // A folder with a dump's name may be in a shell's pattern by mistake; it is reported as a
      // dump.
      let trees = Result { () throws(ConsoleError) in try SpecFiles.trees(in: word) }
      if case .failure = trees, word.hasSuffix(SpecFiles.dumpEnding) { return [word] }
      return try trees.get()
    }
    guard FileGlob.isPattern(word) else { return [word] }
    let files = FileGlob.files(matching: word)
    if files.isEmpty { throw ConsoleError("no file matches '\(word)'; check the path") }
    return files
  }

  /// Marks a list of dumps in place of a dump; no path begins with it.
  private static var listMark: String { "\u{0}" }

  /// Whether a word means standard input.
  static func isStandardInput(_ word: String) -> Bool { word == "-" || word == listMark + "-" }

  /// A word for dumps in messages.
  static func shown(_ word: String) -> String {
    if word == listMark + "-" { return "standard input" }
    return word.hasPrefix(listMark) ? String(word.dropFirst(listMark.count)) : word
  }

  /// The words of a command line, with `--files-from` turned into a list in place of the dump.
  static func markingList(in words: [String]) -> [String] {
    var words = words
    for index in words.indices.dropFirst() {
      if words[index] == "--" { break }
      if words[index].hasPrefix("--files-from=") {
        let name = words.remove(at: index).dropFirst("--files-from=".count)
        words.insert(listMark + name, at: 1)
        break
      }
      if words[index] == "--files-from", index + 1 < words.count {
        let name = words.remove(at: index + 1)
        words.remove(at: index)
        words.insert(listMark + name, at: 1)
        break
      }
    }
    return words
  }

  /// The dumps of a word that stands for several; nil for one.
  static func many(_ word: String) throws -> [String]? {
    if word.hasPrefix(listMark) { return try inList(String(word.dropFirst(listMark.count))) }
    return FileNames.isFolder(word) || FileGlob.isPattern(word) ? try named(word) : nil
  }

  /// The dumps listed in a file, one per line, or separated by zero bytes as written by `find
  /// -print0`; `-` is standard input.
  private static func inList(_ file: String) throws -> [String] {
    let bytes = try FileBytes(arriving: file)
    try bytes.receiveRest()
    let text = bytes.withBuffer { String(decoding: $0, as: UTF8.self) }
    let paths =
      text.contains("\0")
      ? text.unicodeScalars.split(separator: "\0").map { String($0) }
      : text.split(whereSeparator: \.isNewline).map(String.init)
    if paths.isEmpty { throw none }
    return unique(paths)
  }

  private static func unique(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }
}
