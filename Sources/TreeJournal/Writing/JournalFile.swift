import TextIO

/// A journal in a file, where it outlives its process.
package enum JournalFile {
  /// The bytes with which a journal begins.
  package static var beginning: [UInt8] {
    withUnsafeBytes(of: JournalFormat.magic.littleEndian) { Array($0) }
  }

  /// Begins a journal in a file. A journal that is there already is set aside.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - bytes: what the journal takes.
  ///   - count: how many earlier journals are kept.
  /// - Throws: `JournalError` where the file cannot be made, or is something else than a journal.
  package static func begin(
    _ path: String, bytes: Int, keeping count: Int
  ) throws(JournalError) -> JournalWriter {
    let files = EarlierFiles(path, beginning: beginning)
    do throws(EarlierFiles.Failure) {
      try files.check(keeping: count)
      files.removeLeftovers()
      let writer: JournalWriter
      do throws(FileError) {
        writer = try JournalWriter(bytes: bytes, path: files.unfinishedPath, for: path)
      } catch {
        throw .file(error)
      }
      try files.begin(keeping: count)
      return writer
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .isForeign(let path): throw .foreignFile(path: path)
      }
    }
  }

  /// The number of the last record of a journal that an app may be writing; nil where there is none, or
  /// the file is no journal. Costs reading its beginning.
  package static func lastRecord(of path: String) -> Int? {
    let count = 8 * JournalFormat.headerWords
    // What is there now may be a pipe, which has no beginning until somebody writes to it.
    guard FileNames.status(of: path)?.kind == .file,
      let bytes = FileBytes.beginning(of: path, count: count),
      bytes.count == count, bytes.starts(with: beginning)
    else { return nil }
    let next = bytes.withUnsafeBytes {
      UInt64(
        littleEndian: $0.loadUnaligned(
          fromByteOffset: 8 * JournalFormat.Header.next, as: UInt64.self))
    }
    return next > 1 ? Int(exactly: next - 1) : nil
  }
}
