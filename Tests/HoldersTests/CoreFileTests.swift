#if os(Linux)
  import Holders
  import TestSupport
  import Testing

  /// A core file as the system writes it: what a process can write to, the first pages of its programs and
  /// libraries, and the names of its files.
  struct WrittenCore {
    private var bytes: [UInt8] = []

    private mutating func add<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// - Parameter registers: The registers of a thread; none are written without.
    static func bytes(of memory: ProcessMemory, registers: [UInt] = []) -> [UInt8] {
      var core = WrittenCore()
      let regions = memory.regions.filter(\.isReadable)
      let files = regions.filter { $0.path.hasPrefix("/") }
      var names: [UInt8] = []
      for file in files { names += Array(file.path.utf8) + [0] }
      let size = 16 + files.count * 24 + names.count
      let status = registers.isEmpty ? 0 : 20 + 112 + registers.count * 8
      // The header of the file.
      for word: UInt32 in [0x464c_457f, 0x0001_0102, 0, 0] { core.add(word) }
      for half: UInt16 in [4, 62] { core.add(half) }
      core.add(1 as UInt32)
      for word: UInt64 in [0, 64, 0] { core.add(word) }
      core.add(0 as UInt32)
      for half: UInt16 in [64, 56, UInt16(regions.count + 1), 64, 0, 0] { core.add(half) }
      // The parts: first the notes.
      let notes = 64 + 56 * (regions.count + 1)
      core.part(kind: 4, flags: 4, offset: notes, address: 0, size: status + 20 + size, memory: 0)
      var offset = notes + status + 20 + (size + 3) & ~3
      for region in regions {
        let count = count(of: region)
        let flags = 4 | (region.isWritable ? 2 : 0) | (region.isExecutable ? 1 : 0)
        core.part(
          kind: 1, flags: UInt32(flags), offset: offset, address: region.range.lowerBound,
          size: count, memory: region.range.count)
        offset += count
      }
      if status > 0 {
        for word: UInt32 in [5, UInt32(status - 20), 1] { core.add(word) }
        core.bytes += Array("CORE\0\0\0\0".utf8) + Array(repeating: 0, count: 112)
        for register in registers { core.add(UInt64(register)) }
      }
      for word: UInt32 in [5, UInt32(size), 0x4649_4c45] { core.add(word) }
      core.bytes += Array("CORE\0\0\0\0".utf8)
      for word in [files.count, 4_096] { core.add(UInt64(word)) }
      for file in files {
        for word in [file.range.lowerBound, file.range.upperBound, file.offset / 4_096] {
          core.add(UInt64(word))
        }
      }
      core.bytes += names
      while core.bytes.count % 4 != 0 { core.bytes.append(0) }
      for region in regions {
        var contents = [UInt8](repeating: 0, count: count(of: region))
        _ = contents.withUnsafeMutableBytes { memory.read(region.range.lowerBound, into: $0) }
        core.bytes += contents
      }
      return core.bytes
    }

    /// How many bytes of a region are written.
    private static func count(of region: MemoryRegion) -> Int {
      if region.isWritable { return region.range.count }
      return region.offset == 0 && region.path.hasPrefix("/") ? 4_096 : 0
    }

    private mutating func part(
      kind: UInt32, flags: UInt32, offset: Int, address: UInt, size: Int, memory: Int
    ) {
      add(kind)
      add(flags)
      for word in [offset, Int(address), 0, size, memory, 4_096] { add(UInt64(word)) }
    }
  }

  /// Core files.
  @Suite struct CoreFileTests {
    @Test func aCoreFileAnswersLikeItsProcess() throws {
      let victim = try VictimProcess("dictionary")
      let memory = try ProcessMemory(ofProcess: victim.pid)
      let folder = try TemporaryFolder()
      try folder.write(WrittenCore.bytes(of: memory), to: "core")
      let path = folder.path(of: "core")
      #expect(CoreFile.isCore(path: path))
      let report = MemoryScan(try CoreFile(path: path)).answer(.objects([victim.address]))
      let live = MemoryScan(memory).answer(.objects([victim.address]))
      #expect(report.objects == live.objects)
      #expect(report.objects.first?.paths.first?.root == HoldRoot(.static, "Keeper.shared"))
      #expect(report.scanned.missing == ["the threads' stacks"])
    }

    @Test func whatOnlyARegisterHoldsIsFound() throws {
      let victim = try VictimProcess("forgotten")
      let memory = try ProcessMemory(ofProcess: victim.pid)
      let stack = try #require(memory.regions.first { $0.path == "[stack]" })
      var registers = [UInt](repeating: 0, count: 34)
      #if arch(arm64)
        registers[31] = stack.range.upperBound - 8
      #else
        registers[19] = stack.range.upperBound - 8
      #endif
      registers[5] = victim.address
      let folder = try TemporaryFolder()
      try folder.write(WrittenCore.bytes(of: memory, registers: registers), to: "core")
      let report = MemoryScan(try CoreFile(path: folder.path(of: "core")))
        .answer(.objects([victim.address]))
      #expect(
        report.objects.first?.paths.map(\.root) == [HoldRoot(.stack, "thread 1, of the core")])
    }

    @Test func aCoreFileThatWasCutOffSaysSo() throws {
      let victim = try VictimProcess("dictionary")
      let bytes = WrittenCore.bytes(of: try ProcessMemory(ofProcess: victim.pid))
      let folder = try TemporaryFolder()
      try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "core")
      let report = MemoryScan(try CoreFile(path: folder.path(of: "core")))
        .answer(.objects([victim.address]))
      #expect(report.scanned.missing.contains("the end of the core file, which was cut off"))
    }

    @Test func aDamagedCoreFileIsReadWithoutACrash() throws {
      let victim = try VictimProcess("dictionary")
      let bytes = WrittenCore.bytes(of: try ProcessMemory(ofProcess: victim.pid))
      let folder = try TemporaryFolder()
      var random = SeededGenerator(seed: 41)
      for round in 0..<20 {
        // Headers and notes, where each byte counts.
        var damaged = Array(bytes.prefix(round % 4 == 0 ? 20_000 : 400_000))
        for _ in 0..<40 { damaged[random.next(below: 12_000)] = UInt8(random.next(below: 256)) }
        try folder.write(damaged, to: "core")
        guard let core = try? CoreFile(path: folder.path(of: "core")) else { continue }
        _ = MemoryScan(core).answer(.type("Victim"))
      }
    }

    @Test func anotherFileIsRefused() throws {
      let folder = try TemporaryFolder()
      try folder.write(String(repeating: "{}", count: 100), to: "tree.json")
      #expect(!CoreFile.isCore(path: folder.path(of: "tree.json")))
      #expect(throws: MemoryError.self) { try CoreFile(path: folder.path(of: "tree.json")) }
      #expect(throws: MemoryError.self) { try CoreFile(path: folder.path(of: "none")) }
    }
  }
#endif
