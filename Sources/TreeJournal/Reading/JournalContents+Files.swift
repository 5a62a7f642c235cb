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

  /// The first words of a file. Each system that the package supports keeps them in the file's order.
  private static func words(_ bytes: FileBytes, limit: Int) -> [UInt64] {
    bytes.withBuffer { buffer in
      let count = min(limit, buffer.count / 8)
      return [UInt64](unsafeUninitializedCapacity: count) { words, initialized in
        UnsafeMutableRawBufferPointer(words).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<(8 * count)]))
        initialized = count
      }
    }
  }

  /// Whether bytes begin as a journal does.
  package static func isJournal(_ bytes: FileBytes) -> Bool {
    bytes.withBuffer { $0.starts(with: JournalFile.beginning) }
  }
}
