package import TextIO

extension JournalContents {
  /// Reads a journal's file.
  ///
  /// - Throws: `JournalError` with the file and what is wrong.
  package init(contentsOfFile path: String) throws(JournalError) {
    let bytes: FileBytes
    do {
      bytes = try FileBytes(arriving: path)
    } catch {
      throw .file(error)
    }
    try self.init(bytes, path: path)
  }

  /// Reads a journal's file as far as its header counts, in memory of about that size. The bytes are read
  /// once.
  ///
  /// - Parameter path: the file that an error names.
  /// - Throws: `JournalError` with the file and what is wrong.
  package init(_ bytes: FileBytes, path: String) throws(JournalError) {
    var words: [UInt64] = []
    do throws(FileError) {
      try Self.receive(JournalFormat.headerWords, of: bytes, into: &words)
      if words.count == JournalFormat.headerWords,
        words[JournalFormat.Header.version] == JournalFormat.version
      {
        let counted = Int(clamping: words[JournalFormat.Header.words])
        let known = bytes.expectedCount.map { $0 / 8 }
        if counted <= known ?? .max {
          words.reserveCapacity(known == nil ? 0 : counted)
          try Self.receive(counted, of: bytes, into: &words)
        }
      }
    } catch {
      throw .file(error)
    }
    do throws(JournalFault) {
      try self.init(words: words)
    } catch {
      throw .damaged(path: path, error)
    }
  }

  /// Receives words up to a number of them, or to the end of the file.
  private static func receive(
    _ count: Int, of bytes: FileBytes, into words: inout [UInt64]
  ) throws(FileError) {
    while words.count < count {
      let known = words.count
      try bytes.receive(upTo: 8 * min(count, known + 16_384))
      bytes.withBuffer { buffer in
        let end = min(count, buffer.count / 8)
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[(8 * known)..<(8 * end)])
          .withMemoryRebound(to: UInt64.self) { words.append(contentsOf: $0) }
      }
      if words.count == known { return }
    }
  }

  /// Whether bytes begin as a journal does.
  package static func isJournal(_ bytes: FileBytes) -> Bool {
    bytes.withBuffer { $0.starts(with: JournalFile.beginning) }
  }
}
