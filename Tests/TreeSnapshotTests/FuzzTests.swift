import TestSupport
import Testing
import TextIO
import TreeSnapshot

@Suite struct `Mutated dumps` {
  @Test func `are read or refused with a line, and never crash`() throws {
    var read = 0
    for seed in 0..<1_500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var bytes = Array(Dumps.full.utf8)
      for _ in 0...random.next(below: 3) { random.mutate(&bytes) }
      do throws(DumpError) {
        let dump = try Snapshot(dump: bytes).dump()
        let again = try Snapshot(dump: dump)
        #expect(again.dump() == dump)
        read += 1
      } catch {
        #expect(error.line >= 1)
        #expect(SafeText(error.description).string == error.description)
      }
    }
    // Some must have been taken, or this tests refusals only.
    #expect(read > 15)
  }
}
