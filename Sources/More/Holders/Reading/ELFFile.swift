import TextIO

/// An executable or a library as it lies in a file. Everything in it is checked before it is used.
final class ELFFile {
  private let file: ProgramFile
  /// The parts that are loaded.
  private(set) var segments: [(addresses: Range<UInt>, isWritable: Bool)] = []
  /// Whether it holds descriptions of Swift types.
  private(set) var hasSwiftTypes = false
  /// The tables of symbols, and of their names, as offsets into the file.
  private var symbolTables: [(symbols: Range<Int>, names: Range<Int>)] = []

  /// Maps a file; nil if it isn't an ELF file for a system of 64 bits.
  init?(path: String) {
    guard let file = ProgramFile(path: path), file.isELF else { return nil }
    self.file = file
    readSegments()
    readSections()
  }

  private func readSegments() {
    guard let table = file.offset(32), let size = file.number(54, UInt16.self).map({ Int($0) }),
      let entries = file.number(56, UInt16.self).map({ Int($0) }), table < file.count
    else { return }
    for entry in 0..<entries {
      let header = table + entry * size
      guard file.number(header, UInt32.self) == 1, let flags = file.number(header + 4, UInt32.self),
        let address = file.number(header + 16, UInt64.self),
        let memory = file.number(header + 40, UInt64.self)
      else { continue }
      let (end, overflow) = address.addingReportingOverflow(memory)
      if !overflow { segments.append((UInt(address)..<UInt(end), flags & 2 != 0)) }
    }
  }

  private func readSections() {
    guard let table = file.offset(40), let size = file.number(58, UInt16.self).map({ Int($0) }),
      let entries = file.number(60, UInt16.self).map({ Int($0) }),
      let names = file.number(62, UInt16.self).map({ Int($0) }), table < file.count, size >= 64
    else { return }
    let nameTable = contents(ofSection: table + names * size)
    for entry in 0..<entries {
      let header = table + entry * size
      guard let kind = file.number(header + 4, UInt32.self),
        let contents = contents(ofSection: header)
      else { continue }
      if let nameTable, let name = file.number(header, UInt32.self),
        file.text(at: nameTable.lowerBound + Int(name), in: nameTable)?.hasPrefix("swift5_") == true
      {
        hasSwiftTypes = true
      }
      // All symbols, or those for the dynamic linker.
      guard kind == 2 || kind == 11, let link = file.number(header + 40, UInt32.self),
        let text = self.contents(ofSection: table + Int(link) * size)
      else { continue }
      symbolTables.append((contents, text))
    }
  }

  private func contents(ofSection header: Int) -> Range<Int>? {
    guard let start = file.offset(header + 24), let size = file.offset(header + 32),
      start <= file.count,
      size <= file.count - start
    else { return nil }
    return start..<start + size
  }

  /// The name of the symbol at an address, and where it starts. Costs a walk over all symbols.
  func symbol(at address: UInt) -> (name: String, start: UInt)? {
    var best: (name: Int, names: Range<Int>, start: UInt)?
    for (symbols, names) in symbolTables {
      for entry in stride(from: symbols.lowerBound, to: symbols.upperBound - 23, by: 24) {
        guard let value = file.number(entry + 8, UInt.self), value <= address, value != 0,
          best.map({ value > $0.start }) ?? true,
          let info = file.number(entry + 4, UInt8.self),
          let section = file.number(entry + 6, UInt16.self),
          // Objects, functions, and labels without a kind; only where they are defined.
          info & 15 <= 2, section != 0,
          let size = file.number(entry + 16, UInt.self), address - value < max(size, 1),
          let name = file.number(entry, UInt32.self)
        else { continue }
        best = (names.lowerBound + Int(name), names, value)
      }
    }
    guard let best, let name = file.text(at: best.name, in: best.names) else { return nil }
    return (name, best.start)
  }

  /// The address of a symbol by its name; nil if it isn't defined here. Costs a walk over all symbols.
  func address(of name: String) -> UInt? {
    for (symbols, names) in symbolTables {
      for entry in stride(from: symbols.lowerBound, to: symbols.upperBound - 23, by: 24) {
        if let value = file.number(entry + 8, UInt.self), value != 0,
          let start = file.number(entry, UInt32.self),
          file.text(at: names.lowerBound + Int(start), in: names) == name
        {
          return value
        }
      }
    }
    return nil
  }

  /// Whether it has the symbols of everything, which `strip` removes.
  var hasSymbols: Bool { symbolTables.count > 1 }
}
