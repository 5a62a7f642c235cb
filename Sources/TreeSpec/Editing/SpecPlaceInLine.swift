import TextIO

/// The words of a line up to a place.
struct SpecPlaceInLine {
  /// Where the word at the place begins, in bytes.
  private(set) var start = 0
  /// The number of spaces that the line begins with.
  let indent: Int
  /// The words before it, without brackets and what is in them.
  private(set) var words: [String] = []
  /// The words before it in the open brackets.
  private(set) var inner: [String] = []
  private(set) var isInBrackets = false
  private(set) var isInComment = false

  init(_ bytes: [UInt8]) {
    indent = bytes.prefix { $0 == UInt8(ascii: " ") }.count
    var isQuoted = false
    var word: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted {
        word.append(byte)
        continue
      }
      if byte == UInt8(ascii: "#"), LineScanner(bytes, from: place).isAtComment {
        isInComment = true
        return
      }
      guard " ,[]=!/".utf8.contains(byte) else {
        word.append(byte)
        continue
      }
      // `=>` is a word; a slash divides selectors, of which the last part is completed.
      let isArrow = byte == UInt8(ascii: "=") && !isInBrackets
      if isArrow {
        word.append(byte)
        continue
      }
      note(word, until: byte)
      word = []
      start = place + 1
      if byte == UInt8(ascii: "[") { (isInBrackets, inner) = (true, []) }
      if byte == UInt8(ascii: "]") { isInBrackets = false }
    }
  }

  private mutating func note(_ word: [UInt8], until end: UInt8) {
    let isList = end == UInt8(ascii: ",")
    let mark = end == UInt8(ascii: "=") ? "=" : ""
    var all = word.isEmpty && mark.isEmpty ? [] : [String(decoding: word, as: UTF8.self) + mark]
    if isList { all.append(",") }
    // The parts of a selector are one word.
    if end == UInt8(ascii: "/") { all = [] }
    if isInBrackets { inner += all } else { words += all }
  }
}
