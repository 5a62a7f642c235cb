import TextIO

/// The memory of a process that the system wrote to a file when it crashed, or `gcore` did.
package final class CoreFile: MemorySource {
  package private(set) var regions: [MemoryRegion] = []
  private let file: MappedFile
  /// Where the bytes of a region are; files of the program hold what isn't in the core.
  private var parts: [(range: Range<UInt>, flags: UInt32, offset: Int, size: Int)] = []
  private var files: [(range: Range<UInt>, offset: UInt, path: String)] = []
  private var opened: [String: ELFFile?] = [:]
  /// By thread.
  private var registers: [[UInt]] = []
  /// Whether the file ends before what it should hold.
  private var isCut = false

  /// Opens a core file.
  ///
  /// - Throws: `MemoryError` if it can't be read, or isn't one.
  package init(path: String) throws(MemoryError) {
    guard let file = MappedFile(path: path) else { throw MemoryError("'\(path)' can't be read") }
    guard file.isCore else {
      throw MemoryError("'\(path)' isn't a core file of a system with 64 bits")
    }
    self.file = file
    readSegments()
  }

  /// Whether a file is a core file, of this kind of system or another one.
  package static func isCore(path: String) -> Bool {
    MappedFile(path: path)?.looksLikeCore ?? false
  }

  private func readSegments() {
    guard let table = file.offset(32), let entries = file.number(56, UInt16.self) else { return }
    for entry in 0..<Int(entries) {
      let header = table + entry * 56
      guard let kind = file.number(header, UInt32.self),
        let flags = file.number(header + 4, UInt32.self),
        let offset = file.offset(header + 8), let address = file.offset(header + 16),
        let size = file.offset(header + 32), let memory = file.offset(header + 40)
      else { continue }
      if kind == 1, offset > file.count || size > file.count - offset { isCut = true }
      guard offset <= file.count else { continue }
      let present = min(size, file.count - offset)
      if kind == 4 { readNotes(offset..<offset + present) }
      // Of what can be written to, only what is in the core is known.
      let length = flags & 2 != 0 ? min(memory, present) : memory
      guard kind == 1, length > 0 else { continue }
      let range = UInt(address)..<UInt(address + length)
      parts.append((range, flags, offset, min(present, length)))
    }
    parts.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (whole, flags, _, present) in parts {
      let part = files.first { $0.range.contains(whole.lowerBound) }
      // What is neither in the core nor in a file can't be read.
      let end = max(
        whole.lowerBound + UInt(present), min(whole.upperBound, part?.range.upperBound ?? 0))
      guard end > whole.lowerBound else { continue }
      let range = whole.lowerBound..<end
      regions.append(
        MemoryRegion(
          range: range, isReadable: flags & 4 != 0, isWritable: flags & 2 != 0,
          isExecutable: flags & 1 != 0,
          offset: part.map { $0.offset + (range.lowerBound - $0.range.lowerBound) } ?? 0,
          path: part?.path ?? (isMainHeap(range, flags) ? "[heap]" : "")))
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
    while note + 12 <= range.upperBound, let nameSize = file.number(note, UInt32.self),
      let size = file.number(note + 4, UInt32.self), let kind = file.number(note + 8, UInt32.self)
    {
      let contents = note + 12 + (Int(nameSize) + 3) & ~3
      switch kind {
      case 1:
        // They follow 112 bytes of status.
        registers.append(
          (0..<Self.registerCount).map {
            UInt(file.number(contents + 112 + $0 * 8, UInt64.self) ?? 0)
          })
      case 0x4649_4c45: readFiles(contents)
      default: break
      }
      note = contents + (Int(size) + 3) & ~3
    }
  }

  /// The number of a thread's registers, and that of the stack's top.
  #if arch(arm64)
    private static let (registerCount, stackPointer) = (34, 31)
  #else
    private static let (registerCount, stackPointer) = (27, 19)
  #endif

  private func readFiles(_ contents: Int) {
    guard let entries = file.offset(contents), entries < 100_000,
      let page = file.offset(contents + 8)
    else {
      return
    }
    var name = contents + 16 + entries * 24
    for entry in 0..<entries {
      let place = contents + 16 + entry * 24
      guard let first = file.offset(place), let end = file.offset(place + 8), first < end,
        end - first <= 1 << 32,
        let pages = file.offset(place + 16), page < 1 << 20, pages < 1 << 40
      else { return }
      let text = name
      while let byte = file.number(name, UInt8.self), byte != 0 { name += 1 }
      name += 1
      guard let path = file.text(at: text, in: text..<name) else { return }
      files.append((UInt(first)..<UInt(end), UInt(pages * page), path))
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
    let after = parts.partitionIndex { $0.range.lowerBound > address }
    guard after > 0, parts[after - 1].range.contains(address) else { return 0 }
    let part = parts[after - 1]
    let inside = Int(address - part.range.lowerBound)
    if inside < part.size {
      let count = min(buffer.count, part.size - inside)
      return file.copy(
        at: part.offset + inside, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    }
    // What is the same as in a file isn't written to a core.
    let count = min(buffer.count, Int(part.range.upperBound - address))
    guard let mapping = files.first(where: { $0.range.contains(address) }) else { return 0 }
    if opened[mapping.path] == nil { opened[mapping.path] = .some(ELFFile(path: mapping.path)) }
    guard let elf = opened[mapping.path] ?? nil else { return 0 }
    return elf.copy(
      at: Int(mapping.offset + (address - mapping.range.lowerBound)),
      into: UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<min(count, Int(mapping.range.upperBound - address))]))
  }

  package var missing: String? { isCut ? "the end of the core file, which was cut off" : nil }

  package var threadStacks: (stacks: [ThreadStack], missing: String?) {
    let stacks = registers.enumerated().compactMap { index, registers -> ThreadStack? in
      let top = registers[Self.stackPointer]
      guard let region = regions.first(where: { $0.range.contains(top) }) else { return nil }
      return ThreadStack(
        id: index + 1, name: "of the core", range: top & ~7..<region.range.upperBound,
        region: region.range, registers: registers)
    }
    return (stacks, stacks.isEmpty ? "the threads' stacks" : nil)
  }
}
