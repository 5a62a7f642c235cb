import Foundation
import TestSupport
import Testing

@testable import TextIO
@testable import TreeSnapshot

/// Dumps that begin well and then repeat something.
@Suite struct `Text without an end is refused` {
  private static let levels =
    "line 1: the dump is cut off: the text ends inside a value; write it again"
  private static let node = #"{"format": "model-tree", "version": 1, "nodes": [{"#

  @Test(arguments: [
    ("", "[", "line 1: the dump must be an object, not an array"),
    (#"{"x": "#, "[", levels),
    (#"{"x": "#, "{\"a\":", levels),
    (#"{"nodes": "#, "[", levels),
    (
      #"{"version": "#, "0",
      "line 1: not JSON: expected a number without a leading zero, found '0'"
    ),
    (#"{"format": "#, "[1,", "line 1: 'format' must be a string, not an array"),
    (
      node + #""id": "#, "0",
      "line 1: not JSON: expected a number without a leading zero, found '0'"
    ),
    (
      node + #""id": 1, "label": "#, "[[],",
      "line 1: model 1: 'label' must be a string, not an array"
    ),
    (
      node + #""id": 1, "parent": ""#, "x",
      "line 1: model 1: 'parent' must be a whole number, not a string"
    ),
    (
      node + #""id": 1, "state": "#, "[",
      "line 1: model 1: 'state' must be an object, not an array"
    ),
    (
      node + #""id": 1, "handles": "#, "{\"a\":",
      "line 1: model 1: 'handles' must be an array, not an object"
    ),
  ])
  func `with what is wrong`(start: String, repeated: String, words: String) {
    let text = start + String(repeating: repeated, count: 2 << 20)
    #expect(refusal(of: text) == words)
  }

  @Test func `in a file that has no end`() {
    #expect(
      readFailure("/dev/zero") == """
        cannot read '/dev/zero': it isn't text in UTF-8; unpack it or convert it first
        """)
  }
}
