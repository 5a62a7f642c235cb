import TextIO

/// A name of up to 32 bytes as four words, with zeros behind it, and its length.
struct NameWords {
  private(set) var first: UInt64 = 0
  private(set) var second: UInt64 = 0
  private(set) var third: UInt64 = 0
  private(set) var fourth: UInt64 = 0
  let count: UInt32

  /// The length of the longest name.
  static let mostBytes = 32

  /// So many bytes that keep a character of ASCII, and as many that do not.
  private static var masks: StaticString {
    """
    \u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\
    \u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0
    """
  }

  /// Takes a name together with what is behind it, without a branch on its length; nil for a longer one.
  @inline(__always)
  init?(_ name: PlainString) {
    guard name.count <= Self.mostBytes else { return nil }
    let bytes = UnsafeRawPointer(name.start)
    let masks = UnsafeRawPointer(Self.masks.utf8Start + (Self.mostBytes &- name.count))
    @inline(__always) func word(_ offset: Int) -> UInt64 {
      bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        & masks.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    first = word(0)
    second = word(8)
    third = word(16)
    fourth = word(24)
    count = UInt32(truncatingIfNeeded: name.count)
  }

  /// Takes a name byte by byte; nil for a longer one.
  init?(_ name: UnsafeBufferPointer<UInt8>) {
    guard name.count <= Self.mostBytes else { return nil }
    count = UInt32(truncatingIfNeeded: name.count)
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: name) }
    (first, second, third, fourth) = words
  }

  /// Not a name.
  init() { count = .max }

  @inline(__always)
  static func == (one: NameWords, other: NameWords) -> Bool {
    let differences =
      (one.first ^ other.first) | (one.second ^ other.second) | (one.third ^ other.third)
      | (one.fourth ^ other.fourth) | UInt64(one.count ^ other.count)
    return differences == 0
  }
}
