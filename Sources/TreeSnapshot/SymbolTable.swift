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
  /// Open addressing: symbols by hash, 0 where the slot is free.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)

  package init() {}

  package var count: Int { ends.count - 1 }

  /// Gives the symbol of a name, adding the name where it is new.
  package mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    var slot = Self.hash(name) & (slots.count - 1)
    while slots[slot] != 0 {
      if equals(slots[slot], name) { return Symbol(rawValue: slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let symbol = UInt32(ends.count)
    bytes.append(contentsOf: name)
    ends.append(bytes.count)
    plain.append(SafeText.isPlain(name))
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
    return name.withUTF8 { name in
      var slot = Self.hash(name) & (slots.count - 1)
      while slots[slot] != 0 {
        if equals(slots[slot], name) { return Symbol(rawValue: slots[slot]) }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  /// The name as a string; the empty string for `Symbol.none`.
  package func string(_ symbol: Symbol) -> String {
    withBytes(of: symbol) { String(decoding: $0, as: UTF8.self) }
  }

  /// The name as a string, or nil for `Symbol.none`.
  package func optionalString(_ symbol: Symbol) -> String? {
    symbol.isNone ? nil : string(symbol)
  }

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
      for offset in 0..<name.count where bytes[start + offset] != name[offset] { return false }
      return true
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
