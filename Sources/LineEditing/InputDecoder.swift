import TextIO

/// Cuts typed bytes into scalars: UTF-8 that may arrive in pieces and may be damaged.
struct InputDecoder {
  enum Step: Equatable {
    case scalar(Unicode.Scalar)
    /// A byte that belongs to no character was dropped.
    case damaged
  }

  private var bytes: [UInt8] = []
  private var position = 0

  mutating func append(_ more: some Sequence<UInt8>) {
    bytes.removeFirst(position)
    position = 0
    bytes.append(contentsOf: more)
  }

  mutating func removeAll() {
    bytes = []
    position = 0
  }

  /// The next character; nil when more bytes are needed.
  mutating func next() -> Step? {
    guard position < bytes.count else { return nil }
    let length = Self.length(startingWith: bytes[position])
    let available = bytes[position...].prefix(length)
    let isWellFormed = length > 0 && available.dropFirst().allSatisfy { $0 & 0xc0 == 0x80 }
    if isWellFormed, available.count < length { return nil }
    if isWellFormed, let scalar = Self.scalar(available) {
      position += length
      return .scalar(scalar)
    }
    position += 1
    return .damaged
  }

  private static func length(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0..<0x80: 1
    case 0xc2..<0xe0: 2
    case 0xe0..<0xf0: 3
    case 0xf0..<0xf5: 4
    default: 0
    }
  }

  private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var text = String(utf8Bytes: bytes)?.unicodeScalars.makeIterator()
    return text?.next()
  }
}
