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
    var paths: [String] = []
    for word in dumps {
      if FileNames.isFolder(word) {
        paths += try SpecFiles.dumps(in: word)
      } else if FileGlob.isPattern(word) {
        let files = FileGlob.files(matching: word)
        if files.isEmpty { throw ConsoleError.noDumpFiles(folder: word) }
        paths += files
      } else {
        paths.append(word)
      }
    }
    if let filesFrom {
      if filesFrom == "-", dumps.contains("-") {
        throw ConsoleError.conflict(.dumpsOnStandardInput)
      }
      let text = try FileBytes(path: filesFrom).withBuffer { String(decoding: $0, as: UTF8.self) }
      paths += text.split(whereSeparator: \.isNewline).map(String.init)
    }
    if paths.isEmpty { throw ConsoleError.missing(.dumps) }
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }
}
