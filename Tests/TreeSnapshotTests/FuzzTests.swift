import TestSupport
import Testing
import TextIO
import TreeSnapshot

@Suite struct `Mutated dumps` {
  @Test(arguments: 0..<4)
  func `are read or refused with a line, and never crash`(_ part: Int) throws {
    let original = Array(Dumps.full.utf8)
    var read = 0
    for seed in 0..<1_500 {
      var random = SeededGenerator(seed: UInt64(part * 1_500 + seed))
      var bytes = original
      for _ in 0...random.next(below: 3) { mutate(&bytes, using: &random) }
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

  private func mutate(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let start = random.next(below: bytes.count)
    let end = min(bytes.count, start + 1 + random.next(below: 12))
    let place = random.next(below: bytes.count)
    switch random.next(below: 7) {
    case 0: bytes[start] ^= 1 << UInt8(random.next(below: 8))
    case 1: bytes[start] = UInt8(random.next(below: 256))
    case 2: bytes.removeSubrange(start..<end)
    case 3: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 4: bytes.insert(contentsOf: bytes[start..<end], at: place)
    case 5: bytes.swapAt(start, place)
    default:
      let tokens = ["{", "}", "[", "]", ",", ":", "\"", "null", "-1", "1e9", "\\u", "\\", "true"]
      bytes.insert(contentsOf: tokens[random.next(below: tokens.count)].utf8, at: start)
    }
  }
}
