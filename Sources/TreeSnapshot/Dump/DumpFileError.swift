public import TextIO

/// Why a dump in a file could not be read.
public enum DumpFileError: Error, Hashable, Sendable {
  /// The file could not be read.
  case file(FileError)
  /// The file holds no dump; `path` is the file, as it was named.
  case dump(path: String, DumpError)
}
