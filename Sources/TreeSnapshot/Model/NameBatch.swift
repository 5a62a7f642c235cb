import TextIO

/// Names that were read and have no symbols yet: these are found together.
struct NameBatch {
  /// A name that lies in memory that somebody else keeps.
  struct Name {
    private let start: UnsafePointer<UInt8>?
    private let count: Int
    let hash: UInt32
    /// Whether it is ASCII that can be shown and written as it is.
    let isVerbatim: Bool

    init(_ name: UnsafeBufferPointer<UInt8>) {
      start = name.baseAddress
      count = name.count
      hash = NameHash.hash(name)
      isVerbatim = JSONString.isVerbatimASCII(name)
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
  }

  /// The names by their numbers, from 1 on; some may be there twice.
  private(set) var names: [Name] = []
  /// The number of bytes of all names; those of one that is there twice count twice.
  private(set) var byteCount = 0
  private var recent = RecentNames()
  private var copies: [KeptBytes] = []

  /// Adds a name, which must stay in memory until it has a symbol.
  ///
  /// - Returns: the number of the name, as if it was a symbol.
  @inline(__always)
  mutating func add(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    if let words = RecentNames.Words(name), let known = recent.symbol(of: words) { return known }
    return addNew(name)
  }

  /// Adds a name whose bytes are about to be used for something else.
  mutating func add(copyOf name: UnsafeBufferPointer<UInt8>) -> Symbol {
    if let words = RecentNames.Words(name), let known = recent.symbol(of: words) { return known }
    let copy = KeptBytes(name)
    copies.append(copy)
    return addNew(copy.bytes)
  }

  @inline(never)
  private mutating func addNew(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    names.append(Name(name))
    byteCount += name.count
    let number = Symbol(rawValue: UInt32(names.count))
    if let words = RecentNames.Words(name) { recent.remember(words, number) }
    return number
  }

  /// The bytes of a name, by its number.
  subscript(name: Symbol) -> UnsafeBufferPointer<UInt8> {
    names.indices.contains(Int(name.rawValue) - 1)
      ? names[Int(name.rawValue) - 1].bytes : UnsafeBufferPointer(start: nil, count: 0)
  }

  /// Begins anew.
  mutating func removeAll() {
    names.removeAll(keepingCapacity: true)
    byteCount = 0
    recent.removeAll()
    copies.removeAll()
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
  /// Gives the symbols of names, adding those that are new.
  ///
  /// - Returns: the symbols by the numbers of the names.
  mutating func intern(_ batch: NameBatch) -> [Symbol] {
    makeRoom(names: batch.names.count, bytes: batch.byteCount)
    return withMemory { table in
      [Symbol](unsafeUninitializedCapacity: batch.names.count + 1) { symbols, count in
        symbols.initializeElement(at: 0, to: .none)
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: batch.names.count) { seen in
          for (index, name) in batch.names.enumerated() {
            seen.initializeElement(at: index, to: table.search.firstSlot(hash: name.hash))
          }
          for (index, name) in batch.names.enumerated() {
            symbols.initializeElement(
              at: index + 1,
              to: table.intern(
                name.bytes, hash: name.hash, isVerbatim: name.isVerbatim, seen: seen[index]))
          }
        }
        count = batch.names.count + 1
      }
    }
  }
}
