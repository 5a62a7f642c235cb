import TextIO

/// The texts of a record.
package struct RecordTexts {
  /// A text.
  struct Text {
    var role: JournalFormat.TextRole
    var text: String
    /// A number that belongs to it.
    var number: Int
  }

  /// The texts, in order.
  var list: [Text] { texts ?? [] }
  // Nil if empty: most records have none, and are copied without counting references then.
  private var texts: [Text]?
  private var byteCount = 0
  /// The most bytes of a record's texts: they must fit into any journal.
  static let limit = 800

  package init() {}

  /// A text as a record keeps it.
  package static func kept(_ text: String) -> String {
    text.cut(toBytes: JournalFormat.mostTextBytes)
  }

  /// Whether there are none.
  package var isEmpty: Bool { texts == nil }

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
    let text = Self.kept(text)
    guard byteCount + text.utf8.count <= Self.limit else { return false }
    byteCount += text.utf8.count
    texts = (texts ?? []) + [Text(role: role, text: text, number: number)]
    return true
  }

  /// Adds a key of a model's state and its value.
  ///
  /// - Returns: whether there was room for both.
  package mutating func add(key: String, value: String) -> Bool {
    let before = self
    if add(.key, key), add(.new, value) { return true }
    self = before
    return false
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
