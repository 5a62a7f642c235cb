import Testing
import TreeSnapshot

/// Each fault is in a string that is used, in one that is skipped, and in a key.
@Suite struct `Strings that are no text are refused` {
  static let invalid: [[UInt8]] = [
    [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xF0, 0x9F, 0x98], [0xFF], Array(#"\ud800"#.utf8), Array(#"\udc00"#.utf8),
    Array(#"\ud800x"#.utf8), Array(#"\ud800\n"#.utf8), Array(#"\ud800\ud800"#.utf8),
    Array(#"\udc00\ud800"#.utf8), Array(#"\ud800\u0041"#.utf8), Array(#"\n"#.utf8) + [0xC3],
    [0xC3] + Array(#"\n"#.utf8),
  ]

  static let places = [#""label": "@""#, #""unknown": "@""#, #""@": 1"#, #""x": {"@": [1]}"#]

  @Test(arguments: invalid, places)
  func `what is not UTF-8, or half a surrogate pair`(_ bytes: [UInt8], _ place: String) {
    #expect(
      refusal(of: dump(place, holding: bytes))
        == "line 1: model 7: a string is not valid UTF-8; write names as UTF-8")
  }

  @Test(arguments: [UInt8(0), 9, 10, 0x1b, 0x1f], places)
  func `bare control characters`(_ byte: UInt8, _ place: String) {
    let hexadecimal = String(byte, radix: 16)
    #expect(
      refusal(of: dump(place, holding: [0x61, byte]))
        == "line 1: model 7: not JSON: expected a string without bare control characters, "
        + "found byte 0x\(hexadecimal)")
  }

  static let escapes: [(String, String)] = [
    (#"\x41"#, "an escape such as \\n or \\u001b, found 'x'"),
    (#"\'"#, "an escape such as \\n or \\u001b, found '''"),
    (#"\U0041"#, "an escape such as \\n or \\u001b, found 'U'"),
    (#"\ n"#, "an escape such as \\n or \\u001b, found ' '"),
    (#"\é"#, "an escape such as \\n or \\u001b, found byte 0xc3"),
    (#"\u{41}"#, "four hexadecimal digits after \\u, found '{'"),
    (#"\u00g0"#, "four hexadecimal digits after \\u, found 'g'"),
    (#"\u041"#, "four hexadecimal digits after \\u, found '\"'"),
    (#"\u０041"#, "four hexadecimal digits after \\u, found byte 0xef"),
    (#"\ud83d\u+e00"#, "four hexadecimal digits after \\u, found '+'"),
  ]

  @Test(arguments: escapes, places)
  func `escapes that JSON does not have`(_ escape: (String, String), _ place: String) {
    let message = "line 1: model 7: not JSON: expected \(escape.1)"
    #expect(refusal(of: dump(place, holding: Array(escape.0.utf8))) == message)
  }

  private func dump(_ place: String, holding bytes: [UInt8]) -> [UInt8] {
    let parts = Dumps.ofNode(place).utf8.split(separator: UInt8(ascii: "@"))
    return Array(parts[0]) + bytes + Array(parts[1])
  }
}
