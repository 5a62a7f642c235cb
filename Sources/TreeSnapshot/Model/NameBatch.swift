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
    var isResolved = false
    var symbol = Symbol.none

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
  }

  private var names: [Name] = []
  private var resolvedCount = 0

  /// Adds a name, which must stay in memory until it is resolved.
  ///
  /// - Returns: a stand-in for its symbol.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>) -> Symbol {
    names.append(Name(start: name.baseAddress, count: name.count))
    return Symbol(rawValue: UInt32(names.count))
  }

  /// Adds a name whose symbol is known.
  mutating func add(symbolOf known: Symbol) -> Symbol {
    names.append(Name(start: nil, count: 0, isResolved: true, symbol: known))
    return Symbol(rawValue: UInt32(names.count))
  }

  /// Finds the symbols of the names that were added since the last time, or adds them to the table.
  mutating func resolve(in table: inout SymbolTable) {
    names.withUnsafeMutableBufferPointer { names in
      let waiting = resolvedCount..<names.count
      for index in waiting where !names[index].isResolved {
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
      for index in waiting where !names[index].isResolved {
        names[index].symbol = table.intern(
          names[index].bytes, hash: names[index].hash,
          candidate: names[index].isSameAtFirst ? names[index].candidate : 0,
          at: names[index].place)
      }
    }
    resolvedCount = names.count
  }

  /// Whether a name is empty.
  func isEmpty(_ standIn: Symbol, in table: SymbolTable) -> Bool {
    let name = names[Int(standIn.rawValue) - 1]
    return name.isResolved ? table.withBytes(of: name.symbol, \.isEmpty) : name.count == 0
  }

  /// The symbol behind a stand-in.
  subscript(standIn: Symbol) -> Symbol {
    standIn.isNone ? .none : names[Int(standIn.rawValue) - 1].symbol
  }

  /// How many names there are.
  var count: Int { names.count }

  /// Begins anew.
  mutating func removeAll() {
    names.removeAll(keepingCapacity: true)
    resolvedCount = 0
  }
}
