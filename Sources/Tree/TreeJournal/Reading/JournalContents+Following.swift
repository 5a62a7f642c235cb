import TextIO

extension JournalContents {
  /// A journal that was read before, and the part of it that came since. Costs a copy of both.
  ///
  /// - Parameters:
  ///   - part: The part behind the last record of this one.
  ///   - limit: How many bytes both take together at most.
  /// - Returns: nil if records are missing between the two, if they are of different journals, or take more.
  package func followed(by part: JournalContents, limit: Int) -> JournalContents? {
    let last = records.upperBound - 1
    let lines = part.fileBytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    guard part.isOfSameProcess(as: self), fileBytes.count + lines.count <= limit,
      part.list.first.map({ $0.number == last + 1 }) ?? (part.records.upperBound <= last + 1)
    else { return nil }
    var scanner = JournalScanner(continuing: self)
    lines.withUnsafeBufferPointer { scanner.readLines($0) }
    var joined = scanner.contents
    joined.fileBytes += lines
    (joined.appName, joined.texts) = (part.appName, part.texts)
    return joined
  }

  /// Whether another journal is of the same run of the same app.
  package func isOfSameProcess(as other: JournalContents) -> Bool {
    process == other.process && start == other.start
  }

  /// The bytes that it takes.
  package var byteCount: Int { fileBytes.count }
}

/// The part of an app's journal behind a record, which is a journal itself.
package struct JournalExcerpt: Hashable, Sendable {
  /// The lines of the journal.
  package var bytes: [UInt8]
  /// The app's present time, in nanoseconds since 1970.
  package var now: Int
  /// The number of the app's tree, as the inspector counts trees.
  package var tree: Int
  /// The number of that tree in the journal.
  package var treeInJournal: Int

  /// Describes an excerpt.
  package init(bytes: [UInt8], now: Int, tree: Int, treeInJournal: Int) {
    self.bytes = bytes
    self.now = now
    self.tree = tree
    self.treeInJournal = treeInJournal
  }
}
