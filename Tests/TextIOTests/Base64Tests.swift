import TestSupport
import Testing
import TextIO

/// Base64, for formats that carry only text.
@Suite struct `Text of 64 characters` {
  private func text(of bytes: [UInt8]) -> String {
    String(decoding: Base64.text(of: bytes), as: UTF8.self)
  }

  private func bytes(of text: String) -> [UInt8]? {
    Base64.bytes(of: text)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{FFFD}?", "77+9Pw=="),
  ])
  func `is that of RFC 4648`(plain: String, text: String) {
    #expect(self.text(of: Array(plain.utf8)) == text)
    #expect(bytes(of: text) == Array(plain.utf8))
  }

  @Test func `of any bytes is read back`() {
    var random = SeededGenerator(seed: 1)
    for count in [0, 1, 2, 3, 100, 3_071, 3_072, 3_073, 3_074, 20_000] {
      let plain = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(bytes(of: text(of: plain)) == plain)
    }
  }

  @Test(arguments: [
    "Z", "Zg=", "Zg", "Z===", "====", "Zg==Zg==", "Zm9v\n", "Zm9 ", "Zm9é", "=m9v", "Zm=v", "Zm-_",
  ])
  func `that is none is refused`(text: String) {
    #expect(bytes(of: text) == nil)
  }
}
