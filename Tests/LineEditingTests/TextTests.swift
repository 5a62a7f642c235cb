import Testing

@testable import LineEditing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension TerminalTests {
  @Suite struct TypedBytes {
    private func steps(_ pieces: [[UInt8]]) -> [InputDecoder.Step] {
      var decoder = InputDecoder()
      var steps: [InputDecoder.Step] = []
      for piece in pieces {
        decoder.append(piece)
        while let step = decoder.next() { steps.append(step) }
      }
      return steps
    }

    @Test func `a character may arrive byte by byte`() {
      let bytes = Array("a日😀".utf8)
      #expect(steps(bytes.map { [$0] }) == [.scalar("a"), .scalar("日"), .scalar("😀")])
    }

    @Test(
      arguments: [
        [0xff], [0x80], [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80],
        [0xf4, 0x90, 0x80, 0x80], [0xf5], [0xc3],
      ] as [[UInt8]])
    func `damage is dropped and what follows is kept`(damage: [UInt8]) {
      let result = steps([damage, [0x61]])
      #expect(result.last == .scalar("a"))
      #expect(result.dropLast().allSatisfy { $0 == .damaged })
      #expect(result.count == damage.count + 1)
    }
  }

  @Suite struct Positions {
    @Test(arguments: [
      ("", 0, 0), ("abc", 0, 3), ("abcdefghij", 1, 0), ("abcdefghijk", 1, 1),
      ("abcdefghi日", 1, 2), ("日本日本日", 1, 0), ("a\nb", 1, 1), ("a\tb", 0, 9),
      ("\u{1b}", 0, 2), ("e\u{301}", 0, 1),
    ])
    func `follow the wrapping of the screen`(text: String, row: Int, column: Int) {
      setlocale(LC_CTYPE, "C.UTF-8")
      var position = ScreenPosition()
      position.advance(over: text.unicodeScalars, columns: 10)
      #expect(position == ScreenPosition(row: row, column: column))
    }
  }
}
