#if os(Linux)
  import Holders
  import TestSupport
  import Testing

  /// Memory with flipped bits and missing pages, the same at each reading.
  private struct TornMemory: MemorySource {
    let source: ProcessMemory
    let seed: UInt64

    var regions: [MemoryRegion] { source.regions }
    var threadStacks: (stacks: [ThreadStack], missing: String?) { source.threadStacks }
    var missing: String? { source.missing }

    func place(ofFile path: String) -> String { source.place(ofFile: path) }

    private func random(_ place: UInt) -> UInt64 {
      var random = SeededGenerator(seed: seed ^ UInt64(place) &* 0x9e37_79b9_7f4a_7c15)
      return random.next()
    }

    func read(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      if seed % 3 == 0, random(address >> 12) % 50 == 0 { return 0 }
      let count = source.read(address, into: buffer)
      let often: UInt64 = [20, 100, 1_000][Int(seed % 3)]
      for offset in 0..<max(count, 0) {
        let place = address + UInt(offset)
        guard place % 8 == 0 else { continue }
        let random = random(place)
        let byte = offset + Int(random >> 32 & 7)
        if random % often == 0, byte < count { buffer[byte] ^= 1 << UInt8(random >> 40 & 7) }
      }
      return count
    }
  }

  @Suite struct TornMemoryTests {
    @Test(arguments: ["dictionary", "task"])
    func isReadWithoutACrash(planted: String) throws {
      let victim = try VictimProcess(planted)
      let memory = try ProcessMemory(ofProcess: victim.pid)
      for seed in 0..<4 as Range<UInt64> {
        let torn = TornMemory(source: memory, seed: seed)
        let scan = MemoryScan(torn)
        let report = scan.answer([victim.address])
        for object in report.objects { for path in object.paths { _ = path.text(after: "") } }
      }
    }

    @Test func whatIsLeftOutIsSaid() throws {
      let victim = try VictimProcess("cycle")
      let memory = try ProcessMemory(ofProcess: victim.pid)
      let report = MemoryScan(memory).answer([victim.address])
      #expect(report.objects.count == 1)
      #expect(report.scanned.isComplete)
      let ended = MemoryScan(memory).answer([victim.address]) { true }
      #expect(!ended.scanned.isComplete)
      #expect(ended.scanned.missing == ["what a longer scan would have reached"])
      let object = try #require(ended.objects.first)
      #expect(object.paths == [])
      #expect(ended.scanned.unexplained(object) == "no holder was found in what was read")
    }

    @Test func aProcessThatIsNotThereIsRefused() {
      #expect(throws: MemoryError.self) { try ProcessMemory(ofProcess: 0x7fff_fff0) }
    }
  }
#endif
