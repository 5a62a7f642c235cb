import TestSupport
import Testing
import TreeSnapshot

/// Dumps that are read while they come in.
@Suite struct `A dump that comes in pieces` {
  /// Reads a dump of which so many bytes are there at first, and so many more come each time.
  private func read(
    _ bytes: [UInt8], from first: Int, by step: Int
  ) -> Result<[UInt8], DumpError> {
    Result { () throws(DumpError) in
      try bytes.withUnsafeBufferPointer { bytes throws(DumpError) in
        var end = 0
        let snapshot = try Snapshot(
          dumpAtStartOf: UnsafeBufferPointer(rebasing: bytes[..<min(first, bytes.count)]),
          supply: { min($0 + step, bytes.count) }, end: &end)
        return snapshot.dump()
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `is what it is at once`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let dump = try RandomTree(full: 1...60, names: RandomTree.hostileNames).make(using: &random)
      .snapshot().dump()
    for step in [1, 3, 64, 1_000] {
      #expect(read(dump, from: Int(seed), by: step) == .success(dump))
    }
  }

  @Test func `and ends anywhere is refused as it is at once`() {
    let bytes = Array(Dumps.full.utf8)
    for length in 0..<bytes.count {
      let part = Array(bytes[..<length])
      let atOnce = read(part, from: length, by: 1)
      #expect(read(part, from: 0, by: 1) == atOnce, "after \(length) bytes")
    }
  }

  @Test(arguments: `A dump that is cut off is refused`.unknown)
  func `within a value that is not used is refused as it is at once`(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(read(bytes, from: 0, by: 1) == read(bytes, from: bytes.count, by: 1))
  }
}
