/// Where a value holds references.
struct ValueLayout: Sendable {
  /// A word of the value.
  struct Word: Sendable {
    var offset: Int
    /// The property, with those around it; empty for the value itself.
    var name: String
    /// Whether it is a plain address, which may not retain what it points to.
    var isRaw = false
    /// Whether it is the context of a function, whose address stands before it.
    var isContext = false
    /// Whether nothing says that it is a reference: it may be a number, or one that doesn't retain.
    var isOpen = false
    /// Its number among the words of an existential's buffer, which its type uses or not; nil elsewhere.
    var inBuffer: Int?
  }

  /// The value's size; nil if it isn't known.
  var size: Int?
  var alignment = 8
  var words: [Word] = []
  /// The number of bit patterns that aren't values, in which optionals store `nil`.
  var spare = 0
  /// The offset from which each word may be a reference; nil if all are known.
  var openFrom: Int?

  /// A value without references.
  static func plain(_ size: Int, spare: Int = 0) -> ValueLayout {
    ValueLayout(size: size, alignment: max(1, min(size, 8)), spare: spare)
  }

  /// The spare patterns of a reference: all small numbers.
  static let referenceSpare = 4_096

  static let reference = ValueLayout(
    size: 8, words: [Word(offset: 0, name: "")], spare: referenceSpare)
  /// An object with a table for each protocol that it conforms to.
  static func object(protocols: Int) -> ValueLayout {
    ValueLayout(size: 8 + 8 * protocols, words: reference.words, spare: referenceSpare)
  }
  static let function = ValueLayout(
    size: 16, words: [Word(offset: 8, name: "", isContext: true)], spare: referenceSpare)
  /// A plain address, and a buffer: such an address, which may be nil, and a count.
  static let raw = ValueLayout(size: 8, words: [Word(offset: 0, name: "", isRaw: true)], spare: 1)
  static let rawBuffer = ValueLayout(size: 16, words: raw.words)
  /// A value of a type that conforms to some protocols: three words for it or its box, its type, and a
  /// table for each protocol.
  static func existential(protocols: Int) -> ValueLayout {
    ValueLayout(
      size: 32 + 8 * protocols,
      words: (0..<3).map { Word(offset: $0 * 8, name: "", inBuffer: $0) }, spare: referenceSpare)
  }
  static let unknown = ValueLayout(size: nil, openFrom: 0)

  /// The layout of an optional value.
  var optional: ValueLayout {
    var layout = self
    if spare > 0 { layout.spare -= 1 } else { layout.size = size.map { $0 + 1 } }
    return layout
  }

  /// The words as part of something larger.
  func words(at start: Int, end: Int, name: String) -> [Word] {
    var all = words.filter { start + $0.offset + 8 <= end }.map { word in
      var word = word
      word.offset += start
      word.name = word.name.isEmpty ? name : name.isEmpty ? word.name : "\(name).\(word.name)"
      return word
    }
    if let openFrom {
      for offset in stride(from: (start + openFrom + 7) & ~7, to: end - 7, by: 8) {
        all.append(Word(offset: offset, name: name, isOpen: true))
      }
    }
    return all
  }
}
