/// Short names that were read lately, with their symbols: most names of most trees come again soon.
///
/// A name is compared word by word, without a look at the table of names.
struct RecentNames: ~Copyable {
  private struct Entry {
    var words: NameWords
    var symbol: Symbol
  }

  /// As many as eleven bits tell apart.
  private static let count = 1 << 11

  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.count)
    removeAll()
  }

  deinit { entries.deallocate() }

  /// The place of a name; another one may have the same.
  @inline(__always)
  private func place(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 53) }

  /// The symbol of a name; nil where it was not read lately.
  @inline(__always)
  func symbol(of words: NameWords, hash: UInt64) -> Symbol? {
    let entry = entries + place(hash)
    return entry.pointee.words == words ? entry.pointee.symbol : nil
  }

  /// Forgets all names.
  mutating func removeAll() {
    entries.initialize(repeating: Entry(words: NameWords(), symbol: .none), count: Self.count)
  }

  /// Remembers a name, and forgets another.
  @inline(__always)
  mutating func remember(_ words: NameWords, hash: UInt64, _ symbol: Symbol) {
    entries[place(hash)] = Entry(words: words, symbol: symbol)
  }
}
