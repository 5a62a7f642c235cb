import TextIO

extension JournalWriter {
  /// Begins a journal in a file, which outlives its process. A journal that is there already is set aside.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - bytes: what the journal takes at most.
  ///   - count: how many earlier journals are kept.
  ///   - texts: what it keeps besides names.
  /// - Throws: `JournalError` if the file can't be created, or isn't a journal.
  package static func begin(
    _ path: String, bytes: Int, keeping count: Int, texts: JournalTexts
  ) throws -> JournalWriter {
    guard JournalFormat.leastBytes...JournalFormat.mostBytes ~= bytes else {
      throw JournalError("a journal takes at least \(JournalFormat.leastBytes) bytes")
    }
    let files = EarlierFiles(path, keeping: count, beginning: JournalFormat.beginning)
    do {
      if let foreign = try files.foreignFile() {
        throw JournalError("'\(foreign)' is not a journal, and stays as it is; name another file")
      }
      UnfinishedFile.removeLeftovers(of: path)
      // A killed process with this one's number may have left it.
      FileNames.remove(files.unfinishedPath)
      let end = try JournalFileEnd(files.unfinishedPath, path: path, keeping: count)
      let writer = JournalWriter(JournalBytes(limit: bytes, file: end), texts)
      guard writer.firstLineCount > 0 else { throw FileError(.write, path, .system(ENOSPC)) }
      try files.begin()
      return writer
    } catch let error as FileError {
      FileNames.remove(files.unfinishedPath)
      throw JournalError(error)
    }
  }
}
