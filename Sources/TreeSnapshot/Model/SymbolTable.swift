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
  /// Where a name ends in `bytes`, and how it may be written.
  private struct Entry {
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
  private var bytes: [UInt8] = []
  /// Entry 0 belongs to `Symbol.none`.
  private var entries = [Entry(end: 0, isPlain: true, isVerbatim: true)]
  /// Open addressing: 32 bits of the hash above the symbol, 0 where the slot is free. Names are
  /// compared only where the bits are equal, and growing reads no name.
  private var slots: [UInt64] = Array(repeating: 0, count: 64)

  package init() {}

  package var count: Int { entries.count - 1 }

  /// The symbols of all names, in the order in which they were added.
  package var all: some Sequence<Symbol> {
    (1..<UInt32(entries.count)).lazy.map { Symbol(rawValue: $0) }
  }

  /// Makes room for so many names, and so many bytes of names.
  mutating func reserveCapacity(names: Int, bytes byteCount: Int) {
    // Names get longer where there are numbers in them; what is never touched takes no memory.
    bytes.reserveCapacity(byteCount + byteCount / 2)
    entries.reserveCapacity(names + 1)
    if (names + 1) * 4 > slots.count * 3 { grow(for: names) }
  }

  /// The number of bytes of all names.
  var byteCount: Int { entries[entries.count - 1].end }

  /// Gives the symbol of a name, adding the name where it is new.
  package mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    intern(name, hash: NameHash.hash(name))
  }

  private mutating func intern(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Symbol {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while true {
      let found = slots[slot]
      if found == 0 { break }
      if UInt32(truncatingIfNeeded: found >> 32) == hash {
        let symbol = UInt32(truncatingIfNeeded: found)
        if equals(symbol, name) { return Symbol(rawValue: symbol) }
      }
      slot = (slot + 1) & mask
    }
    let symbol = UInt32(entries.count)
    entries.append(Self.entry(of: name, end: append(name)))
    slots[slot] = UInt64(hash) << 32 | UInt64(symbol)
    if entries.count * 4 > slots.count * 3 { grow(for: entries.count) }
    return Symbol(rawValue: symbol)
  }

  /// Puts a name behind the others.
  ///
  /// - Returns: where it ends.
  private mutating func append(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    let start = byteCount
    let end = start + name.count
    if end > bytes.count {
      // Twice as much of a few names, and little more than needed of many.
      let more = max(end - bytes.count, min(bytes.count, 65_536), 64)
      bytes.append(contentsOf: repeatElement(0, count: more))
    }
    bytes.withUnsafeMutableBufferPointer { bytes in
      guard let place = bytes.baseAddress, let source = name.baseAddress else { return }
      (place + start).update(from: source, count: name.count)
    }
    return end
  }

  /// A symbol that may be the name's, as far as the hash says; 0 where the search must go on.
  @inline(__always)
  func candidate(for hash: UInt32) -> UInt32 {
    let found = slots[Int(hash) & (slots.count - 1)]
    return UInt32(truncatingIfNeeded: found >> 32) == hash ? UInt32(truncatingIfNeeded: found) : 0
  }

  /// Where a symbol's name begins; -1 if its length is another.
  @inline(__always)
  func place(of symbol: UInt32, count: Int) -> Int {
    let start = entries[Int(symbol) - 1].end
    return entries[Int(symbol)].end - start == count ? start : -1
  }

  /// Whether the name at a place has the first byte of another.
  @inline(__always)
  func begins(_ name: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    name.isEmpty || bytes[place] == name[0]
  }

  /// Gives the symbol of a name, adding the name where it is new.
  ///
  /// - Parameters:
  ///   - hash: the name's hash.
  ///   - candidate: the symbol that may be the name's, or 0.
  ///   - place: where the candidate's name begins, if it is as long.
  @inline(__always)
  mutating func intern(
    _ name: UnsafeBufferPointer<UInt8>, hash: UInt32, candidate: UInt32, at place: Int
  ) -> Symbol {
    if candidate != 0, place >= 0, isEqual(name, at: place) { return Symbol(rawValue: candidate) }
    return intern(name, hash: hash)
  }

  private static func entry(of name: UnsafeBufferPointer<UInt8>, end: Int) -> Entry {
    if JSONString.isVerbatimASCII(name) { return Entry(end: end, isPlain: true, isVerbatim: true) }
    let isPlain = SafeText.isPlain(name)
    let needsEscape = name.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    return Entry(end: end, isPlain: isPlain, isVerbatim: isPlain && !needsEscape)
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
    let hash = NameHash.hash(name)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let symbol = UInt32(truncatingIfNeeded: slots[slot])
      if UInt32(truncatingIfNeeded: slots[slot] >> 32) == hash, equals(symbol, name) {
        return Symbol(rawValue: symbol)
      }
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
  func isVerbatim(_ symbol: Symbol) -> Bool { entries[Int(symbol.rawValue)].isVerbatim }

  package func isPlain(_ symbol: Symbol) -> Bool { entries[Int(symbol.rawValue)].isPlain }

  package func withBytes<Result>(
    of symbol: Symbol, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let index = Int(symbol.rawValue)
    let range = index == 0 ? 0..<0 : entries[index - 1].end..<entries[index].end
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Adds a name to bytes.
  func append(_ symbol: Symbol, to result: inout [UInt8]) {
    withBytes(of: symbol) { result.append(contentsOf: $0) }
  }

  @inline(__always)
  private func equals(_ symbol: UInt32, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let place = place(of: symbol, count: name.count)
    return place >= 0 && isEqual(name, at: place)
  }

  @inline(__always)
  private func isEqual(_ name: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress.map({ $0 + start }), let other = name.baseAddress else {
        return true
      }
      return memcmp(start, other, name.count) == 0
    }
  }

  /// Makes room for so many names.
  private mutating func grow(for names: Int) {
    var count = slots.count
    while (names + 1) * 4 > count * 3 { count *= 2 }
    var larger = [UInt64](repeating: 0, count: count)
    let mask = larger.count - 1
    for entry in slots where entry != 0 {
      var slot = Int(entry >> 32) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }
}
