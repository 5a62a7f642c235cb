/// The memory of a process that the system wrote to a file when it crashed, or `gcore` did.
package final class CoreFile: MemorySource {
  package private(set) var regions: [MemoryRegion] = []
  private let start: UnsafeRawPointer
  private let count: Int
  /// Where the bytes of a region are; files of the program hold what isn't in the core.
  private var parts: [(range: Range<UInt>, offset: Int, size: Int)] = []
  private var files: [(range: Range<UInt>, offset: UInt, path: String)] = []
  private var opened: [String: ELFFile?] = [:]
  private var stackPointers: [UInt] = []

  /// Opens a core file.
  ///
  /// - Throws: `MemoryError` if it can't be read, or isn't one.
  package init(path: String) throws(MemoryError) {
    guard let mapped = ELFFile.map(path) else { throw MemoryError("'\(path)' can't be read") }
    (start, count) = mapped
    guard Self.isCore(UnsafeRawBufferPointer(start: start, count: count)) else {
      throw MemoryError("'\(path)' isn't a core file of a system with 64 bits")
    }
    readSegments()
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: start), count) }

  /// Whether a file is a core file.
  package static func isCore(path: String) -> Bool {
    guard let (start, count) = ELFFile.map(path) else { return false }
    defer { munmap(UnsafeMutableRawPointer(mutating: start), count) }
    return isCore(UnsafeRawBufferPointer(start: start, count: count))
  }

  private static func isCore(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.loadUnaligned(as: UInt32.self) == 0x464c_457f && bytes[4] == 2
      && bytes.loadUnaligned(fromByteOffset: 16, as: UInt16.self) == 4
  }

  private func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number? {
    guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return nil }
    return start.loadUnaligned(fromByteOffset: offset, as: Number.self)
  }

  private func offset(_ position: Int) -> Int? {
    number(position, UInt64.self).flatMap { Int(exactly: $0) }.flatMap { $0 < 1 << 48 ? $0 : nil }
  }

  private func readSegments() {
    guard let table = offset(32), let entries = number(56, UInt16.self) else { return }
    var loads: [(range: Range<UInt>, flags: UInt32)] = []
    for entry in 0..<Int(entries) {
      let header = table + entry * 56
      guard let kind = number(header, UInt32.self), let flags = number(header + 4, UInt32.self),
        let offset = offset(header + 8), let address = self.offset(header + 16),
        let size = self.offset(header + 32), let memory = self.offset(header + 40)
      else { continue }
      guard offset <= count else { continue }
      let present = min(size, count - offset)
      if kind == 4 { readNotes(offset..<offset + present) }
      // Of what can be written to, only what is in the core is known.
      let length = flags & 2 != 0 ? min(memory, present) : memory
      guard kind == 1, length > 0 else { continue }
      let range = UInt(address)..<UInt(address + length)
      loads.append((range, flags))
      parts.append((range, offset, min(present, length)))
    }
    parts.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (range, flags) in loads.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let file = files.first { $0.range.contains(range.lowerBound) }
      regions.append(
        MemoryRegion(
          range: range, isReadable: flags & 4 != 0, isWritable: flags & 2 != 0,
          isExecutable: flags & 1 != 0,
          offset: file.map { $0.offset + (range.lowerBound - $0.range.lowerBound) } ?? 0,
          path: file?.path ?? (isMainHeap(range, flags) ? "[heap]" : "")))
    }
  }

  /// The main heap begins with a block for the first thread's cache.
  private func isMainHeap(_ range: Range<UInt>, _ flags: UInt32) -> Bool {
    guard flags & 2 != 0, range.lowerBound < 0x7000_0000_0000 else { return false }
    var word: UInt = 0
    let count = withUnsafeMutableBytes(of: &word) { read(range.lowerBound + 8, into: $0) }
    return count == 8 && word & ~7 == 0x290
  }

  /// Reads the threads' registers, and the names of the files.
  private func readNotes(_ range: Range<Int>) {
    var note = range.lowerBound
    while note + 12 <= range.upperBound, let nameSize = number(note, UInt32.self),
      let size = number(note + 4, UInt32.self), let kind = number(note + 8, UInt32.self)
    {
      let contents = note + 12 + (Int(nameSize) + 3) & ~3
      switch kind {
      case 1:
        // Behind 112 bytes of status: the registers, of which one is the stack's top.
        #if arch(arm64)
          let place = contents + 112 + 31 * 8
        #else
          let place = contents + 112 + 19 * 8
        #endif
        if let top = number(place, UInt64.self) { stackPointers.append(UInt(top)) }
      case 0x4649_4c45: readFiles(contents)
      default: break
      }
      note = contents + (Int(size) + 3) & ~3
    }
  }

  private func readFiles(_ contents: Int) {
    guard let entries = offset(contents), entries < 100_000, let page = offset(contents + 8) else {
      return
    }
    var name = contents + 16 + entries * 24
    for entry in 0..<entries {
      let place = contents + 16 + entry * 24
      guard let first = offset(place), let end = offset(place + 8), first < end,
        let pages = offset(place + 16), page < 1 << 20, pages < 1 << 40
      else { return }
      var text: [UInt8] = []
      while let byte = number(name, UInt8.self), byte != 0, text.count < 4_096 {
        text.append(byte)
        name += 1
      }
      name += 1
      files.append(
        (UInt(first)..<UInt(end), UInt(pages * page), String(decoding: text, as: UTF8.self)))
    }
  }

  package func read(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count {
      let place = address &+ UInt(done)
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = readPart(place, into: rest)
      if count == 0 { break }
      done += count
    }
    return done
  }

  private func readPart(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let after = parts.partitionPoint { $0.range.lowerBound > address }
    guard after > 0, parts[after - 1].range.contains(address) else { return 0 }
    let part = parts[after - 1]
    let inside = Int(address - part.range.lowerBound)
    if inside < part.size {
      let count = min(buffer.count, part.size - inside)
      buffer.copyMemory(
        from: UnsafeRawBufferPointer(start: start + part.offset + inside, count: count))
      return count
    }
    // What is the same as in a file isn't written to a core.
    let count = min(buffer.count, Int(part.range.upperBound - address))
    guard let file = files.first(where: { $0.range.contains(address) }) else { return 0 }
    if opened[file.path] == nil { opened[file.path] = .some(ELFFile(path: file.path)) }
    guard let elf = opened[file.path] ?? nil else { return 0 }
    return elf.copy(
      at: Int(file.offset + (address - file.range.lowerBound)),
      into: UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<min(count, Int(file.range.upperBound - address))]))
  }

  package var threadStacks: (stacks: [ThreadStack], missing: String?) {
    let stacks = stackPointers.enumerated().compactMap { index, top -> ThreadStack? in
      guard let region = regions.first(where: { $0.range.contains(top) }) else { return nil }
      return ThreadStack(
        id: index + 1, name: "of the core", range: top & ~7..<region.range.upperBound,
        region: region.range)
    }
    return (stacks, stacks.isEmpty ? "the threads' stacks" : nil)
  }
}
