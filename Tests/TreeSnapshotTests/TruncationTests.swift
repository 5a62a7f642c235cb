import Testing
import TreeSnapshot

@Suite struct `A dump that is cut off is refused` {
  @Test func `at every byte`() {
    let bytes = Array(Dumps.full.utf8)
    // The last two bytes are the brace that ends the dump and a newline.
    for length in 1..<(bytes.count - 1) {
      let prefix = Array(bytes[..<length])
      let error = #expect(throws: DumpError.self) { try Snapshot(dump: prefix) }
      let lines = prefix.count { $0 == UInt8(ascii: "\n") } + 1
      #expect(error?.line == lines)
      #expect(error?.reason.hasPrefix("the dump is cut off") == true, "after \(length) bytes")
    }
  }

  static let unknown = [
    #"{"x": {"y": [1, 2.5e-3, "a\n\u0041", {"z": {}}]}"#, #"{"x": [[], {}, -7"#, #"{"x": -"#,
    #"{"x": "\"#, #"{"x": "\u00"#, #"{"\ud83d\u"#, #"{"x": 1."#, #"{"x": 1e"#, #"{"x": 1E+"#,
    #"{"x": tru"#, #"{"x": nul"#, #"{"x": "\ud83d"#, #"{"x": "\ud83d\"#,
  ]

  @Test(arguments: unknown)
  func `inside a value that is not used`(_ text: String) {
    #expect(
      refusal(of: text)
        == "line 1: the dump is cut off: the text ends inside a value; write it again")
  }
}
