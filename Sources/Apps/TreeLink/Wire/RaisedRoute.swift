package import TextIO
package import TreeSnapshot

/// The effects of a test message: the answer to `raise`.
package struct RaisedRoute: Hashable, Sendable {
  /// The recorded route, whose models are known by their ids, and handlers by their types, too.
  package var taken: TakenRoute
  /// Additional notes.
  package var notes: [String]
  /// The journal's record before the effects; nil without a journal.
  package var record: Int?
}

extension RaiseReport {
  /// The maximum number of nested handlers to send.
  private static let levels = 64

  /// Writes the members of the answer to `raise`.
  ///
  /// - Parameter mark: the tree after all handlers returned; nil if the app no longer has one.
  package func write(to json: inout JSONObject, _ mark: TreeMark?) {
    json.object("route") { $0.write(route, in: before.snapshot) }
    Self.write(taken.handlings, level: 0, to: &json)
    json.write("notes", notes)
    mark?.write(to: &json)
    json.write("record", record)
  }

  private static func write(
    _ handlings: [TakenRoute.Handling], level: Int, to json: inout JSONObject
  ) {
    json.array("handlers", of: handlings) { handling, json in
      json.write("node", handling.model.id)
      json.write("type", handling.model.type)
      json.write("nanoseconds", handling.duration.nanoseconds)
      json.array("raised", of: level < levels ? handling.raised : []) { route, json in
        json.object("message") { $0.write(route.message) }
        json.write("from", route.raiser.id)
        json.write("type", route.raiser.type)
        if route.isUncaught { json.write("uncaught", true) }
        write(route.handlings, level: level + 1, to: &json)
      }
    }
  }
}

extension RaisedRoute: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    let route = try json.readObject("route")
    taken = TakenRoute(
      message: try route.read("message"), raiser: .init(id: try route.read("from"), type: ""),
      handlings: try json.read("handlers"),
      isUncaught: try route.read("outcome") as String == Route.Outcome.uncaught.word)
    // Of an event there are none.
    guard case .array(let hops) = route["hops"] ?? .array([]) else {
      throw .wrongType(key: "hops", expected: "an array", found: "something else")
    }
    for hop in hops where hop["verdict"] == .string(Route.Verdict.passed.rawValue) {
      taken.passed.append(.init(id: try hop.read("node"), type: ""))
    }
    notes = try json.read("notes")
    record = try json.readIfPresent("record")
  }
}

extension TakenRoute.Handling: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    self.init(
      model: .init(id: try json.read("node"), type: try json.read("type")),
      duration: .nanoseconds(try json.read("nanoseconds") as Int), raised: try json.read("raised"))
  }
}

extension TakenRoute: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    self.init(
      message: try json.read("message"),
      raiser: .init(id: try json.read("from"), type: try json.read("type")),
      handlings: try json.read("handlers"),
      isUncaught: try json.readIfPresent("uncaught") ?? false)
  }
}
