public import TextIO

extension Snapshot {
  /// Reads a dump from a file; `-` is standard input.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  public init(contentsOfFile path: String) throws(DumpFileError) {
    let bytes: FileBytes
    do {
      bytes = try FileBytes(path: path)
    } catch {
      throw .file(error)
    }
    try self.init(bytes, ofFile: path)
  }

  /// Reads the bytes of a dump's file, and frees them meanwhile.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  package init(_ bytes: FileBytes, ofFile path: String) throws(DumpFileError) {
    do {
      self = try bytes.withBuffer { buffer throws(DumpError) in
        try Snapshot(dump: buffer) { bytes.free(upTo: $0) }
      }
    } catch {
      throw .dump(path: path == "-" ? "standard input" : path, error)
    }
  }

  /// Writes the dump to a file, whole or not at all, and makes the folders on the way that are missing.
  ///
  /// - Throws: `FileError` where the file cannot be written; the file that was there is then unchanged.
  public func writeDump(toFile path: String) throws(FileError) {
    try WholeFile.write(dump(), to: path, makesFolders: true)
  }
}
