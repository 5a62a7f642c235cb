package import TextIO

extension JournalContents {
  /// Reads a journal's file.
  ///
  /// - Parameters:
  ///   - path: the file that an error names.
  ///   - count: the number of the last records that are enough; nil for all.
  /// - Throws: `JournalError` with the file and what is wrong.
  package init(_ bytes: FileBytes, path: String, last count: Int? = nil) throws {
    do {
      try bytes.receiveRest()
      self = try bytes.withBuffer { (bytes) throws(JournalError) in
        if let count, let last = try Self.last(count, of: bytes) { return last }
        var scanner = JournalScanner()
        try scanner.read(bytes)
        return scanner.contents
      }
    } catch {
      throw (error as? FileError).map(JournalError.init) ?? JournalError("'\(path)': \(error)")
    }
  }

  /// Reads the last records of a long journal, from its end back to a checkpoint.
  ///
  /// - Returns: nil if they can't be told without what is before that: what led to them, or a model's type.
  private static func last(
    _ count: Int, of bytes: UnsafeBufferPointer<UInt8>
  ) throws(JournalError) -> JournalContents? {
    guard let start = checkpoint(before: count, in: bytes),
      bytes[..<start].dropLast().contains(UInt8(ascii: "\n"))
    else { return nil }
    var scanner = JournalScanner()
    try scanner.read(bytes, from: start)
    let contents = scanner.contents
    let types = JournalTypes(of: contents)
    func isTold(_ record: JournalRecord) -> Bool {
      let others = [record.handler, record.parent, record.byID].compactMap { $0 }
        .map { JournalNode(tree: record.node.tree, id: $0) }
      return [record.begun, record.cause, record.started].allSatisfy {
        $0 ?? .max > contents.droppedCount
      }
        && ([record.node] + others).allSatisfy { $0.id == 0 || types[$0] != nil }
    }
    let shown = contents.list.suffix(count)
    let isWhole = shown.allSatisfy { record in
      sequence(first: record) { ($0.begun ?? $0.cause).flatMap { contents[$0] } }.allSatisfy(isTold)
    }
    return shown.count == count && isWhole ? contents : nil
  }

  /// Where the last checkpoint begins that has more than some lines behind it, the first of several in a row.
  private static func checkpoint(before count: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var (end, behind) = (bytes.count, 0)
    var found: Int?
    while end > 0 {
      let newline = bytes[..<end].lastIndex(of: UInt8(ascii: "\n"))
      let line = bytes[(newline.map { $0 + 1 } ?? 0)..<end]
      let isCheckpoint = line.drop { $0 != UInt8(ascii: ",") }
        .starts(with: #", "what": "checkpoint""#.utf8)
      if isCheckpoint, behind > count { found = line.startIndex } else if found != nil { break }
      behind += 1
      end = line.startIndex - 1
    }
    return found
  }
}
