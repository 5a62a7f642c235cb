import TreeSnapshot

/// The names of two snapshots as the same small integers, so that comparing two costs one test.
struct CommonNames {
  /// For each symbol of the older snapshot the newer one's, or a number that the newer does not have.
  private let numbers: [UInt32]

  /// Costs a hash for each name of the older snapshot.
  init(from old: SymbolTable, to new: SymbolTable) {
    var numbers: [UInt32] = [0]
    numbers.reserveCapacity(old.count + 1)
    var next = UInt32(new.count) + 1
    for symbol in old.all {
      if let known = old.withBytes(of: symbol, { new.find($0) }) {
        numbers.append(known.rawValue)
      } else {
        numbers.append(next)
        next += 1
      }
    }
    self.numbers = numbers
  }

  /// The newer snapshot's own names.
  init(of snapshot: SymbolTable) { numbers = Array(0...UInt32(snapshot.count)) }

  subscript(symbol: Symbol) -> UInt32 {
    // Symbols come from the table that this was made of.
    numbers[Int(symbol.rawValue)]
  }
}
