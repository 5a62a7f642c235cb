import TextIO

/// Where the dumps lie that a word stands for.
enum DumpPaths {
  private static let none = ConsoleError(
    "name dumps or folders of them, or give a list with --files-from")

  /// The dumps of words and of a list, each once: in the order of the words, and within a folder or a
  /// pattern in the order of their names.
  ///
  /// - Throws: `ConsoleError` if there is none, or if a pattern or a folder has none; `FileError` if the
  ///   list cannot be read.
  static func all(_ words: [String], listedIn file: String?) throws -> [String] {
    if file == "-", words.contains("-") {
      throw ConsoleError("only one of the two dumps can come from standard input")
    }
    var paths = try words.flatMap(named)
    if let file { paths += try inList(file) }
    if paths.isEmpty { throw none }
    return unique(paths)
  }

  /// Those of a file, a folder or a pattern.
  private static func named(_ word: String) throws(ConsoleError) -> [String] {
    if FileNames.isFolder(word) {
      // A folder that is named like a dump may be in a shell's pattern by mistake: it is reported as a
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

  /// What stands for a list of dumps in the place of a dump; no path begins so.
  private static var listMark: String { "\u{0}" }

  /// Whether a word is read from standard input.
  static func isStandardInput(_ word: String) -> Bool { word == "-" || word == listMark + "-" }

  /// How a word for dumps is shown to a person.
  static func shown(_ word: String) -> String {
    if word == listMark + "-" { return "standard input" }
    return word.hasPrefix(listMark) ? String(word.dropFirst(listMark.count)) : word
  }

  /// The words of a command line with a list in the place of the dump, if `--files-from` names one.
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

  /// The dumps of a word that stands for several; nil if it stands for one.
  static func many(_ word: String) throws -> [String]? {
    if word.hasPrefix(listMark) { return try inList(String(word.dropFirst(listMark.count))) }
    return FileNames.isFolder(word) || FileGlob.isPattern(word) ? try named(word) : nil
  }

  /// Those that a file lists, one a line, or each followed by a zero byte as `find -print0` writes them;
  /// `-` is standard input.
  private static func inList(_ file: String) throws -> [String] {
    let text = try FileBytes(rawPath: file).withBuffer { String(decoding: $0, as: UTF8.self) }
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
