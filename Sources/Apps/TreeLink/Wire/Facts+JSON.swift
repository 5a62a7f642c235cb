package import TextIO
package import TreeJournal
package import TreeSnapshot

// Facts about trees in requests and answers, as JSON. The keys are part of the contract.

extension Message: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    let known = try KnownMessage(json: json, key)
    self.init(kind: known.kind, domain: known.domain, code: try json.read("code"))
  }
}

extension EndedSubscription: JSONReadable {
  /// Reads `{"node", "message", "label", "source"}`.
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    let message: KnownMessage = try json.read("message")
    self.init(
      id: try json.read("node"),
      subscription: Subscription(
        kind: message.kind, domain: message.domain, code: message.code,
        label: try json.readIfPresent("label"), source: try json.readIfPresent("source")))
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

extension LeakedModel: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    self.init(
      id: try json.read("id"), type: try json.read("type"), path: try json.readIfPresent("path"),
      source: try json.readIfPresent("source"), holder: try json.readIfPresent("heldBy"),
      isOfEarlierTree: try json.readIfPresent("earlier") ?? false,
      handlers: try json.readIfPresent("handlers") ?? [],
      work: try json.readIfPresent("work") ?? [])
  }

  /// Writes the known members of the JSON object.
  package func write(to json: inout JSONObject) {
    json.write("id", id)
    json.write("type", type)
    json.write("path", path)
    json.write("source", source)
    json.write("heldBy", holder)
    if isOfEarlierTree { json.write("earlier", true) }
    writeCauses(to: &json)
  }

  /// Writes what may hold the model, in the members `handlers` and `work`.
  package func writeCauses(to json: inout JSONObject) {
    if !handlers.isEmpty { json.write("handlers", handlers) }
    if !work.isEmpty { json.write("work", work) }
  }
}

extension TargetAction: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    let name: String = try json.read("name")
    self.init(name: name, usage: try json.read("usage"), help: try json.read("help"))
    guard let lists = json["values"] else { return }
    try lists.checkObject("values")
    for parameter in parameters { values[parameter] = try lists.readIfPresent(parameter) }
  }

  /// Writes the members of the JSON object.
  package func write(to json: inout JSONObject) {
    json.write("name", name)
    json.write("usage", usage)
    json.write("help", help)
    if values.isEmpty { return }
    json.object("values") { json in
      for parameter in parameters {
        if let values = values[parameter] { json.write(parameter, values) }
      }
    }
  }
}

extension ActionResult: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    self.init(
      answer: try json.read("answer"), nanoseconds: try json.read("nanoseconds"),
      record: try json.readIfPresent("record"))
  }

  /// Writes the members of the JSON object.
  package func write(to json: inout JSONObject) {
    json.write("answer", answer)
    json.write("nanoseconds", nanoseconds)
    json.write("record", record)
  }
}

extension TreeMark: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    self.init(tree: try json.read("tree"), revision: try json.read("revision"))
  }

  func write(to json: inout JSONObject) {
    json.write("tree", tree)
    json.write("revision", revision)
  }
}

/// An app's leaked models, with a frozen copy of its process, in which they have the same addresses.
package struct FrozenLeaks: Hashable, Sendable {
  /// The models that left the tree and are still alive, with their addresses.
  package var left: [LeakedModel]
  /// The copy's process, which ends with the connection; nil if the app can't be copied.
  package var pid: Int?
  /// How long the app was paused to make the copy, in nanoseconds.
  package var pause: Int

  /// Creates an answer.
  package init(left: [LeakedModel], pid: Int?, pause: Int) {
    self.left = left
    self.pid = pid
    self.pause = pause
  }
}

extension FrozenLeaks: JSONReadable {
  /// Reads `{"left", "addresses", "copy": {"pid", "paused"}}`.
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    left = try json.read("left")
    let addresses: [Int] = try json.read("addresses")
    for (index, address) in addresses.enumerated() where index < left.count && address > 0 {
      left[index].address = UInt(address)
    }
    let copy = json["copy"]
    pid = try copy?.read("pid")
    pause = try copy?.read("paused") ?? 0
  }

  /// Writes the members of the answer.
  package func write(to json: inout JSONObject) {
    json.writeLeft(left)
    json.write("addresses", left.map { $0.address.flatMap { Int(exactly: $0) } ?? 0 })
    guard let pid else { return }
    json.object("copy") {
      $0.write("pid", pid)
      $0.write("paused", pause)
    }
  }
}

extension JSONObject {
  /// Writes leaked models as the member `left`.
  package mutating func writeLeft(_ models: [LeakedModel]) {
    array("left") { array in for model in models { array.object { model.write(to: &$0) } } }
  }
}
