/// An executable or a library as it lies in a file. Everything in it is checked before it is used.
final class ELFFile {
  private let start: UnsafeRawPointer
  private let count: Int
  /// The parts that are loaded.
  private(set) var segments: [(addresses: Range<UInt>, isWritable: Bool)] = []
  /// Whether it holds descriptions of Swift types.
  private(set) var hasSwiftTypes = false
  /// The tables of symbols, and of their names, as offsets into the file.
  private var symbolTables: [(symbols: Range<Int>, names: Range<Int>)] = []

  /// Maps a file; nil if it is no such file for a system of 64 bits.
  init?(path: String) {
    guard let mapped = Self.map(path) else { return nil }
    (start, count) = mapped
    guard number(0, UInt32.self) == 0x464c_457f, number(4, UInt8.self) == 2 else { return nil }
    readSegments()
    readSections()
  }

  /// Maps a regular file of more than 64 bytes.
  static func map(_ path: String) -> (start: UnsafeRawPointer, count: Int)? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 64,
      let mapped = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      mapped != MAP_FAILED
    else { return nil }
    return (UnsafeRawPointer(mapped), Int(status.st_size))
  }

  /// Copies bytes at an offset, as many as there are.
  func copy(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let part = min(buffer.count, count - offset)
    buffer.copyMemory(from: UnsafeRawBufferPointer(start: start + offset, count: part))
    return part
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: start), count) }

  private func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number? {
    guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return nil }
    return start.loadUnaligned(fromByteOffset: offset, as: Number.self)
  }

  private func offset(_ position: Int) -> Int? {
    number(position, UInt64.self).flatMap { Int(exactly: $0) }
  }

  private func readSegments() {
    guard let table = offset(32), let size = number(54, UInt16.self).map({ Int($0) }),
      let entries = number(56, UInt16.self).map({ Int($0) }), table < count
    else { return }
    for entry in 0..<entries {
      let header = table + entry * size
      guard number(header, UInt32.self) == 1, let flags = number(header + 4, UInt32.self),
        let address = number(header + 16, UInt64.self),
        let memory = number(header + 40, UInt64.self)
      else { continue }
      let (end, overflow) = address.addingReportingOverflow(memory)
      if !overflow { segments.append((UInt(address)..<UInt(end), flags & 2 != 0)) }
    }
  }

  private func readSections() {
    guard let table = offset(40), let size = number(58, UInt16.self).map({ Int($0) }),
      let entries = number(60, UInt16.self).map({ Int($0) }),
      let names = number(62, UInt16.self).map({ Int($0) }), table < count, size >= 64
    else { return }
    let nameTable = contents(ofSection: table + names * size)
    for entry in 0..<entries {
      let header = table + entry * size
      guard let kind = number(header + 4, UInt32.self), let contents = contents(ofSection: header)
      else { continue }
      if let nameTable, let name = number(header, UInt32.self),
        text(at: nameTable.lowerBound + Int(name), in: nameTable) == "swift5_fieldmd"
      {
        hasSwiftTypes = true
      }
      // All symbols, or those for the dynamic linker.
      guard kind == 2 || kind == 11, let link = number(header + 40, UInt32.self),
        let text = self.contents(ofSection: table + Int(link) * size)
      else { continue }
      symbolTables.append((contents, text))
    }
  }

  private func contents(ofSection header: Int) -> Range<Int>? {
    guard let start = offset(header + 24), let size = offset(header + 32), start <= count,
      size <= count - start
    else { return nil }
    return start..<start + size
  }

  private func text(at offset: Int, in range: Range<Int>) -> String? {
    guard range.contains(offset) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start + offset, count: range.upperBound - offset)
    guard let end = bytes.firstIndex(of: 0) else { return nil }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// The name of the symbol at an address as in the file, and where it starts. Costs a walk over
  /// all symbols.
  func symbol(at address: UInt) -> (name: String, start: UInt)? {
    var best: (name: Int, names: Range<Int>, start: UInt, size: UInt)?
    for (symbols, names) in symbolTables {
      for entry in stride(from: symbols.lowerBound, to: symbols.upperBound - 23, by: 24) {
        let value = UInt(start.loadUnaligned(fromByteOffset: entry + 8, as: UInt64.self))
        guard value <= address, value != 0 else { continue }
        let info = start.loadUnaligned(fromByteOffset: entry + 4, as: UInt8.self) & 15
        let section = start.loadUnaligned(fromByteOffset: entry + 6, as: UInt16.self)
        // Objects, functions, and labels without a kind; only where they are defined.
        guard info <= 2, section != 0, best.map({ value > $0.start }) ?? true else { continue }
        let size = UInt(start.loadUnaligned(fromByteOffset: entry + 16, as: UInt64.self))
        guard address - value < max(size, 1) else { continue }
        let name = start.loadUnaligned(fromByteOffset: entry, as: UInt32.self)
        best = (names.lowerBound + Int(name), names, value, size)
      }
    }
    guard let best, let name = text(at: best.name, in: best.names) else { return nil }
    return (name, best.start)
  }

  /// Whether it has the symbols of everything, which `strip` removes.
  var hasSymbols: Bool { symbolTables.count > 1 }
}
