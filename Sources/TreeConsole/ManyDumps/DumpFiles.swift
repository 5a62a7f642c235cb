import ArgumentParser
import TextIO

/// The dumps of commands that take several.
struct DumpFileArguments: ParsableArguments {
  @Argument(
    help: "Dumps, folders of them, and patterns such as 'dumps/**/exam*.json'.",
    completion: .file())
  var dumps: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read the names of more dumps from this file, one a line or with a zero byte behind each; '-' is "
        + "standard input.",
      valueName: "file"),
    completion: .file())
  var filesFrom: String?

  /// The paths of the dumps, each once: in the order of the words, and within a folder or a pattern in
  /// the order of their names.
  ///
  /// - Throws: `ConsoleError` where there is none, or a pattern or a folder has none; `FileError`
  ///   where the list cannot be read.
  func paths() throws -> [String] {
    if filesFrom == "-", dumps.contains("-") {
      throw ConsoleError.conflict(.dumpsOnStandardInput)
    }
    var paths = try dumps.flatMap(DumpPaths.named)
    if let filesFrom { paths += try DumpPaths.inList(filesFrom) }
    if paths.isEmpty { throw ConsoleError.missing(.dumps) }
    return DumpPaths.unique(paths)
  }
}

/// Where the dumps lie that a word stands for.
enum DumpPaths {
  /// Those of a file, a folder or a pattern.
  ///
  /// - Throws: `ConsoleError` where a folder or a pattern has none.
  static func named(_ word: String) throws(ConsoleError) -> [String] {
    if FileNames.isFolder(word) {
      // One that is named as a dump is among a shell's pattern by mistake: it is reported as a dump.
      let trees = Result { () throws(ConsoleError) in try SpecFiles.trees(in: word) }
      if case .failure = trees, word.hasSuffix(SpecFiles.dumpEnding) { return [word] }
      return try trees.get()
    }
    guard FileGlob.isPattern(word) else { return [word] }
    let files = FileGlob.files(matching: word)
    if files.isEmpty { throw .noFileMatches(word) }
    return files
  }

  /// What stands for a list of dumps in the place of a dump; no path begins so.
  private static var listMark: String { "\u{0}" }

  /// The list on standard input.
  static var listOnStandardInput: String { listMark + "-" }

  /// How a word for dumps is named to a person.
  static func shown(_ word: String) -> String {
    if word == listOnStandardInput { return "standard input" }
    return word.hasPrefix(listMark) ? String(word.dropFirst(listMark.count)) : word
  }

  /// The words of a command line with a list in the place of the dump, where `--files-from` names one
  /// for a command that takes it.
  static func markingList(in words: [String], for commands: [String]) -> [String] {
    guard let command = words.first, commands.contains(command) else { return words }
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

  /// The dumps of a word that stands for several; nil where it stands for one.
  ///
  /// - Throws: `ConsoleError` where there is none, `FileError` where a list cannot be read.
  static func many(_ word: String) throws -> [String]? {
    if word.hasPrefix(listMark) { return try inList(String(word.dropFirst(listMark.count))) }
    return FileNames.isFolder(word) || FileGlob.isPattern(word) ? try named(word) : nil
  }

  /// Those that a file lists, one a line, or with a zero byte behind each as `find -print0` writes them;
  /// `-` is standard input.
  ///
  /// - Throws: `FileError` where it cannot be read, `ConsoleError` where it lists none.
  static func inList(_ file: String) throws -> [String] {
    let text = try FileBytes(rawPath: file).withBuffer { String(decoding: $0, as: UTF8.self) }
    let paths =
      text.contains("\0")
      ? text.unicodeScalars.split(separator: "\0").map { String($0) }
      : text.split(whereSeparator: \.isNewline).map(String.init)
    if paths.isEmpty { throw ConsoleError.missing(.dumps) }
    return unique(paths)
  }

  static func unique(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }
}
