package import TextIO
import TreeAnalysis
package import TreeSnapshot

extension RaisedRoute: JSONReadable {
  var json: JSONText {
    .object { json in
      json.object("route") { json in
        json.object("message") { $0.write(message) }
        json.write("from", raiser)
        if message.kind == .event {
          json.write("receivers", receivers)
        } else {
          json.array("hops", of: hops) { hop, json in
            json.write("node", hop.node)
            json.write("verdict", hop.verdict.rawValue)
            json.write("reason", hop.reason.rawValue)
          }
        }
        json.write("outcome", outcome)
        json.write("handler", hops.last { $0.verdict == .handled }?.node)
      }
      Self.write(handlings, level: 0, to: &json)
      json.write("notes", notes)
      mark?.write(to: &json)
      json.write("record", record)
    }
  }

  private static func write(
    _ handlings: [TakenRoute.Handling], level: Int, to json: inout JSONObject
  ) {
    json.array("handlers", of: handlings) { handling, json in
      json.write("node", handling.model.id)
      json.write("type", handling.model.type)
      let (seconds, attoseconds) = handling.duration.components
      json.write("nanoseconds", Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
      json.array("raised", of: level < levels ? handling.raised : []) { route, json in
        json.object("message") { $0.write(route.message) }
        json.write("from", route.raiser.id)
        json.write("type", route.raiser.type)
        if route.isUncaught { json.write("uncaught", true) }
        write(route.handlings, level: level + 1, to: &json)
      }
    }
  }

  /// Reads an answer. Handlers nested deeper than 64 levels are left out.
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    guard let route = json["route"] else {
      throw .syntax(expected: "'route'", found: "an object without it")
    }
    try route.checkObject("route")
    self.init(
      message: try route.read("message"), raiser: try route.read("from"),
      hops: try route.readIfPresent("hops") ?? [],
      receivers: try route.readIfPresent("receivers") ?? [], outcome: try route.read("outcome"),
      handlings: try json.readIfPresent("handlers") ?? [],
      notes: try json.readIfPresent("notes") ?? [], record: try json.readIfPresent("record"))
    let (tree, revision): (Int?, Int?) =
      (try json.readIfPresent("tree"), try json.readIfPresent("revision"))
    if let tree, let revision { mark = TreeMark(tree: tree, revision: revision) }
  }
}

extension TakenRoute.Handling: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    self.init(
      model: .init(id: try json.read("node"), type: try json.readIfPresent("type") ?? "?"),
      duration: .nanoseconds(try json.readIfPresent("nanoseconds") ?? 0),
      raised: try json.readIfPresent("raised") ?? [])
  }
}

extension TakenRoute: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    self.init(
      message: try json.read("message"),
      raiser: .init(id: try json.read("from"), type: try json.readIfPresent("type") ?? "?"),
      handlings: try json.readIfPresent("handlers") ?? [],
      isUncaught: try json.readIfPresent("uncaught") ?? false)
  }
}

extension RaisedRoute.Hop: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    guard let verdict = Route.Verdict(rawValue: try json.read("verdict")),
      let reason = Route.Reason(rawValue: try json.read("reason"))
    else { throw .wrongType(key: key, expected: "a known verdict and reason", found: "others") }
    self.init(node: try json.read("node"), verdict: verdict, reason: reason)
  }
}
