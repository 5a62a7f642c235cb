import Testing
import TreeSnapshot

@Suite struct `Each node of a dump is checked` {
  static let nodes: [(String, String)] = [
    ("1", "a model must be an object, not a number"),
    ("null", "a model must be an object, not null"),
    ("[]", "a model must be an object, not an array"),
    ("{}", "the model has no 'id'; add it"),
    (#"{"type": "A"}"#, "the model has no 'id'; add it"),
    (#"{"id": 3}"#, "model 3: the model has no 'type'; add it"),
    (#"{"id": 3, "type": ""}"#, "model 3: 'type' must be a name, not an empty string"),
    (#"{"type": "", "id": 3}"#, "'type' must be a name, not an empty string"),
    (#"{"id": "3"}"#, "'id' must be a whole number, not a string"),
    (#"{"id": null}"#, "'id' must be a whole number, not null"),
    (#"{"id": true}"#, "'id' must be a whole number, not true or false"),
    (#"{"id": []}"#, "'id' must be a whole number, not an array"),
    (#"{"id": 3, "id": 3}"#, "model 3: one object has 'id' twice; keep one"),
    (
      #"{"id": 3, "type": "A", "type": "A"}"#, "model 3: one object has 'type' twice; keep one"
    ),
  ]

  @Test(arguments: nodes)
  func `a node without its id or type is refused`(_ node: String, _ message: String) {
    #expect(refusal(of: Dumps.of(node)) == "line 1: \(message)")
  }

  static let noIDs = ["-1", "-0", "1.0", "1.5", "1e3", "9223372036854775808", "1E400"]

  @Test(arguments: noIDs, ["id", "parent"])
  func `ids are whole numbers of 63 bits`(_ number: String, _ key: String) {
    let node = key == "id" ? "" : "model 3: "
    #expect(
      refusal(of: Dumps.of("{\(key == "id" ? "" : "\"id\": 3, ")\"\(key)\": \(number)}"))
        == "line 1: \(node)'\(key)' must be a whole number from 0 to 9223372036854775807, "
        + "not \(number)")
  }

  static let values: [(String, String)] = [
    ("1", "a number"), ("null", "null"), ("true", "true or false"), ("\"x\"", "a string"),
    ("[]", "an array"), ("{}", "an object"),
  ]

  static let keys: [(String, String)] = [
    ("type", "a string"), ("label", "a string"), ("representation", "a string"),
    ("source", "a string"), ("parent", "a whole number"), ("session", "true or false"),
    ("open", "true or false"),
    ("services", "an array"), ("handles", "an array"), ("raises", "an array"),
    ("state", "an object"),
  ]

  @Test(arguments: keys, values)
  func `each key asks for its type`(_ key: (String, String), _ value: (String, String)) {
    guard key.1 != value.1, key.1 != "a whole number" || value.1 != "a number" else { return }
    #expect(
      refusal(of: Dumps.of("{\"id\": 7, \"\(key.0)\": \(value.0)}"))
        == "line 1: model 7: '\(key.0)' must be \(key.1), not \(value.1)")
  }

  @Test(arguments: keys.map(\.0).filter { $0 != "type" })
  func `a key that is there twice is refused`(_ key: String) {
    let values = [
      "parent": "1", "session": "true", "open": "true", "services": "[]", "handles": "[]",
      "raises": "[]",
      "state": "{}",
    ]
    let member = "\"\(key)\": \(values[key] ?? "\"x\"")"
    #expect(
      refusal(of: Dumps.ofNode("\(member),\n\(member)"))
        == "line 2: model 7: one object has '\(key)' twice; keep one")
  }

  static let messages: [(String, String)] = [
    ("3", "a message in '@' must be an object, not a number"),
    ("null", "a message in '@' must be an object, not null"),
    ("{}", "a message in '@' has no 'kind'; add it"),
    (#"{"domain": "D", "code": "1"}"#, "a message in '@' has no 'kind'; add it"),
    (#"{"kind": "error", "code": "1"}"#, "a message in '@' has no 'domain'; add it"),
    (#"{"kind": 1}"#, "'kind' must be a string, not a number"),
    (#"{"kind": null}"#, "'kind' must be a string, not null"),
    (
      #"{"kind": "warning"}"#,
      "'kind' must be \"error\", \"bubble\" or \"event\", not \"warning\""
    ),
    (#"{"kind": ""}"#, "'kind' must be \"error\", \"bubble\" or \"event\", not \"\""),
    (#"{"domain": null}"#, "'domain' must be a string, not null"),
    (#"{"code": 101}"#, "'code' must be a string, not a number"),
    (#"{"code": null}"#, "'code' must be a string, not null"),
    (#"{"label": []}"#, "'label' must be a string, not an array"),
    (#"{"source": {}}"#, "'source' must be a string, not an object"),
    (#"{"kind": "event", "kind": "event"}"#, "one object has 'kind' twice; keep one"),
    (#"{"domain": "D", "domain": "D"}"#, "one object has 'domain' twice; keep one"),
    (#"{"code": "1", "code": "1"}"#, "one object has 'code' twice; keep one"),
    (#"{"label": "1", "label": "1"}"#, "one object has 'label' twice; keep one"),
    (#"{"source": "1", "source": "1"}"#, "one object has 'source' twice; keep one"),
  ]

  @Test(arguments: messages, ["handles", "raises"])
  func `a message is checked`(_ message: (String, String), _ key: String) {
    #expect(
      refusal(of: Dumps.ofNode("\"\(key)\": [\(message.0)]"))
        == "line 1: model 7: \(message.1.replacing("@", with: key))")
  }

  @Test func `only what is handled may leave the code out`() {
    let message = #"{"kind": "error", "domain": "D"}"#
    #expect(refusal(of: Dumps.ofNode("\"handles\": [\(message)]")) == nil)
    #expect(
      refusal(of: Dumps.ofNode("\"raises\": [\(message)]"))
        == "line 1: model 7: a message in 'raises' has no 'code'; add it")
  }

  static let elements: [(String, String)] = [
    (#""services": [1]"#, "a service must be a string, not a number"),
    (#""services": ["A", null]"#, "a service must be a string, not null"),
    (#""state": {"n": 3}"#, "a value in 'state' must be a string, not a number"),
    (#""state": {"n": null}"#, "a value in 'state' must be a string, not null"),
    (#""state": {"n": "1", "n": "2"}"#, "one object has 'n' twice; keep one"),
    (#""state": {"\u001b": "1", "\u001B": "2"}"#, "one object has '\\u{1b}' twice; keep one"),
  ]

  @Test(arguments: elements)
  func `services and state hold strings`(_ member: String, _ message: String) {
    #expect(refusal(of: Dumps.ofNode(member)) == "line 1: model 7: \(message)")
  }
}
