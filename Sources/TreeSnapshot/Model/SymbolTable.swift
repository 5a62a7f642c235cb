import TextIO

/// A name as a small integer: equal names have equal symbols within one snapshot.
package struct Symbol: Hashable, Sendable {
  package var rawValue: UInt32

  /// Stands for the absence of a name; it differs from the empty name.
  package static let none = Symbol(rawValue: 0)

  package var isNone: Bool { rawValue == 0 }

  init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The names of one snapshot, each stored once as UTF-8.
///
/// Looking a name up costs one hash of its bytes; comparing two names costs one integer.
package struct SymbolTable: Sendable {
  private struct Entry {
    /// The end of the name in `bytes`.
    var end: Int
    /// Whether the name is safe to show unchanged.
    var isPlain: Bool
  }

  /// The names, one after the other.
  private var bytes: [UInt8] = []
  /// The ends of the names, by symbol; entry 0 belongs to `Symbol.none`.
  private var entries = [Entry(end: 0, isPlain: true)]
  /// The symbols by the hashes of their names: the hash above the symbol, or 0 for a free slot. At
  /// least half of the slots are free. A name is in its hash's slot or, if that is taken, in the
  /// next free one.
  private var slots: [UInt64] = Array(repeating: 0, count: 16)

  package init() {}

  /// The number of names.
  package var count: Int { entries.count - 1 }

  /// The symbols of all names, in the order in which they were added.
  package var all: some Sequence<Symbol> {
    (1..<UInt32(entries.count)).lazy.map { Symbol(rawValue: $0) }
  }

  /// Returns the symbol of a name, and adds the name if it is new.
  package mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    let hash = Self.hash(of: name)
    return find(name, hash: hash) ?? add(name, hash: hash)
  }

  private mutating func add(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Symbol {
    bytes.append(contentsOf: name)
    entries.append(Entry(end: bytes.count, isPlain: SafeText.isPlain(name)))
    let symbol = Symbol(rawValue: UInt32(count))
    if 2 * count > slots.count {
      let smaller = slots
      slots = Array(repeating: 0, count: 2 * smaller.count)
      for slot in smaller where slot != 0 { place(slot) }
    }
    place(UInt64(hash) << 32 | UInt64(symbol.rawValue))
    return symbol
  }

  private mutating func place(_ entry: UInt64) {
    var slot = Int(entry >> 32) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }

  /// Returns the symbol of a name, and adds the name if it is new.
  package mutating func intern(_ name: String) -> Symbol {
    var name = name
    return name.withUTF8 { intern($0) }
  }

  /// Returns the symbol of an optional name; nil becomes `Symbol.none`.
  package mutating func intern(_ name: String?) -> Symbol {
    guard let name else { return .none }
    return intern(name)
  }

  /// The symbol of an existing name.
  package func find(_ name: String) -> Symbol? {
    var name = name
    return name.withUTF8 { find($0) }
  }

  /// The symbol of an existing name.
  package func find(_ name: UnsafeBufferPointer<UInt8>) -> Symbol? {
    find(name, hash: Self.hash(of: name))
  }

  private func find(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Symbol? {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == UInt64(hash) {
        let symbol = Symbol(rawValue: UInt32(truncatingIfNeeded: slots[slot]))
        if isName(Int(symbol.rawValue) - 1, name) { return symbol }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func isName(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let (start, end) = (entries[number].end, entries[number + 1].end)
    guard end - start == name.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      guard let other = name.baseAddress, let all = bytes.baseAddress else { return true }
      return memcmp(all + start, other, name.count) == 0
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

  package func isPlain(_ symbol: Symbol) -> Bool { entries[Int(symbol.rawValue)].isPlain }

  package func withBytes<Result>(
    of symbol: Symbol, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let index = Int(symbol.rawValue)
    let range = index == 0 ? 0..<0 : entries[index - 1].end..<entries[index].end
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

/// A hash of names for the tables of one process.
///
/// Names come from outside. The keys are random and never leave the process, so colliding
/// names can't be chosen.
private struct NameHash {
  private let first = UInt64.random(in: .min ... .max)
  private let second = UInt64.random(in: .min ... .max)
  private let third = UInt64.random(in: .min ... .max)

  /// The hash of this process.
  static let shared = NameHash()

  func callAsFunction(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(name)
    let count = bytes.count
    func eight(_ offset: Int) -> UInt64 {
      bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    func four(_ offset: Int) -> UInt64 {
      UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    var state = UInt64(truncatingIfNeeded: count) ^ third
    var place = 0
    while count - place > 16 {
      state = mix(eight(place) ^ first, eight(place + 8) ^ second ^ state)
      place += 16
    }
    // The remaining bytes; of a long name the last sixteen, which may overlap the ones before.
    switch count {
    case 16...: state = mix(eight(count - 16) ^ first, eight(count - 8) ^ second ^ state)
    case 8...: state = mix(eight(0) ^ first, eight(count - 8) ^ second ^ state)
    case 4...: state = mix(four(0) ^ first, four(count - 4) ^ second ^ state)
    default:
      let word = bytes.reduce(0) { $0 << 8 | UInt64($1) }
      state = mix(word ^ first, second ^ state)
    }
    return mix(state ^ third, first)
  }

  /// Both halves of a product in one word.
  private func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
