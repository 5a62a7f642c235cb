import TextIO

/// A name as a small integer: equal names have equal symbols within one snapshot.
package struct Symbol: Hashable, Sendable {
  package var rawValue: UInt32

  /// Stands for the absence of a name; it differs from the empty name.
  package static let none = Symbol(rawValue: 0)

  package var isNone: Bool { rawValue == 0 }
}

/// The names of one snapshot, each stored once as UTF-8.
///
/// Looking a name up costs a hash of its bytes; comparing two names costs comparing two integers.
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
  /// The symbols by the hashes of their names. In the rare case that two names have one hash, the
  /// later has the next free number.
  private var symbols: [Int: Symbol] = [:]

  package init() {}

  /// The number of names.
  package var count: Int { entries.count - 1 }

  /// The symbols of all names, in the order in which they were added.
  package var all: some Sequence<Symbol> {
    (1..<UInt32(entries.count)).lazy.map { Symbol(rawValue: $0) }
  }

  /// Returns the symbol of a name, and adds the name if it is new.
  package mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    let (symbol, place) = look(for: name)
    if let symbol { return symbol }
    bytes.append(contentsOf: name)
    entries.append(Entry(end: bytes.count, isPlain: SafeText.isPlain(name)))
    let new = Symbol(rawValue: UInt32(count))
    symbols[place] = new
    return new
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
  package func find(_ name: UnsafeBufferPointer<UInt8>) -> Symbol? { look(for: name).symbol }

  /// The symbol of a name, if there is one, and its place in `symbols`.
  private func look(for name: UnsafeBufferPointer<UInt8>) -> (symbol: Symbol?, place: Int) {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    var place = hasher.finalize()
    while let symbol = symbols[place] {
      if withBytes(of: symbol, { $0.equals(name) }) { return (symbol, place) }
      place &+= 1
    }
    return (nil, place)
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
