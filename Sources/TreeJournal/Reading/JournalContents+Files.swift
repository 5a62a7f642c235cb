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

  /// Reads a journal's file as far as its header counts.
  ///
  /// - Parameter path: the file that an error names.
  /// - Throws: `JournalError` with the file and what is wrong.
  package init(_ bytes: FileBytes, path: String) throws(JournalError) {
    var words: [UInt64] = []
    do throws(FileError) {
      try bytes.receive(upTo: 8 * JournalFormat.headerWords)
      words = Self.words(bytes, limit: JournalFormat.headerWords)
      if words.count == JournalFormat.headerWords {
        let count = Int(clamping: min(words[JournalFormat.Header.words], UInt64(Int.max / 8)))
        try bytes.receive(upTo: 8 * count)
        words = Self.words(bytes, limit: count)
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

  private static func words(_ bytes: FileBytes, limit: Int) -> [UInt64] {
    bytes.withBuffer { buffer in
      let bytes = UnsafeRawBufferPointer(buffer)
      return (0..<min(limit, buffer.count / 8)).map { place in
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * place, as: UInt64.self))
      }
    }
  }

  /// Whether bytes begin as a journal does.
  package static func isJournal(_ bytes: FileBytes) -> Bool {
    bytes.withBuffer { $0.starts(with: JournalFile.beginning) }
  }
}
