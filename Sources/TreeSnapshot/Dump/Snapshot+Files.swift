public import TextIO

extension Snapshot {
  /// Reads a dump from a file; `-` is standard input. Costs one pass over it.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  public init(contentsOfFile path: String) throws(DumpFileError) {
    let bytes: FileBytes
    do {
      bytes = try FileBytes(arriving: path)
    } catch {
      throw .file(error)
    }
    try self.init(bytes, ofFile: path)
  }

  /// Reads the bytes of a dump's file, which may still be arriving.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  package init(_ bytes: FileBytes, ofFile path: String) throws(DumpFileError) {
    do throws(FileError) {
      try bytes.checkEncoding(path)
    } catch {
      throw .file(error)
    }
    let read = bytes.withBuffer { buffer in
      Result { () throws(DumpError) in
        try Snapshot(dump: buffer) { bytes.receive(moreThan: $0) }
      }
    }
    if let failure = bytes.failure { throw .file(failure) }
    do throws(DumpError) {
      self = try read.get()
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
