import TextIO

/// Names that were read and have no symbols yet: these are found together.
struct NameBatch: ~Copyable {
  /// A name that lies in memory that somebody else keeps.
  struct Name {
    private let start: UnsafePointer<UInt8>?
    private let count: Int
    let hash: UInt32
    /// Whether it is ASCII that can be shown and written as it is.
    let isVerbatim: Bool

    @inline(__always)
    init(_ name: UnsafeBufferPointer<UInt8>, hash: UInt64, isVerbatim: Bool) {
      start = name.baseAddress
      count = name.count
      self.hash = UInt32(truncatingIfNeeded: hash)
      self.isVerbatim = isVerbatim
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
  }

  /// The symbols of names by their numbers; that of 0 is none.
  private(set) var symbols = [Symbol.none]
  /// The names that have no symbols, by the numbers behind those.
  private(set) var names: [Name] = []
  /// The number of bytes of these names; those of one that is there twice count twice.
  private(set) var byteCount = 0
  private var recent = RecentNames()
  private let hash = NameHash.shared
  private var copies: [KeptBytes] = []

  /// So many numbers are kept for names that were read lately: they are looked up each time.
  private static let mostSymbols = 16_384

  /// Adds a name, which must stay in memory until it has a symbol.
  ///
  /// - Returns: the number of the name, as if it was a symbol.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    add(name, NameWords(name), hash(name)) { JSONString.isVerbatimASCII(name) }
  }

  /// Adds a name that stays in memory as well.
  @inline(__always)
  mutating func add(plain name: PlainString) -> Symbol {
    guard let words = NameWords(name) else { return add(name.bytes) }
    return add(name.bytes, words, hash(words)) { true }
  }

  /// Adds a name whose bytes are about to be used for something else.
  mutating func add(copyOf name: UnsafeBufferPointer<UInt8>) -> Symbol {
    if let words = NameWords(name), let known = recent.symbol(of: words, hash: hash(words)) {
      return known
    }
    let copy = KeptBytes(name)
    copies.append(copy)
    return add(copy.bytes)
  }

  @inline(__always)
  private mutating func add(
    _ name: UnsafeBufferPointer<UInt8>, _ words: NameWords?, _ hash: UInt64,
    isVerbatim: () -> Bool
  ) -> Symbol {
    if let words, let known = recent.symbol(of: words, hash: hash) { return known }
    return addNew(name, words, hash, isVerbatim: isVerbatim())
  }

  @inline(never)
  private mutating func addNew(
    _ name: UnsafeBufferPointer<UInt8>, _ words: NameWords?, _ hash: UInt64, isVerbatim: Bool
  ) -> Symbol {
    let number = Symbol(rawValue: UInt32(symbols.count + names.count))
    names.append(Name(name, hash: hash, isVerbatim: isVerbatim))
    byteCount += name.count
    if let words { recent.remember(words, hash: hash, number) }
    return number
  }

  /// Gives the names that have none their symbols, which are numbered behind the others.
  fileprivate mutating func take(_ others: [Symbol]) {
    symbols += others
    names.removeAll(keepingCapacity: true)
    copies.removeAll()
    byteCount = 0
  }

  /// Forgets the numbers, where they are many; all names have symbols.
  mutating func forget() {
    guard symbols.count > Self.mostSymbols else { return }
    symbols.removeSubrange(1...)
    recent.removeAll()
  }
}

/// A copy of bytes that stays where it is.
private final class KeptBytes {
  private let copy: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    copy = .allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
  }

  deinit { copy.deallocate() }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(copy) }
}

extension SymbolTable {
  /// So many names are looked for at once: what is in their slots stays near until it is used.
  private static let atOnce = 64

  /// Gives names that have none their symbols, adding those that are new.
  mutating func intern(_ batch: inout NameBatch) {
    makeRoom(names: batch.names.count, bytes: batch.byteCount)
    let symbols = batch.names.withUnsafeBufferPointer { names in
      withMemory { table in
        [Symbol](unsafeUninitializedCapacity: names.count) { symbols, count in
          withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.atOnce) { seen in
            seen.initialize(repeating: 0)
            for start in stride(from: 0, to: names.count, by: Self.atOnce) {
              let end = min(start + Self.atOnce, names.count)
              for index in start..<end {
                seen[index - start] = table.search.firstSlot(hash: names[index].hash)
              }
              for index in start..<end {
                let name = names[index]
                let symbol = table.intern(
                  name.bytes, hash: name.hash, isVerbatim: name.isVerbatim,
                  seen: seen[index - start])
                symbols.initializeElement(at: index, to: symbol)
              }
            }
          }
          count = names.count
        }
      }
    }
    batch.take(symbols)
  }
}
