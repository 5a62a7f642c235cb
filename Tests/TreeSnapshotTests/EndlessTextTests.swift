import TestSupport
import Testing

/// Dumps that begin well and then repeat something.
@Suite struct `Text without an end is refused` {
  private static let levels =
    "line 1: the dump is cut off: the text ends inside a value; write it again"
  private static let node = #"{"format": "model-tree", "version": 1, "nodes": [{"id": 1, "#

  @Test(arguments: [
    (#"{"x": "#, "{\"a\":", levels),
    (
      #"{"version": "#, "0",
      "line 1: not JSON: expected a number without a leading zero, found '0'"
    ),
    (node + #""label": "#, "[[],", "line 1: model 1: 'label' must be a string, not an array"),
  ])
  func `with what is wrong`(start: String, repeated: String, words: String) {
    let text = start + String(repeating: repeated, count: 1_000_001)
    #expect(refusal(of: text) == words)
  }

  @Test func `in a file that has no end`() {
    #expect(
      readFailure("/dev/zero") == """
        cannot read '/dev/zero': it isn't text in UTF-8; unpack it or convert it first
        """)
  }
}
