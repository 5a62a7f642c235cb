import TestSupport
import Testing
import TextIO

/// Bytes that may be text.
@Suite struct `UTF-8` {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `is valid where the standard library takes it`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let edges: [UInt8] = [
      0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
      0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<500 {
      let bytes = (0..<random.next(below: 6)).map { _ in random.pick(edges) }
      // Bytes are valid where decoding repairs none of them.
      let decoded = String(decoding: bytes, as: UTF8.self)
      let isValid = Array(decoded.utf8) == bytes
      #expect(String(utf8Bytes: bytes) == (isValid ? decoded : nil), "\(bytes)")
    }
    let text = String(random.pick(RandomTree.joinedHostileNames))
    #expect(String(utf8Bytes: Array(text.utf8)) == text)
    #expect(String(utf8Bytes: Array(text.utf8)[...].lazy.map { $0 }) == text)
  }
}
