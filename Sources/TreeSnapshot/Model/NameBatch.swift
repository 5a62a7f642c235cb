/// Names that are looked up together.
///
/// A table of many names is larger than a processor's caches: each step of a lookup waits for memory.
/// The steps of several names wait at the same time.
struct NameBatch {
  private struct Name {
    let start: UnsafePointer<UInt8>?
    let count: Int
    var hash: UInt32 = 0
    /// What the table holds where the search for the name begins.
    var candidate: UInt32 = 0
    var place = 0
    var isSameAtFirst = true
    var symbol = Symbol.none

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
  }

  private var names: [Name] = []
  private var resolvedCount = 0
  private var recent = RecentNames()

  /// What a stand-in has, and no symbol.
  private static let standInMark: UInt32 = 1 << 31

  /// Adds a name, which must stay in memory until it is resolved.
  ///
  /// - Returns: its symbol where that is known, else a stand-in.
  @inline(__always)
  mutating func add(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    if let words = RecentNames.Words(name), let symbol = recent.symbol(of: words) { return symbol }
    return addStandIn(name)
  }

  @inline(never)
  private mutating func addStandIn(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    names.append(Name(start: name.baseAddress, count: name.count))
    return Symbol(rawValue: UInt32(names.count - 1) | Self.standInMark)
  }

  /// Finds the symbols of the names that were added since the last time, or adds them to the table.
  mutating func resolve(in table: inout SymbolTable) {
    names.withUnsafeMutableBufferPointer { names in
      let waiting = resolvedCount..<names.count
      for index in waiting {
        names[index].hash = NameHash.hash(names[index].bytes)
        names[index].candidate = table.candidate(for: names[index].hash)
      }
      for index in waiting where names[index].candidate != 0 {
        names[index].place = table.place(of: names[index].candidate, count: names[index].count)
      }
      for index in waiting where names[index].candidate != 0 && names[index].place >= 0 {
        // Only to bring it near.
        names[index].isSameAtFirst = table.begins(names[index].bytes, at: names[index].place)
      }
      for index in waiting {
        names[index].symbol = table.intern(
          names[index].bytes, hash: names[index].hash,
          candidate: names[index].isSameAtFirst ? names[index].candidate : 0,
          at: names[index].place)
      }
      for name in names[waiting] {
        if let words = RecentNames.Words(name.bytes) { recent.remember(words, name.symbol) }
      }
    }
    resolvedCount = names.count
  }

  /// The symbol behind a stand-in, or the symbol itself.
  @inline(__always)
  subscript(name: Symbol) -> Symbol {
    name.rawValue & Self.standInMark == 0
      ? name : names[Int(name.rawValue & ~Self.standInMark)].symbol
  }

  /// Whether there are stand-ins.
  var isEmpty: Bool { names.isEmpty }

  /// How many stand-ins there are.
  var count: Int { names.count }

  /// Begins anew.
  mutating func removeAll() {
    names.removeAll(keepingCapacity: true)
    resolvedCount = 0
  }
}
