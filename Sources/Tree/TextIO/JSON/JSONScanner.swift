/// Scans JSON text byte by byte, without recursion.
///
/// A string is returned as a slice: of the input if it has no escapes, of a scratch buffer if it
/// does. A slice is valid until the next string is read.
@usableFromInline
package struct JSONScanner: ~Copyable {
  @usableFromInline package typealias Slice = UnsafeBufferPointer<UInt8>
  /// Why a read failed.
  @usableFromInline package typealias Failure = JSONFailure

  @usableFromInline package let base: UnsafePointer<UInt8>
  @usableFromInline package let count: Int
  @usableFromInline package var position: Int
  /// The line of the position, from 1. It is up to date between tokens, but not within a string.
  @usableFromInline package var line = 1

  var scratch: UnsafeMutablePointer<UInt8>
  var scratchCapacity = 256

  /// Scans `bytes`, which must outlive the scanner.
  package init(_ bytes: Slice) {
    position = 0
    scratch = .allocate(capacity: scratchCapacity)
    // An empty buffer may have no address; any pointer works, because nothing is read.
    base = bytes.baseAddress ?? UnsafePointer(scratch)
    count = bytes.count
    if count >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF {
      self.position = 3
    }
  }

  deinit { scratch.deallocate() }

  /// Scans bytes for the duration of a closure.
  package static func scan<Result, Failure: Error>(
    _ bytes: ArraySlice<UInt8>, _ read: (inout JSONScanner) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
      var scanner = JSONScanner(bytes)
      return try read(&scanner)
    }
  }

  /// The line of an offset, from 1. Costs a scan of the text between it and the position.
  package func line(at offset: Int) -> Int {
    let isBehind = offset < position
    let between = isBehind ? offset..<position : position..<min(offset, count)
    var lines = 0
    for index in between where base[index] == UInt8(ascii: "\n") { lines += 1 }
    return isBehind ? line - lines : line + lines
  }

  /// The current place in the text, to return to.
  package var place: (position: Int, line: Int) {
    get { (position, line) }
    set { (position, line) = newValue }
  }

  // MARK: Structure

  // What is asked of each byte or token is a few instructions, and stands where it is called.

  /// The next byte that isn't white space, not consumed; nil at the end.
  @inlinable @inline(__always)
  package mutating func peek() -> UInt8? {
    while position < count {
      let byte = base[position]
      if byte > 0x20 { return byte }
      switch byte {
      case 0x0A: line += 1
      case 0x20, 0x0D, 0x09: break
      default: return byte
      }
      position += 1
    }
    return nil
  }

  @inlinable @inline(__always)
  mutating func expect(_ byte: UInt8, _ expected: @autoclosure () -> String) throws(Failure) {
    guard peek() == byte else { throw unexpected(expected()) }
    position += 1
  }

  /// Consumes `byte` if it comes next.
  @inlinable @inline(__always)
  package mutating func consume(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Opens an object or an array; returns whether a member or an element follows.
  @inlinable
  package mutating func opens(_ open: UInt8, until close: UInt8) throws(Failure) -> Bool {
    try expect(open, "'\(Character(Unicode.Scalar(open)))'")
    return !consume(close)
  }

  /// Reads a member's key and the colon after it.
  @inlinable
  package mutating func key() throws(Failure) -> Slice {
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    let key = try string()
    try expect(UInt8(ascii: ":"), "':'")
    return key
  }

  /// Reads the separator after a member or an element; returns whether another one follows, and
  /// consumes `close` if not.
  @inlinable @inline(__always)
  package mutating func continues(until close: UInt8) throws(Failure) -> Bool {
    guard let byte = peek(), byte == UInt8(ascii: ",") || byte == close else {
      throw unexpected("',' or '\(Character(Unicode.Scalar(close)))'")
    }
    position += 1
    return byte != close
  }

  package mutating func expectEnd() throws(Failure) {
    if peek() != nil { throw unexpected("the end of the text") }
  }

  /// Throws the failure for an unexpected token at the position.
  @usableFromInline
  package func unexpected(_ expected: String) -> Failure {
    guard position < count else { return Failure(offset: position, .truncated) }
    let byte = base[position]
    let found: String
    if byte < 0x80 {
      found = "'\(Character(Unicode.Scalar(byte)))'"
    } else {
      found = "byte 0x\(String(byte, radix: 16))"
    }
    return Failure(offset: position, .syntax(expected: expected, found: found))
  }

  /// Describes a value whose type is wrong for its key.
  ///
  /// A value that is recognized by its first byte isn't scanned, however long it is. A number is.
  package mutating func describeValue() throws(Failure) -> String {
    let first = peek()
    switch first {
    case UInt8(ascii: "\""): return "a string"
    case UInt8(ascii: "{"): return "an object"
    case UInt8(ascii: "["): return "an array"
    default: break
    }
    try skipValue()
    return switch first {
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
    case UInt8(ascii: "n"): "null"
    default: "a number"
    }
  }

  /// The failure for a value of the wrong type, or the syntax error that keeps the text from being
  /// a value.
  package mutating func wrongType(_ key: String, _ expected: String) -> Failure {
    guard peek() != nil else { return Failure(offset: position, .truncated) }
    let offset = position
    do {
      let found = try describeValue()
      return Failure(offset: offset, .wrongType(key: key, expected: expected, found: found))
    } catch {
      return error
    }
  }

  /// Text between two offsets, for messages; long text is shortened.
  package func text(from start: Int, to end: Int) -> String {
    Slice(start: base + start, count: max(end - start, 0)).excerpt
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are those of a word.
  @inlinable @inline(__always)
  package func equals(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != word.utf8Start[index] { return false }
    return true
  }

  /// Whether the bytes are those of another buffer.
  @inlinable @inline(__always)
  package func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }

  /// The bytes as text for messages; long text is shortened.
  package var excerpt: String {
    String(String(decoding: prefix(1_000), as: UTF8.self).prefix(40))
  }
}

// Small objects, such as settings and messages, whose members come in any order.
extension JSONScanner {
  /// Reads the members of an object. A duplicate key is an error; unknown members are skipped.
  ///
  /// - Parameters:
  ///   - what: The object's name in errors: its key, or words such as "a request".
  ///   - member: Reads the value of a key; returns whether the key is known.
  package mutating func readObject(
    _ what: String, _ member: (inout JSONScanner, String) throws(Failure) -> Bool
  ) throws(Failure) {
    guard peek() == UInt8(ascii: "{") else { throw wrongType(what, "an object") }
    var keys: Set<String> = []
    var more = try opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      _ = peek()
      let offset = position
      let bytes = try key()
      let key = String(decoding: bytes, as: UTF8.self)
      if !keys.insert(key).inserted {
        throw Failure(offset: offset, .duplicateKey(bytes.excerpt))
      }
      if try !member(&self, key) { try skipValue() }
      more = try continues(until: UInt8(ascii: "}"))
    }
  }

  /// Reads the elements of an array.
  package mutating func readArray(
    _ key: String, _ element: (inout JSONScanner) throws(Failure) -> Void
  ) throws(Failure) {
    guard peek() == UInt8(ascii: "[") else { throw wrongType(key, "an array") }
    var more = try opens(UInt8(ascii: "["), until: UInt8(ascii: "]"))
    while more {
      try element(&self)
      more = try continues(until: UInt8(ascii: "]"))
    }
  }

  /// Reads the string that is the value of a key.
  package mutating func readString(_ key: String) throws(Failure) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw wrongType(key, "a string") }
    return String(decoding: try string(), as: UTF8.self)
  }

  /// Skips a value, and returns its text.
  package mutating func valueText() throws(Failure) -> Slice {
    _ = peek()
    let start = position
    try skipValue()
    return Slice(start: base + start, count: position - start)
  }
}

/// Where and why reading JSON stopped.
@usableFromInline
package struct JSONFailure: Error {
  /// The offset of the byte at which the reader stopped.
  package var offset: Int
  /// A `JSONProblem`, or a problem of the format.
  package var problem: any Error

  /// Creates a failure.
  package init(offset: Int, problem: any Error) {
    self.offset = offset
    self.problem = problem
  }

  init(offset: Int, _ problem: JSONProblem) {
    self.init(offset: offset, problem: problem)
  }
}

/// A problem of JSON text, whatever it describes.
package enum JSONProblem: Error, Hashable {
  /// The text breaks the grammar: the expected and the actual token.
  case syntax(expected: String, found: String)
  /// The text ends inside a value.
  case truncated
  /// A string isn't valid UTF-8, or contains an invalid escape.
  case invalidText
  /// A key appears twice in one object.
  case duplicateKey(String)
  /// The value of a key has the wrong type.
  case wrongType(key: String, expected: String, found: String)
  /// The text exceeds a limit, such as the number of nested levels.
  case tooMany(String, limit: Int)
}

extension JSONProblem {
  /// The problem in words.
  package var words: SafeText {
    switch self {
    case .syntax(let expected, let found): "not JSON: expected \(expected), found \(found)"
    case .truncated: "the text ends before its JSON does"
    case .invalidText: "a string is not valid UTF-8"
    case .duplicateKey(let key): "'\(key)' appears twice"
    case .wrongType(let key, let expected, let found):
      key.contains(" ")
        ? "\(key) must be \(expected), not \(found)" : "'\(key)' must be \(expected), not \(found)"
    case .tooMany(let what, let limit): "exceeds the limit of \(limit) \(what)"
    }
  }
}
