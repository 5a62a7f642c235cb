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
      let header = 8 * JournalFormat.headerWords
      try bytes.receive(upTo: header)
      var count = JournalFormat.headerWords
      bytes.withBuffer { buffer in
        guard buffer.count >= header else { return }
        let counted = UnsafeRawBufferPointer(buffer)
          .loadUnaligned(fromByteOffset: 8 * JournalFormat.Header.words, as: UInt64.self)
        count = Int(clamping: min(counted, UInt64(Int.max / 8)))
      }
      // Of a file that is shorter, its beginning tells so.
      let isCutOff = bytes.expectedCount.map { $0 / 8 < count } ?? false
      words = try bytes.words(limit: isCutOff ? JournalFormat.headerWords : count)
    } catch {
      throw .file(error)
    }
    do throws(JournalFault) {
      try self.init(words: words)
    } catch {
      throw .damaged(path: path, error)
    }
  }

  /// Whether bytes begin as a journal does.
  package static func isJournal(_ bytes: FileBytes) -> Bool {
    bytes.withBuffer { $0.starts(with: JournalFile.beginning) }
  }
}
