import TextIO

/// A name as a small integer: equal names have equal symbols within one snapshot.
package struct Symbol: Hashable, Sendable {
  package var rawValue: UInt32

  /// Stands for a name that is not there; it is different from the empty name.
  package static let none = Symbol(rawValue: 0)

  package var isNone: Bool { rawValue == 0 }

  /// The symbol of the name with a number, from 0 on.
  init(number: Int) { self.init(rawValue: UInt32(number + 1)) }

  init(rawValue: UInt32) { self.rawValue = rawValue }
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

  /// The names, one after the other.
  private var bytes: [UInt8] = []
  /// Where the names end, by their symbols; entry 0 belongs to `Symbol.none`.
  private var entries = [Entry(end: 0, isPlain: true, isVerbatim: true)]
  private var numbers = HashedNumbers()

  package init() {}

  /// The number of names.
  package var count: Int { entries.count - 1 }

  /// The symbols of all names, in the order in which they were added.
  package var all: some Sequence<Symbol> {
    (1..<UInt32(entries.count)).lazy.map { Symbol(rawValue: $0) }
  }

  /// Gives the symbol of a name, adding the name if it is new.
  package mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    let hash = Self.hash(of: name)
    return find(name, hash: hash) ?? add(name, hash: hash)
  }

  private mutating func add(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Symbol {
    bytes.append(contentsOf: name)
    let isVerbatim = JSONString.isVerbatimASCII(name)
    entries.append(
      Entry(
        end: bytes.count, isPlain: isVerbatim || SafeText.isPlain(name), isVerbatim: isVerbatim))
    return Symbol(number: numbers.add(hash: hash))
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
    find(name, hash: Self.hash(of: name))
  }

  private func find(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Symbol? {
    numbers.number(ofHash: hash) { isName($0, name) }.map(Symbol.init(number:))
  }

  private func isName(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let (start, end) = (entries[number].end, entries[number + 1].end)
    guard end - start == name.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      guard let other = name.baseAddress, let all = bytes.baseAddress, !name.isEmpty else {
        return true
      }
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
