import ArgumentParser

/// A value of a command line that names files, or other targets, to read or to write.
///
/// For another program, a command names only those that the program was started with.
protocol NamesFiles {
  /// The names; none for a value that stands for no file, such as standard output.
  var fileNames: [String] { get }
}

extension Optional: NamesFiles where Wrapped: NamesFiles {
  var fileNames: [String] { self?.fileNames ?? [] }
}

extension Array: NamesFiles where Element: NamesFiles {
  var fileNames: [String] { flatMap(\.fileNames) }
}

/// A file or a folder that a command reads; `-` is standard input.
struct InputFile: RawRepresentable, ExpressibleByArgument, NamesFiles, Sendable {
  var rawValue: String

  var fileNames: [String] { [rawValue] }

  static var defaultCompletionKind: CompletionKind { .file() }
}

/// A file that a command writes; `-` is standard output.
struct OutputFile: RawRepresentable, ExpressibleByArgument, NamesFiles, Sendable {
  var rawValue: String

  var fileNames: [String] { rawValue == "-" ? [] : [rawValue] }

  static var defaultCompletionKind: CompletionKind { .file() }
}
