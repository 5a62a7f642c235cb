import Testing
import TreeSnapshot

@Suite struct `Text that is no JSON is refused` {
  @Test(arguments: ["", " ", "\n\t\r\n", "\u{feff}", "\u{feff}  \n"])
  func `nothing to read`(_ text: String) {
    #expect(
      refusal(of: text) == "line 1: the dump is empty; write it again")
  }

  static let grammar: [(String, String)] = [
    ("hello", "line 1: not JSON: expected a dump, which begins with '{', found 'h'"),
    ("\n\nnull", "line 3: not JSON: expected a dump, which begins with '{', found 'n'"),
    ("\u{1b}[0m", "line 1: not JSON: expected a dump, which begins with '{', found '\\u{1b}'"),
    ("é", "line 1: not JSON: expected a dump, which begins with '{', found byte 0xc3"),
    ("[]", "line 1: the dump must be an object, not an array"),
    ("{1: 2}", "line 1: not JSON: expected a key in double quotes, found '1'"),
    ("{\n'a': 2}", "line 2: not JSON: expected a key in double quotes, found '''"),
    ("{\"a\" 2}", "line 1: not JSON: expected ':', found '2'"),
    ("{\"a\": 2 \"b\": 3}", "line 1: not JSON: expected ',' or '}', found '\"'"),
    ("{\"a\": 2,}", "line 1: not JSON: expected a key in double quotes, found '}'"),
    ("{\"a\":\n[1 2]}", "line 2: not JSON: expected ',' or ']', found '2'"),
    ("{\"a\": }", "line 1: not JSON: expected a value, found '}'"),
    ("{\"a\": nul}", "line 1: not JSON: expected a value, found 'n'"),
    ("{\"a\": +1}", "line 1: not JSON: expected a value, found '+'"),
    ("{\"a\": 1.}", "line 1: not JSON: expected a digit, found '}'"),
    ("{\"a\": 1e+}", "line 1: not JSON: expected a digit, found '}'"),
    ("{\"a\": 012}", "line 1: not JSON: expected a number without a leading zero, found '1'"),
    ("{\"a\": 1 /* one */}", "line 1: not JSON: expected ',' or '}', found '/'"),
    (
      Dumps.of("{\"id\": 1, \"type\": \"A\"}") + "\n\n{}",
      "line 3: not JSON: expected the end of the text, found '{'"
    ),
    (
      Dumps.of("{\"id\": 1, \"type\": \"A\"} {\"id\": 2}"),
      "line 1: model 1: not JSON: expected ',' or ']', found '{'"
    ),
    (
      Dumps.of("{\"id\": 4x, \"type\": \"A\"}"),
      "line 1: model 4: not JSON: expected ',' or '}', found 'x'"
    ),
  ]

  @Test(arguments: grammar)
  func `what breaks the grammar`(_ text: String, _ message: String) {
    #expect(refusal(of: text) == message)
  }

  static let bytes: [([UInt8], String)] = [
    ([0xFF, 0xFE, 0x7B, 0x00], "found byte 0xff"),
    ([0xEF, 0xBB], "found byte 0xef"),
    ([0x80], "found byte 0x80"),
    ([0x00], "found '\\u{0}'"),
  ]

  @Test(arguments: bytes)
  func `what begins with other bytes`(_ bytes: [UInt8], _ found: String) {
    #expect(
      refusal(of: bytes)
        == "line 1: not JSON: expected a dump, which begins with '{', \(found)")
  }
}
