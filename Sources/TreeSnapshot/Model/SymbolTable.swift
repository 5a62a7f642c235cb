/// A name as a small integer: equal names have equal symbols within one snapshot.
package struct Symbol: Hashable, Sendable {
  package var rawValue: UInt32

  /// Stands for a name that is not there; it is different from the empty name.
  package static let none = Symbol(rawValue: 0)

  package var isNone: Bool { rawValue == 0 }
}

/// The names of one snapshot, each stored once as UTF-8.
///
/// Looking a name up costs one hash of its bytes; comparing two names costs one integer.
package struct SymbolTable: Sendable {
  /// Where a name ends in `bytes`, and how it may be written.
  struct Entry {
    private var packed: UInt64

    init(end: Int, isPlain: Bool, isVerbatim: Bool) {
      packed = UInt64(end) << 2 | (isPlain ? 1 : 0) | (isVerbatim ? 2 : 0)
    }

    var end: Int { Int(packed >> 2) }
    /// Whether the name can be shown as it is.
    var isPlain: Bool { packed & 1 != 0 }
    /// Whether JSON holds the name as it is.
    var isVerbatim: Bool { packed & 2 != 0 }
  }

  /// The names behind each other, and room for more: to append to an array takes longer than to copy.
  var bytes: [UInt8] = []
  /// Where the names end, by their symbols, and room for more; entry 0 belongs to `Symbol.none`.
  var entries = [Entry(end: 0, isPlain: true, isVerbatim: true)]
  /// Open addressing: 32 bits of the hash above the symbol, 0 where the slot is free. Names are
  /// compared only where the bits are equal, and growing reads no name.
  var slots: [UInt64] = Array(repeating: 0, count: 64)

  /// The number of names.
  package internal(set) var count = 0

  package init() {}

  /// The symbols of all names, in the order in which they were added.
  package var all: some Sequence<Symbol> {
    (1..<UInt32(count + 1)).lazy.map { Symbol(rawValue: $0) }
  }

  /// The number of bytes of all names.
  var byteCount: Int { entries[count].end }

  /// Gives the symbol of a name, adding the name where it is new.
  package mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    makeRoom(names: 1, bytes: name.count)
    return withMemory { $0.intern(name, hash: Self.hash(of: name)) }
  }

  /// Gives the symbol of a name, adding the name where it is new.
  package mutating func intern(_ name: String) -> Symbol {
    var name = name
    return name.withUTF8 { intern($0) }
  }

  /// Gives the symbol of an optional name; nil becomes `Symbol.none`.
  package mutating func intern(_ name: String?) -> Symbol {
    guard let name else { return .none }
    return intern(name)
  }

  /// The symbol of a name that is already there.
  package func find(_ name: String) -> Symbol? {
    var name = name
    return name.withUTF8 { find($0) }
  }

  /// The symbol of a name that is already there.
  package func find(_ name: UnsafeBufferPointer<UInt8>) -> Symbol? {
    let hash = Self.hash(of: name)
    return slots.withUnsafeBufferPointer { slots in
      entries.withUnsafeBufferPointer { entries in
        bytes.withUnsafeBufferPointer { bytes in
          SymbolSearch(bytes: bytes, entries: entries, slots: slots).find(name, hash: hash).symbol
        }
      }
    }
  }

  private static func hash(of name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    UInt32(truncatingIfNeeded: NameHash.shared(name))
  }

  /// The name as a string; the empty string for `Symbol.none`.
  package func string(_ symbol: Symbol) -> String {
    withBytes(of: symbol) { String(decoding: $0, as: UTF8.self) }
  }

  /// The name as a string, or nil for `Symbol.none`.
  package func optionalString(_ symbol: Symbol) -> String? {
    symbol.isNone ? nil : string(symbol)
  }

  /// Whether the name may be written between JSON's quotes as it is.
  func isVerbatim(_ symbol: Symbol) -> Bool { entries[Int(symbol.rawValue)].isVerbatim }

  package func isPlain(_ symbol: Symbol) -> Bool { entries[Int(symbol.rawValue)].isPlain }

  package func withBytes<Result>(
    of symbol: Symbol, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let index = Int(symbol.rawValue)
    let range = index == 0 ? 0..<0 : entries[index - 1].end..<entries[index].end
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}
