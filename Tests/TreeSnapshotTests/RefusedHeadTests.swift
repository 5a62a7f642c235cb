import Testing
import TreeSnapshot

@Suite struct `The head of a dump is checked` {
  private static let noFormat =
    "this is not a dump of a model tree: it has no 'format'; a dump has \"format\": \"model-tree\""

  static let heads: [(String, String)] = [
    (#"{}"#, noFormat), (#"{"name": "x"}"#, noFormat),
    (#"{"version": 1, "nodes": []}"#, noFormat),
    (#"{"format": "model-tree", "nodes": []}"#, "the dump has no 'version'; add it"),
    (#"{"nodes": [{}], "format": "model-tree"}"#, "the dump has no 'version'; add it"),
    (#"{"format": "model-tree", "version": 1}"#, "the dump has no 'nodes'; add it"),
    (
      #"{"format": "", "version": 1}"#,
      "'format' is \"\", not \"model-tree\": this is not a dump of a model tree"
    ),
    (
      #"{"format": "\u001b[31m"}"#,
      "'format' is \"\\u{1b}[31m\", not \"model-tree\": this is not a dump of a model tree"
    ),
    (#"{"format": 1}"#, "'format' must be a string, not a number"),
    (#"{"version": "1"}"#, "'version' must be a whole number, not a string"),
    (#"{"version": true}"#, "'version' must be a whole number, not true or false"),
    (
      #"{"format": "model-tree", "format": "model-tree"}"#,
      "one object has 'format' twice; keep one"
    ),
    (#"{"version": 1, "version": 1}"#, "one object has 'version' twice; keep one"),
    (#"{"name": "A", "name": "A"}"#, "one object has 'name' twice; keep one"),
    (#"{"n\u0061me": "A", "name": "A"}"#, "one object has 'name' twice; keep one"),
  ]

  @Test(arguments: heads)
  func `a head that is not that of a dump is refused`(_ text: String, _ message: String) {
    #expect(refusal(of: text) == "line 1: \(message)")
  }

  static let versions = ["2", "10", "99999999999999999999", "9223372036854775807"].map {
    ($0, "version \($0) of the format is newer than version 1, which this reads; update modeltree")
  }
  static let noVersions = ["0", "-1", "1.0", "1e0", "1.5"].map {
    ($0, "format version \($0) isn't supported; write version 1")
  }

  @Test(arguments: versions + noVersions)
  func `another version is refused for its version and nothing else`(
    _ version: String, _ message: String
  ) {
    let nodes = #""nodes": [{"identity": "new"}, 3], "messages": {"all": []}"#
    let format = #""format": "model-tree""#
    #expect(refusal(of: "{\(format), \"version\": \(version), \(nodes)}") == "line 1: \(message)")
    #expect(refusal(of: "{\(nodes),\n\(format), \"version\": \(version)}") == "line 2: \(message)")
    #expect(refusal(of: "{\"version\": \(version), \(nodes), \(format)}") == "line 1: \(message)")
  }

  @Test func `a long format is cut between characters`() {
    let format = "x" + String(repeating: "é", count: 40)
    #expect(
      refusal(of: "{\"format\": \"\(format)\"}")?.contains("\u{fffd}") == false)
  }

  static let members: [(String, String)] = [
    (#""name": 1"#, "'name' must be a string, not a number"),
    (#""messages": {}"#, "'messages' must be an array, not an object"),
    (#""messages": [1]"#, "a message in 'messages' must be an object, not a number"),
    (
      #""messages": [{"domain": "D", "code": "1"}]"#,
      "a message in 'messages' has no 'kind'; add it"
    ),
    (
      #""messages": [{"kind": "error", "code": "1"}]"#,
      "a message in 'messages' has no 'domain'; add it"
    ),
    (
      #""messages": [{"kind": "error", "domain": "D"}]"#,
      "a message in 'messages' has no 'code'; add it"
    ),
    (
      #""messages": [{"kind": "Error", "domain": "D", "code": "1"}]"#,
      "'kind' must be \"error\", \"bubble\" or \"event\", not \"Error\""
    ),
  ]

  @Test(arguments: members)
  func `the name and the messages are checked on either side of the head`(
    _ member: String, _ message: String
  ) {
    #expect(refusal(of: Dumps.withHead(member)) == "line 1: \(message)")
    let first = #"{\#(member), "format": "model-tree", "version": 1, "nodes": []}"#
    #expect(refusal(of: first) == "line 1: \(message)")
  }
}
