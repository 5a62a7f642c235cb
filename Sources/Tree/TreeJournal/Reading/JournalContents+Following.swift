import TextIO

extension JournalContents {
  /// A journal that was read before, and the part of it that came since. Costs a copy of both.
  ///
  /// - Parameters:
  ///   - part: The part behind the last record of this one.
  ///   - limit: How many bytes both take together; beyond, the older half is left out.
  /// - Returns: nil if records are missing between the two, or they are of different journals.
  /// - Throws: What is wrong with them.
  package func followed(
    by part: JournalContents, limit: Int
  ) throws(JournalFault) -> JournalContents? {
    let last = records.upperBound - 1
    guard part.isOfSameProcess(as: self),
      part.list.first.map({ $0.number == last + 1 }) ?? (part.records.upperBound <= last + 1)
    else { return nil }
    var joined = self
    let first = part.fileBytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    joined.fileBytes += part.fileBytes[first...]
    (joined.appName, joined.texts) = (part.appName, part.texts)
    // The clock may have been set back meanwhile.
    let shift = max(0, (list.last?.elapsed ?? 0) - (part.list.first?.elapsed ?? 0))
    for var record in part.list {
      record.elapsed += shift
      joined.list.append(record)
    }
    // A checkpoint at the last record may be in both.
    joined.checkpointList += part.checkpointList.filter {
      $0.moment > joined.checkpointList.last?.moment ?? -1
    }
    joined.looks += part.looks
    joined.gaps += part.gaps
    for end in part.earlierEnds { joined.finish(end) }
    joined.earlierEnds = []
    joined.faults += part.faults
    joined.faultCount += part.faultCount
    return joined.fileBytes.count > limit ? joined.newerHalf : joined
  }

  /// What begins with the first checkpoint behind the middle; all if there is none.
  private var newerHalf: JournalContents {
    let middle = list.isEmpty ? 0 : list[list.count / 2].number
    guard let first = checkpointList.first(where: { $0.moment >= middle }) else { return self }
    var half = self
    half.list = Array(list[index(of: first.moment + 1)...])
    half.checkpointList = checkpointList.filter { $0.moment >= first.moment }
    half.gaps = gaps.filter { $0 >= first.moment }
    half.looks = looks.filter { $0.at >= first.moment }
    half.droppedCount = first.moment
    half.fileBytes = Self.bytes(fileBytes, from: first.moment)
    return half
  }

  /// The first line of a journal, and its lines from the checkpoint of a record on.
  private static func bytes(_ bytes: [UInt8], from moment: Int) -> [UInt8] {
    let lineEnd = UInt8(ascii: "\n")
    guard let first = bytes.firstIndex(of: lineEnd) else { return bytes }
    let start = Array("{\"seq\": \(moment), \"what\": \"checkpoint\"".utf8)
    var place = first + 1
    while place < bytes.count, !bytes[place...].starts(with: start) {
      place = bytes[place...].firstIndex(of: lineEnd).map { $0 + 1 } ?? bytes.count
    }
    return Array(bytes[...first] + bytes[place...])
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
