import TextIO
import TreeAnalysis
import TreeSnapshot

extension Message.Kind {
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    let offset = scanner.position
    let name = try scanner.readString(key)
    guard let kind = Message.Kind(rawValue: name) else {
      throw JSONFailure(
        offset: offset,
        problem: JSONProblem.wrongType(
          key: key, expected: "\"error\", \"bubble\" or \"event\"", found: "\"\(name.prefix(40))\"")
      )
    }
    self = kind
  }
}

extension Message {
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    let subscription = try Subscription(&scanner, key)
    self.init(
      kind: subscription.kind, domain: subscription.domain,
      code: try scanner.required(subscription.code, "code"))
  }
}

extension Subscription {
  /// Reads a message, or all messages of a domain.
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var kind: Message.Kind?
    var (domain, code, label, source): (String?, String?, String?, String?)
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "kind": kind = try Message.Kind(&scanner, key)
      case "domain": domain = try scanner.readString(key)
      case "code": code = try scanner.readString(key)
      case "label": label = try scanner.readString(key)
      case "source": source = try scanner.readString(key)
      default: return false
      }
      return true
    }
    self.init(
      kind: try scanner.required(kind, "kind"), domain: try scanner.required(domain, "domain"),
      code: code, label: label, source: source)
  }
}

extension EndedSubscription {
  /// Reads `{"node", "message", "label", "source"}`.
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var node: Int?
    var message: Subscription?
    var (label, source): (String?, String?)
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "node": node = try scanner.readWholeNumber(key)
      case "message": message = try Subscription(&scanner, key)
      case "label": label = try scanner.readString(key)
      case "source": source = try scanner.readString(key)
      default: return false
      }
      return true
    }
    var subscription = try scanner.required(message, "message")
    subscription.label = label
    subscription.source = source
    self.init(id: try scanner.required(node, "node"), subscription: subscription)
  }

  func write(to json: inout JSONObject) {
    json.write("node", id)
    json.object("message") {
      $0.write(subscription.kind, domain: subscription.domain, code: subscription.code)
    }
    json.write("label", subscription.label)
    json.write("source", subscription.source)
  }
}
