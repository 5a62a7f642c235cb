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
      "Read the names of more dumps from this file, one a line; '-' is standard input.",
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
    if FileNames.isFolder(word) { return try SpecFiles.dumps(in: word) }
    guard FileGlob.isPattern(word) else { return [word] }
    let files = FileGlob.files(matching: word)
    if files.isEmpty { throw .noFileMatches(word) }
    return files
  }

  /// Those that a file lists, one a line; `-` is standard input.
  ///
  /// - Throws: `FileError` where it cannot be read, `ConsoleError` where it lists none.
  static func inList(_ file: String) throws -> [String] {
    let text = try FileBytes(path: file).withBuffer { String(decoding: $0, as: UTF8.self) }
    let paths = text.split(whereSeparator: \.isNewline).map(String.init)
    if paths.isEmpty { throw ConsoleError.missing(.dumps) }
    return unique(paths)
  }

  static func unique(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }
}
