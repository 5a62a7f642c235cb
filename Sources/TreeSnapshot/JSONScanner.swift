/// Walks JSON text byte by byte and never recurses.
///
/// A string is handed out as a slice: of the input where it holds no escapes, of a scratch buffer
/// where it does. A slice is valid until the next string is read.
struct JSONScanner: ~Copyable {
  typealias Slice = UnsafeBufferPointer<UInt8>

  /// What a failed read found; the reader adds the line.
  struct Failure: Error {
    var offset: Int
    var reason: DumpError.Reason
  }

  private let base: UnsafePointer<UInt8>
  private let count: Int
  private(set) var position = 0

  private var scratch: UnsafeMutablePointer<UInt8>
  private var scratchCapacity = 256

  /// Scans `bytes`, which must outlive the scanner.
  init(_ bytes: Slice) {
    scratch = .allocate(capacity: scratchCapacity)
    // An empty buffer may have no address; any pointer will do where nothing is ever read.
    base = bytes.baseAddress ?? UnsafePointer(scratch)
    count = bytes.count
    if count >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { position = 3 }
  }

  deinit { scratch.deallocate() }

  /// The line, from 1, on which an offset lies. Costs a scan of the text before it.
  func line(at offset: Int) -> Int {
    var line = 1
    for index in 0..<min(offset, count) where base[index] == UInt8(ascii: "\n") { line += 1 }
    return line
  }

  mutating func move(to offset: Int) { position = offset }

  // MARK: Structure

  /// The next byte that is no white space, not consumed; nil at the end.
  mutating func peek() -> UInt8? {
    while position < count {
      let byte = base[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  mutating func expect(_ byte: UInt8, _ expected: @autoclosure () -> String) throws(Failure) {
    guard peek() == byte else { throw unexpected(expected()) }
    position += 1
  }

  /// Consumes `byte` if it comes next.
  mutating func consume(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Opens an object or an array: true where a first member or element follows.
  mutating func opens(_ open: UInt8, until close: UInt8) throws(Failure) -> Bool {
    try expect(open, "'\(Character(Unicode.Scalar(open)))'")
    return !consume(close)
  }

  /// A member's key and the colon behind it.
  mutating func key() throws(Failure) -> Slice {
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    let key = try string()
    try expect(UInt8(ascii: ":"), "':'")
    return key
  }

  /// After a member or an element: true where another follows, false where `close` ends it.
  mutating func continues(until close: UInt8) throws(Failure) -> Bool {
    guard let byte = peek() else { throw Failure(offset: position, reason: .truncated) }
    if byte == UInt8(ascii: ",") {
      position += 1
      return true
    }
    if byte == close {
      position += 1
      return false
    }
    throw unexpected("',' or '\(Character(Unicode.Scalar(close)))'")
  }

  mutating func expectEnd() throws(Failure) {
    if peek() != nil { throw unexpected("the end of the text") }
  }

  mutating func unexpected(_ expected: String) -> Failure {
    guard let byte = peek() else { return Failure(offset: position, reason: .truncated) }
    let found: String
    if byte < 0x80 {
      found = "'\(Character(Unicode.Scalar(byte)))'"
    } else {
      found = "byte 0x\(String(byte, radix: 16))"
    }
    return Failure(offset: position, reason: .syntax(expected: expected, found: found))
  }

  /// What kind of value comes next, in words.
  mutating func describeNext() -> String {
    switch peek() {
    case UInt8(ascii: "\""): "a string"
    case UInt8(ascii: "{"): "an object"
    case UInt8(ascii: "["): "an array"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
    case UInt8(ascii: "n"): "null"
    case nil: "the end of the text"
    default: "a number"
    }
  }

  // MARK: Values

  /// The next string; the opening quote must come next.
  mutating func string() throws(Failure) -> Slice {
    try expect(UInt8(ascii: "\""), "a string")
    let start = position
    var isASCII = true
    while position < count {
      let byte = base[position]
      if byte == UInt8(ascii: "\"") {
        let slice = Slice(start: base + start, count: position - start)
        position += 1
        if !isASCII, !Self.isUTF8(slice) { throw Failure(offset: start, reason: .invalidText) }
        return slice
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(start: start) }
      if byte < 0x20 { throw controlCharacter() }
      if byte >= 0x80 { isASCII = false }
      position += 1
    }
    throw Failure(offset: position, reason: .truncated)
  }

  /// A string with escapes: what was scanned so far is copied, the rest is decoded behind it.
  private mutating func escapedString(start: Int) throws(Failure) -> Slice {
    var length = 0
    func reserve(_ scanner: inout JSONScanner, _ needed: Int) {
      guard needed > scanner.scratchCapacity else { return }
      let capacity = max(needed, scanner.scratchCapacity * 2)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: scanner.scratch, count: length)
      scanner.scratch.deallocate()
      scanner.scratch = larger
      scanner.scratchCapacity = capacity
    }
    reserve(&self, position - start + 4)
    scratch.update(from: base + start, count: position - start)
    length = position - start

    while position < count {
      let byte = base[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        let slice = Slice(start: scratch, count: length)
        guard Self.isUTF8(slice) else { throw Failure(offset: start, reason: .invalidText) }
        return slice
      }
      if byte < 0x20 { throw controlCharacter() }
      reserve(&self, length + 4)
      if byte == UInt8(ascii: "\\") {
        let scalar = try escape(stringStart: start)
        for unit in UTF8.encode(scalar).unsafelyUnwrapped {
          scratch[length] = unit
          length += 1
        }
      } else {
        scratch[length] = byte
        length += 1
        position += 1
      }
    }
    throw Failure(offset: position, reason: .truncated)
  }

  private mutating func escape(stringStart: Int) throws(Failure) -> Unicode.Scalar {
    position += 1
    guard position < count else { throw Failure(offset: position, reason: .truncated) }
    let letter = base[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default:
      position -= 1
      throw unexpected("an escape such as \\n or \\u001b")
    }
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A high surrogate needs its low one right behind it.
    guard (0xD800..<0xDC00).contains(first), position + 1 < count,
      base[position] == UInt8(ascii: "\\"), base[position + 1] == UInt8(ascii: "u")
    else { throw Failure(offset: stringStart, reason: .invalidText) }
    position += 2
    let second = try hexadecimal()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Failure(offset: stringStart, reason: .invalidText) }
    return scalar
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < count else { throw Failure(offset: position, reason: .truncated) }
      guard let digit = Character(Unicode.Scalar(base[position])).hexDigitValue,
        base[position] < 0x80
      else { throw unexpected("four hexadecimal digits after \\u") }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private mutating func controlCharacter() -> Failure {
    let byte = String(base[position], radix: 16)
    return Failure(
      offset: position,
      reason: .syntax(
        expected: "a string without bare control characters", found: "byte 0x\(byte)"))
  }

  /// A whole number that fits into 63 bits; nil, with nothing consumed, where something else comes.
  mutating func wholeNumber() -> Int? {
    guard peek() != nil else { return nil }
    let start = position
    var value = 0
    var digits = 0
    while position < count, case let digit = base[position] &- UInt8(ascii: "0"), digit < 10 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(digit))
      if overflow || carry {
        position = start
        return nil
      }
      value = sum
      digits += 1
      position += 1
    }
    let leadingZero = digits > 1 && base[start] == UInt8(ascii: "0")
    if digits == 0 || leadingZero || continuesNumber {
      position = start
      return nil
    }
    return value
  }

  private var continuesNumber: Bool {
    guard position < count else { return false }
    return switch base[position] {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: false
    }
  }

  /// `true` or `false`; nil, with nothing consumed, where something else comes.
  mutating func boolean() -> Bool? {
    _ = peek()
    if consume(literal: "true") { return true }
    if consume(literal: "false") { return false }
    return nil
  }

  private mutating func consume(literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard count - position >= length else { return false }
    for index in 0..<length where base[position + index] != literal.utf8Start[index] {
      return false
    }
    position += length
    return true
  }

  // MARK: Skipping

  /// Walks over one value of any kind, checking its grammar.
  mutating func skipValue() throws(Failure) {
    var open: [UInt8] = []
    while true {
      if try skipScalarOrOpen(&open) { continue }
      // A value is complete: close what ends here, or go on to the next element.
      while let close = open.last {
        if try continues(until: close) {
          if close == UInt8(ascii: "}") { _ = try key() }
          break
        }
        open.removeLast()
      }
      if open.isEmpty { return }
    }
  }

  /// True where a non-empty object or array was opened, so that another value comes first.
  private mutating func skipScalarOrOpen(_ open: inout [UInt8]) throws(Failure) -> Bool {
    guard let byte = peek() else { throw Failure(offset: position, reason: .truncated) }
    switch byte {
    case UInt8(ascii: "{"):
      position += 1
      if consume(UInt8(ascii: "}")) { return false }
      open.append(UInt8(ascii: "}"))
      _ = try key()
      return true
    case UInt8(ascii: "["):
      position += 1
      if consume(UInt8(ascii: "]")) { return false }
      open.append(UInt8(ascii: "]"))
      return true
    case UInt8(ascii: "\""):
      _ = try string()
    case UInt8(ascii: "t") where consume(literal: "true"),
      UInt8(ascii: "f") where consume(literal: "false"),
      UInt8(ascii: "n") where consume(literal: "null"):
      break
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try skipNumber()
    default:
      throw unexpected("a value")
    }
    return false
  }

  private mutating func skipNumber() throws(Failure) {
    if base[position] == UInt8(ascii: "-") { position += 1 }
    if position < count, base[position] == UInt8(ascii: "0") {
      position += 1
    } else {
      try skipDigits()
    }
    if position < count, base[position] == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if position < count, base[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < count,
        base[position] == UInt8(ascii: "+") || base[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(Failure) {
    let start = position
    while position < count, base[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    if position == start { throw unexpected("a digit") }
  }

  /// Text between two offsets, for messages; long text is cut.
  func text(from start: Int, to end: Int) -> String {
    let shown = Slice(start: base + start, count: min(max(end - start, 0), 40))
    return String(decoding: shown, as: UTF8.self)
  }

  private static func isUTF8(_ slice: Slice) -> Bool {
    String(validating: slice, as: UTF8.self) != nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are those of a key.
  func equals(_ key: StaticString) -> Bool {
    guard count == key.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != key.utf8Start[index] { return false }
    return true
  }
}
