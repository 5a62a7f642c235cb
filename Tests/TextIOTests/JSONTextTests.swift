import Testing
import TextIO

@Suite struct `JSON is written` {
  @Test func `as an object whose members are on one line`() {
    let json = JSONText.object { json in
      json.write("name", "A \"quoted\" \u{1b}[31mname")
      json.write("count", -3)
      json.write("open", true)
      json.write("absent", nil as String?)
      json.write("absent", nil as Int?)
      json.write("ids", [1, 2])
      json.write("names", ["a", "b"])
      json.object("empty") { _ in }
      json.array("items") { items in
        items.object { $0.write("id", 1) }
        items.object { $0.object("inner") { $0.write("text", "safe \("\u{7}")" as SafeText) } }
      }
      json.write("last", JSONText.array { $0.write("x") })
    }
    #expect(
      json.string == #"""
        {"name": "A \"quoted\" \u001b[31mname", "count": -3, "open": true, "ids": [1, 2], \#
        "names": ["a", "b"], "empty": {}, "items": [{"id": 1}, {"inner": {"text": "safe \\u{7}"}}], \#
        "last": ["x"]}
        """#)
  }

  @Test func `as an array with an element a line`() {
    #expect(JSONText.array(.lines) { _ in }.string == "[]")
    let json = JSONText.array(.lines) { elements in
      elements.write(1)
      elements.object { $0.write("id", 2) }
    }
    #expect(json.string == "[\n1,\n{\"id\": 2}\n]")
  }
}
