/// Where a value holds references.
struct ValueLayout: Sendable {
  /// A word of the value.
  struct Word: Sendable {
    var offset: Int
    /// The property, with those around it; empty for the value itself.
    var name: String
    /// Whether it is a plain address, which may not retain what it points to.
    var isRaw = false
  }

  /// The value's size; nil if it isn't known.
  var size: Int?
  var alignment = 8
  var words: [Word] = []
  /// The offset from which each word may be a reference; nil if all are known.
  var openFrom: Int?

  /// A value without references.
  static func plain(_ size: Int) -> ValueLayout {
    ValueLayout(size: size, alignment: max(1, min(size, 16)))
  }

  static let reference = ValueLayout(size: 8, words: [Word(offset: 0, name: "")])
  static let raw = ValueLayout(size: 8, words: [Word(offset: 0, name: "", isRaw: true)])
  static let function = ValueLayout(size: 16, words: [Word(offset: 8, name: "")])
  static let unknown = ValueLayout(size: nil, openFrom: 0)

  /// The words as part of something larger.
  func words(at start: Int, end: Int, name: String) -> [Word] {
    var all = words.filter { start + $0.offset + 8 <= end }.map { word in
      Word(
        offset: start + word.offset,
        name: word.name.isEmpty ? name : name.isEmpty ? word.name : "\(name).\(word.name)",
        isRaw: word.isRaw)
    }
    if let openFrom {
      for offset in stride(from: (start + openFrom + 7) & ~7, to: end - 7, by: 8) {
        all.append(Word(offset: offset, name: name))
      }
    }
    return all
  }
}
