public import TextIO

extension Snapshot {
  /// Reads a dump from a file; `-` is standard input. Costs one pass over it.
  ///
  /// - Throws: `DumpFileError` with the file, the line, and what is wrong.
  public init(contentsOfFile path: String) throws(DumpFileError) {
    let bytes: FileBytes
    do {
      bytes = try FileBytes(arriving: path)
    } catch {
      throw .file(error)
    }
    try self.init(bytes, ofFile: path)
  }

  /// Reads a dump from a file whose beginning was read.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  package init(_ bytes: FileBytes, ofFile path: String) throws(DumpFileError) {
    do throws(FileError) {
      try bytes.checkEncoding(path)
      // Input with another beginning is refused without reading the rest, which may be endless.
      let first = bytes.withBuffer { $0.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } }
      if first == nil || first == UInt8(ascii: "{") { try bytes.receiveRest() }
    } catch {
      throw .file(error)
    }
    do throws(DumpError) {
      self = try bytes.withBuffer { bytes throws(DumpError) in try Snapshot(dump: bytes) }
    } catch {
      throw .dump(path: path == "-" ? "standard input" : path, error)
    }
  }

  /// Writes the dump to a file, whole or not at all. Creates missing folders.
  ///
  /// - Throws: `FileError` if the file can't be written; an existing file is then unchanged.
  public func writeDump(toFile path: String) throws(FileError) {
    try WholeFile.write(dump(), to: path, makesFolders: true)
  }
}
