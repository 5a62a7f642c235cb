/// Names that were read lately, with their symbols: most names of most trees come again soon.
///
/// A short name is compared word by word, without a look at the table of names or a hash that withstands an
/// enemy: whoever chooses names that push each other out has each of them looked up in the table.
struct RecentNames {
  private struct Entry {
    var words: Words
    var symbol: Symbol
  }

  /// A name of up to 32 bytes: its length and four words that hold all of it, some bytes twice.
  struct Words: Equatable {
    private var count: UInt64 = 0
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    private var fourth: UInt64 = 0

    fileprivate init() {}

    /// Nil for a longer name.
    @inline(__always)
    init?(_ name: UnsafeBufferPointer<UInt8>) {
      let length = name.count
      guard length <= 32, let start = name.baseAddress else { return nil }
      let bytes = UnsafeRawPointer(start)
      // One more than there are, as 0 is for a place without a name.
      count = UInt64(length) + 1
      if length >= 8 {
        first = bytes.loadUnaligned(as: UInt64.self)
        fourth = bytes.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
        guard length > 16 else { return }
        second = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        third = bytes.loadUnaligned(fromByteOffset: length - 16, as: UInt64.self)
      } else if length >= 4 {
        first = UInt64(bytes.loadUnaligned(as: UInt32.self))
        fourth = UInt64(bytes.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self))
      } else {
        for byte in name { first = first << 8 | UInt64(byte) }
      }
    }

    /// Where the name is kept.
    @inline(__always)
    fileprivate var place: Int {
      let mixed =
        (first ^ third &* 0x9E37_79B9_7F4A_7C15) &+ (fourth ^ second) &* 0xD6E8_FEB8_6659_FD93
      return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 53)
    }
  }

  /// As many as eleven bits tell apart.
  private var entries = [Entry](repeating: Entry(words: Words(), symbol: .none), count: 2_048)

  /// The symbol of a name; nil where it was not read lately.
  @inline(__always)
  func symbol(of words: Words) -> Symbol? {
    let entry = entries[words.place]
    return entry.words == words ? entry.symbol : nil
  }

  /// Forgets all names.
  mutating func removeAll() {
    entries.withUnsafeMutableBufferPointer {
      $0.update(repeating: Entry(words: Words(), symbol: .none))
    }
  }

  /// Remembers a name, and forgets another.
  @inline(__always)
  mutating func remember(_ words: Words, _ symbol: Symbol) {
    entries[words.place] = Entry(words: words, symbol: symbol)
  }
}
