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
