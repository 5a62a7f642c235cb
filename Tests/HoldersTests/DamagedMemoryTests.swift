#if os(Linux)
  import Holders
  import TestSupport
  import Testing

  /// The memory of a program as it was once, without libraries, in which words are replaced.
  private struct KeptMemory: MemorySource {
    let source: ProcessMemory
    let regions: [MemoryRegion]
    private let contents: [UInt: [UInt8]]
    private var words: [UInt: UInt] = [:]

    init(_ source: ProcessMemory) throws {
      self.source = source
      let program = try #require(source.regions.first { $0.path.hasSuffix("/MemoryVictim") }?.path)
      regions = source.regions.filter {
        $0.isReadable && $0.range.count < 1 << 22 && [program, "[heap]", ""].contains($0.path)
      }
      contents = regions.reduce(into: [:]) { contents, region in
        var bytes = [UInt8](repeating: 0, count: region.range.count)
        let count = bytes.withUnsafeMutableBytes { source.read(region.range.lowerBound, into: $0) }
        contents[region.range.lowerBound] = count == bytes.count ? bytes : []
      }
    }

    var threadStacks: (stacks: [ThreadStack], missing: String?) { ([], nil) }
    var missing: String? { nil }

    func place(ofFile path: String) -> String { source.place(ofFile: path) }

    func read(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      guard let region = regions.first(where: { $0.range.contains(address) }),
        let bytes = contents[region.range.lowerBound]
      else { return 0 }
      let start = Int(address - region.range.lowerBound)
      let count = min(buffer.count, bytes.count - start)
      guard count > 0 else { return 0 }
      buffer.copyBytes(from: bytes[start..<start + count])
      for (place, word) in words {
        guard place >= address, place - address + 8 <= UInt(count) else { continue }
        buffer.storeBytes(of: word, toByteOffset: Int(place - address), as: UInt.self)
      }
      return count
    }

    func replacing(_ address: UInt, with word: UInt) -> KeptMemory {
      var memory = self
      memory.words[address] = word
      return memory
    }

    /// Words at which sums end or are cut off.
    private static let extremes: [UInt] = [
      .max, .max - 7, .max - 15, 1 << 63, (1 << 63) - 1, (1 << 63) - 8, 3 << 62, (3 << 62) - 1,
      1 << 62,
      (1 << 62) - 8, 1 << 61, 1 << 60, (1 << 44) - 1, 1 << 40, (1 << 24) - 1, 0xffff_ffff,
      0xffff_ffff_0000_0000, 0x7fff_ffff, 0x8000_0000, 0x8000_0000_8000_0000, 1, 0,
    ]

    /// With some words that decide how others are read replaced: in the heap, most often where a block of
    /// the victim's kind begins, and among the program's descriptions of types.
    func damaged(_ random: inout SeededGenerator, near victim: UInt) -> KeptMemory {
      var memory = self
      let places = regions.filter { !$0.isExecutable }
      for _ in 0..<40 {
        let region = random.pick(places)
        let place =
          region.range.contains(victim) && random.chance(1, in: 2)
          ? victim - 2_048 + UInt(random.next(below: 4_096) & ~7)
          : region.range.lowerBound + UInt(random.next(below: region.range.count) & ~7)
        let copied = random.pick(places)
        memory.words[place] =
          switch random.next(below: 3) {
          case 0:
            copied.range.lowerBound + UInt(random.next(below: copied.range.count) & ~7)
          default: random.pick(Self.extremes) &+ UInt(random.next(below: 2) * 8)
          }
      }
      return memory
    }
  }

  /// Memory that says what no program writes: each answer may be wrong, and none ends the process.
  @Suite struct DamagedMemoryTests {
    private func scan(_ memory: KeptMemory, _ address: UInt) -> HolderReport {
      let report = MemoryScan(memory).answer([address])
      for object in report.objects { for path in object.paths { _ = path.text(after: "") } }
      return report
    }

    @Test func aBlockThatBeginsWithAnAddressAtTheEndOfMemory() throws {
      let victim = try VictimProcess("dictionary")
      let memory = try KeptMemory(ProcessMemory(ofProcess: victim.pid))
      #expect(scan(memory, victim.address).objects.first?.type == "Victim")
      for word in [.max - 7, .max - 15, .max - 4_095] as [UInt] {
        let report = scan(memory.replacing(victim.address, with: word), victim.address)
        #expect(report.objects.first?.type == "an object")
      }
    }

    @Test func anObjectWhoseCountsAreAllOnes() throws {
      let victim = try VictimProcess("dictionary")
      let memory = try KeptMemory(ProcessMemory(ofProcess: victim.pid))
      for word in [.max, .max - 1, 3 << 62, 7 << 61] as [UInt] {
        let report = scan(memory.replacing(victim.address + 8, with: word), victim.address)
        let object = report.objects.first { $0.address == victim.address }
        #expect(object?.type == "Victim")
        #expect(object?.strongReferences == nil)
      }
    }

    @Test(arguments: ["dictionary", "task"])
    func damageAnywhere(planted: String) throws {
      let victim = try VictimProcess(planted)
      let memory = try KeptMemory(ProcessMemory(ofProcess: victim.pid))
      for seed in 0..<30 as Range<UInt64> {
        var random = SeededGenerator(seed: seed)
        let damaged = memory.damaged(&random, near: victim.address)
        _ = scan(damaged, victim.address)
      }
    }
  }
#endif
