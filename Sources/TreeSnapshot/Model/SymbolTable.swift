import TextIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
  private var bytes: [UInt8] = []
  /// Where each name ends in `bytes`; entry 0 belongs to `Symbol.none`.
  private var ends: [Int] = [0]
  /// Whether the name can be shown as it is, found once when it is interned.
  private var plain: [Bool] = [true]
  /// Whether JSON holds the name as it is.
  private var verbatim: [Bool] = [true]
  /// Open addressing: symbols by hash, 0 where the slot is free.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)
  /// Names met lately by a hash that is cheap and may collide at will: a hit is compared in full,
  /// a miss goes to `slots`.
  private var recent: [UInt32] = []

  package init() {}

  package var count: Int { ends.count - 1 }

  /// The symbols of all names, in the order in which they were added.
  package var all: some Sequence<Symbol> {
    (1..<UInt32(ends.count)).lazy.map { Symbol(rawValue: $0) }
  }

  /// Gives the symbol of a name, adding the name where it is new.
  package mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    let place = Self.quickHash(name)
    if recent.isEmpty { recent = Array(repeating: 0, count: Self.recentCount) }
    let candidate = recent[place]
    if candidate != 0, equals(candidate, name) { return Symbol(rawValue: candidate) }
    let symbol = internSlowly(name)
    recent[place] = symbol.rawValue
    return symbol
  }

  private static let recentBits = 12
  private static let recentCount = 1 << recentBits

  /// The length and the first and last eight bytes, mixed.
  @inline(__always)
  private static func quickHash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    let count = name.count
    var first: UInt64 = 0
    var last: UInt64 = 0
    if count >= 8 {
      let raw = UnsafeRawPointer(name.baseAddress.unsafelyUnwrapped)
      first = raw.loadUnaligned(as: UInt64.self)
      last = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else {
      for byte in name { first = first << 8 | UInt64(byte) }
    }
    let mixed = (first ^ (last &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(count)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: (mixed ^ mixed >> 29) >> (64 - UInt64(recentBits)))
  }

  private mutating func internSlowly(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    var slot = Self.hash(name) & (slots.count - 1)
    while slots[slot] != 0 {
      if equals(slots[slot], name) { return Symbol(rawValue: slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let symbol = UInt32(ends.count)
    bytes.append(contentsOf: name)
    ends.append(bytes.count)
    plain.append(SafeText.isPlain(name))
    verbatim.append(
      plain[plain.count - 1]
        && !name.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
    slots[slot] = symbol
    if ends.count * 2 > slots.count { grow() }
    return Symbol(rawValue: symbol)
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
    var slot = Self.hash(name) & (slots.count - 1)
    while slots[slot] != 0 {
      if equals(slots[slot], name) { return Symbol(rawValue: slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
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
  func isVerbatim(_ symbol: Symbol) -> Bool { verbatim[Int(symbol.rawValue)] }

  package func isPlain(_ symbol: Symbol) -> Bool { plain[Int(symbol.rawValue)] }

  package func withBytes<Result>(
    of symbol: Symbol, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let index = Int(symbol.rawValue)
    let range = index == 0 ? 0..<0 : ends[index - 1]..<ends[index]
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  private func equals(_ symbol: UInt32, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let index = Int(symbol)
    let start = ends[index - 1]
    guard ends[index] - start == name.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress.map({ $0 + start }), let other = name.baseAddress else {
        return true
      }
      return memcmp(start, other, name.count) == 0
    }
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = larger.count - 1
    for symbol in slots where symbol != 0 {
      var slot = withBytes(of: Symbol(rawValue: symbol)) { Self.hash($0) } & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = symbol
    }
    slots = larger
  }

  // The standard hasher is seeded for each process, so a dump cannot be made to collide.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    return hasher.finalize()
  }
}
