extension JournalContents {
  /// A journal that was read before, and the part of it that came since. Costs a copy of both.
  ///
  /// - Parameters:
  ///   - part: The part behind the last record of this one.
  ///   - limit: How many bytes both take together; beyond, the oldest segments are left out.
  /// - Returns: nil if records are missing between the two, or they are of different journals.
  /// - Throws: What is wrong with them.
  package func followed(
    by part: JournalContents, limit: Int
  ) throws(JournalFault) -> JournalContents? {
    guard part.isOfSameProcess(as: self), part.records.lowerBound == records.upperBound else {
      return nil
    }
    // Names are never dropped: those of the part are all that there are.
    var joined = JoinedJournal(beginningAs: part)
    let remaining = segments[leftOut(before: part, limit: limit)...]
    for segment in remaining { joined.begin(segment, of: self) }
    for (index, segment) in part.segments.enumerated() {
      let isSame = segments.last.map { beginning(of: $0) == part.beginning(of: segment) } ?? false
      if index == 0, isSame {
        joined.goOn(segment, of: part)
      } else {
        joined.begin(segment, of: part)
      }
    }
    return try JournalContents(words: joined.words)
  }

  /// Whether another journal is of the same run of the same app.
  package func isOfSameProcess(as other: JournalContents) -> Bool {
    process == other.process && start == other.start
  }

  /// The bytes that it takes.
  package var byteCount: Int { wordCount * 8 }

  /// How many of the oldest segments are left out, so that the others fit; never the last one.
  private func leftOut(before part: JournalContents, limit: Int) -> Int {
    var words = segments.reduce(part.wordCount) { $0 + $1.words }
    var count = 0
    while words > limit / 8, count < segments.count - 1 {
      words -= segments[count].words
      count += 1
    }
    return count
  }

  /// When a segment began, in nanoseconds since the journal did: no two begin at the same time.
  private func beginning(of segment: Segment) -> UInt64 {
    word(JournalFormat.Segment.time, of: segment)
  }

  /// Words of a segment, by their places.
  fileprivate func words(_ places: Range<Int>, of segment: Segment) -> [UInt64] {
    places.map { word($0, of: segment) }
  }
}

/// Segments that are put behind each other.
private struct JoinedJournal {
  private(set) var words: [UInt64]
  private let ringStart: Int
  /// Where the last segment begins.
  private var last = 0

  private typealias Header = JournalFormat.Header
  private typealias Segment = JournalFormat.Segment

  /// Begins with the header and the names of a journal.
  init(beginningAs contents: JournalContents) {
    ringStart = Int(contents.words[Header.ringStart])
    words = Array(contents.words[..<ringStart])
    words[Header.first] = 0
    words[Header.next] = UInt64(contents.records.upperBound)
  }

  /// Adds a segment.
  mutating func begin(_ segment: JournalContents.Segment, of contents: JournalContents) {
    last = words.count
    words += contents.words(0..<segment.words, of: segment)
    words[last + Segment.position] = UInt64(last - ringStart)
    words[last + Segment.recordCount] = UInt64(segment.recordCount)
    words[Header.current] = UInt64(last - ringStart)
    finish()
  }

  /// Adds the records of a segment to the last one. The part has all texts of the segment.
  mutating func goOn(_ segment: JournalContents.Segment, of contents: JournalContents) {
    let size = JournalFormat.recordWords
    let count = Int(words[last + Segment.recordCount])
    words.removeLast(
      words.count - (last + Int(words[last + Segment.checkpointWords]) + count * size))
    words += contents.words(segment.checkpointWords..<segment.words, of: segment)
    words[last + Segment.recordCount] += UInt64(segment.recordCount)
    words[last + Segment.words] = UInt64(words.count - last)
    finish()
  }

  private mutating func finish() {
    words[Header.words] = UInt64(words.count)
    words[Header.ringWords] = UInt64(words.count - ringStart)
  }
}

/// The part of an app's journal behind a record, which is a journal itself.
package struct JournalExcerpt: Hashable, Sendable {
  /// The words of the journal.
  package var words: [UInt64]
  /// The app's present time, in nanoseconds since 1970.
  package var now: Int
  /// The number of the app's tree, as the inspector counts trees.
  package var tree: Int
  /// The number of that tree in the journal.
  package var treeInJournal: Int

  /// Describes an excerpt.
  package init(words: [UInt64], now: Int, tree: Int, treeInJournal: Int) {
    self.words = words
    self.now = now
    self.tree = tree
    self.treeInJournal = treeInJournal
  }
}
