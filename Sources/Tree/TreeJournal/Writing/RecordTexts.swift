import TextIO

/// The texts of a record, as words of a journal.
package struct RecordTexts {
  /// Each text is a word with its bytes, its role and a number, and then its bytes.
  var words: [UInt64] { list ?? [] }
  // Nil if empty: most records have none, and are copied without counting references then.
  private var list: [UInt64]?
  /// The most words of a record's texts: they must fit into any segment.
  static let limit = 100

  package init() {}

  /// A text as a record keeps it.
  package static func kept(_ text: String) -> String {
    text.cut(toBytes: JournalFormat.mostTextBytes)
  }

  /// Whether there are none.
  package var isEmpty: Bool { list == nil }

  /// Adds a text, cut at `JournalFormat.mostTextBytes` bytes.
  ///
  /// - Parameters:
  ///   - role: what it is.
  ///   - text: the text.
  ///   - number: a number that belongs to it.
  /// - Returns: whether there was room for it.
  @discardableResult
  package mutating func add(
    _ role: JournalFormat.TextRole, _ text: String, number: Int = 0
  ) -> Bool {
    let bytes = Self.kept(text).utf8
    let count = 1 + (bytes.count + 7) / 8
    guard (list?.count ?? 0) + count <= Self.limit else { return false }
    if list == nil { list = [] }
    list?.append(
      UInt64(bytes.count) | UInt64(role.rawValue) << 32 | UInt64(min(number, 0xFF_FFFF)) << 40)
    list?.append(bytes: bytes)
    return true
  }
}

extension RecordTexts {
  /// Adds a key of a model's state and its value.
  ///
  /// - Returns: whether there was room for both.
  package mutating func add(key: String, value: String) -> Bool {
    let before = list
    if add(.key, key), add(.new, value) { return true }
    list = before
    return false
  }
}

extension [UInt64] {
  /// Adds bytes, filled up with zeros to a whole word.
  mutating func append(bytes: String.UTF8View) {
    for (place, byte) in bytes.enumerated() {
      if place % 8 == 0 { append(0) }
      self[count - 1] |= UInt64(byte) << (place % 8 * 8)
    }
  }
}

extension String {
  /// The text, or as much of it as fits with an ellipsis.
  package func cut(toBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    var end = startIndex
    var room = limit - "…".utf8.count
    while end < endIndex {
      room -= self[end].utf8.count
      if room < 0 { break }
      end = index(after: end)
    }
    return self[..<end] + "…"
  }
}

/// All trees of a journal as they are at one moment, in the words of a checkpoint.
package struct JournalCheckpoint {
  private(set) var words: [UInt64] = []
  private(set) var treeCount = 0
  /// Whether it holds labels and states.
  package let isDescribed: Bool

  package init(isDescribed: Bool = false) { self.isDescribed = isDescribed }

  /// Begins a tree, which follows word by word.
  package mutating func beginTree(_ number: UInt64) {
    treeCount += 1
    append(number)
  }

  /// Adds a word.
  package mutating func append(_ word: UInt64) { words.append(word) }

  /// Adds two halves of a word, the lower one first.
  package mutating func append(_ low: UInt32, _ high: UInt32) {
    words.append(UInt64(low) | UInt64(high) << 32)
  }

  /// Begins a model's description.
  package mutating func append(label: String?, stateCount: Int) {
    append(label.map { UInt32($0.utf8.count) } ?? UInt32.max, UInt32(stateCount))
    if let label { append(text: label) }
  }

  /// Adds an entry of a model's state.
  package mutating func append(key: String, value: String) {
    append(UInt32(key.utf8.count), UInt32(value.utf8.count))
    append(text: key)
    append(text: value)
  }

  private mutating func append(text: String) { words.append(bytes: text.utf8) }
}
