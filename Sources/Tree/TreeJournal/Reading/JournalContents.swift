package import TextIO
package import TreeSnapshot

/// A journal that is read. Every byte of it may be wrong: lines that can't be understood are left out, and
/// `faults` tells of each.
package struct JournalContents: Sendable {
  /// The trees as they were after a record.
  struct Checkpoint: Sendable {
    /// The number of the record.
    let moment: Int
    /// The trees, by their numbers; nil if they did not fit.
    var trees: [(number: Int, tree: Snapshot)]?
    /// The latest record after which each model was looked at again; nil if labels and states are not in it.
    var looked: Int?
    /// If the trees did not fit, the bytes of a journal in which they do.
    var bytesNeeded = 0
  }

  /// The records in order. Numbers ascend, and some may be missing.
  var list: [JournalRecord] = []
  var checkpointList: [Checkpoint] = []
  /// The records behind which others are missing.
  var gaps: [Int] = []
  /// The looks at all models: each the record after which it was, and the latest record at that time.
  var looks: [(after: Int, at: Int)] = []

  /// What could not be understood, by lines.
  package internal(set) var faults: [SafeText] = []
  /// How many faults there are; `faults` has the first of them.
  package internal(set) var faultCount = 0

  /// The bytes, if they were given as such.
  package internal(set) var fileBytes: [UInt8] = []

  /// The process that wrote it.
  package internal(set) var process = 0
  /// When it began, in nanoseconds since 1970.
  package internal(set) var start = 0
  /// What it keeps besides names; nil if it doesn't say.
  package internal(set) var texts: JournalTexts?
  /// The app's name; nil if it has none.
  package internal(set) var appName: String?
  /// How many records were dropped, or not read.
  package internal(set) var droppedCount = 0
  /// How many of these were not read.
  package internal(set) var unreadCount = 0
}

// Records.
extension JournalContents {
  /// The numbers of the available records.
  package var records: Range<Int> {
    let first = droppedCount + 1
    return first..<max(first, (list.last?.number ?? 0) + 1)
  }

  /// The numbers of the available records up to a moment.
  package func records(until moment: Int) -> Range<Int> {
    records.lowerBound..<max(records.lowerBound, min(records.upperBound - 1, moment) + 1)
  }

  /// The messages that it names, in no order. Costs a look at each record.
  package var messages: [KnownMessage] {
    var messages: Set<KnownMessage> = []
    for record in list {
      if let message = record.message { messages.insert(message) }
      messages.formUnion(record.vocabulary)
    }
    for (_, tree) in checkpointList.last?.trees ?? [] {
      messages.formUnion(tree.vocabulary.map(KnownMessage.init))
      for own in tree.positions.lazy.flatMap({ tree[$0].subscriptions }) {
        messages.insert(
          KnownMessage(kind: own.kind, domain: own.domain, code: own.code, label: own.label))
      }
    }
    return messages.filter { $0.code != nil }
  }

  /// The place of a record in `list`, or of the first one behind it.
  func index(of number: Int) -> Int {
    let guess = number - (list.first?.number ?? 0)
    if list.indices.contains(guess), list[guess].number == number { return guess }
    return list.partitionIndex { $0.number >= number }
  }

  /// A record; nil if it isn't available or wasn't understood.
  package subscript(number: Int) -> JournalRecord? {
    let index = index(of: number)
    guard list.indices.contains(index), list[index].number == number else { return nil }
    return list[index]
  }

  /// Calls `body` with each record of a range, in order, until it returns false.
  ///
  /// - Parameter events: the kinds of records; nil for all.
  package func forEachRecord(
    in range: Range<Int>? = nil, of events: Set<JournalEvent>? = nil,
    _ body: (JournalRecord) -> Bool
  ) {
    let range = (range ?? records).clamped(to: records)
    var index = index(of: range.lowerBound)
    while index < list.count, list[index].number < range.upperBound {
      if events?.contains(list[index].event) != false, !body(list[index]) { return }
      index += 1
    }
  }

  /// When the latest record was written, if there is one.
  package var lastTime: Int? { list.last?.time }

  /// The latest moment up to one at which the records make a tree: no records are missing since the
  /// checkpoint before it.
  func wholeMoment(upTo moment: Int) -> Int {
    let start = checkpointList.last { $0.moment <= moment }?.moment ?? -1
    return gaps.first { $0 >= start && $0 < moment } ?? moment
  }
}

extension JournalContents {
  /// Reads a journal in memory.
  ///
  /// - Throws: what is wrong with its first line.
  package init(bytes: [UInt8]) throws(JournalError) {
    var scanner = JournalScanner()
    try bytes.withUnsafeBufferPointer { (bytes) throws(JournalError) in try scanner.read(bytes) }
    self = scanner.contents
    fileBytes = bytes
  }

  /// Whether bytes begin as a journal does: with an object whose first member is the format.
  package static func isJournal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = JSONScanner(bytes)
    guard scanner.peek() == UInt8(ascii: "{"),
      (try? scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))) == true,
      (try? scanner.key())?.equals("format") == true, scanner.peek() == UInt8(ascii: "\""),
      let format = try? scanner.string()
    else { return false }
    return format.elementsEqual(JournalFormat.name.utf8)
  }
}
