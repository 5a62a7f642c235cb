package import TextIO
package import TreeSnapshot

/// The effects of a test message: the answer to `raise`.
package struct RaisedRoute: Hashable, Sendable {
  /// A model that the message was offered to.
  struct Hop: Hashable, Sendable {
    var node: Int
    var verdict: Route.Verdict
    var reason: Route.Reason
  }

  /// The message, and the model that raised it.
  var message: Message
  var raiser: Int
  var hops: [Hop]
  var receivers: [Int]
  /// The outcome, in the word of a route.
  var outcome: String
  /// The handlers, and the messages they raised.
  var handlings: [TakenRoute.Handling]
  /// Additional notes.
  package var notes: [String]
  /// The tree after all handlers returned; nil if the app no longer had one.
  package var mark: TreeMark?
  /// The journal's record before the effects; nil without a journal.
  package var record: Int?

  /// The maximum number of nested handlers to send.
  static let levels = 64
}

extension RaisedRoute {
  /// Extracts the facts of a report.
  package init(_ report: RaiseReport, mark: TreeMark?) {
    let snapshot = report.before.snapshot
    func id(_ position: Int) -> Int { snapshot[position].id }
    message = report.route.message
    raiser = id(report.route.raiser)
    hops = report.route.hops.map {
      Hop(node: id($0.node), verdict: $0.verdict, reason: $0.reason)
    }
    receivers = []
    if case .delivered(let to) = report.route.outcome { receivers = to.map(id) }
    outcome = report.route.outcome.word
    handlings = report.taken.handlings
    notes = report.notes
    record = report.record
    self.mark = mark
  }

  /// The route in an earlier snapshot of the tree; nil if the raiser isn't in it. Models that have
  /// left since are skipped.
  package func route(in snapshot: Snapshot) -> Route? {
    func positions(_ ids: [Int]) -> [Int] { ids.compactMap { snapshot.position(ofID: $0) } }
    guard let from = snapshot.position(ofID: raiser) else { return nil }
    let hops = hops.compactMap { hop in
      snapshot.position(ofID: hop.node).map {
        Route.Hop(node: $0, verdict: hop.verdict, reason: hop.reason)
      }
    }
    let handler = hops.last { $0.verdict == .handled }?.node
    let outcome: Route.Outcome =
      switch message.kind {
      case .event:
        receivers.isEmpty ? .unheard : .delivered(to: positions(receivers))
      case .error: handler.map { .handled(by: $0) } ?? .uncaught
      case .bubble: handler.map { .handled(by: $0) } ?? .unhandled
      }
    return Route(message: message, raiser: from, hops: hops, outcome: outcome)
  }

  /// The recorded route, with the models' names in an earlier snapshot of the tree.
  package func taken(in snapshot: Snapshot) -> TakenRoute {
    func stop(_ id: Int) -> TakenRoute.Stop {
      let type = snapshot.position(ofID: id).map { snapshot[$0].type }
      return TakenRoute.Stop(id: id, type: type ?? "?")
    }
    return TakenRoute(
      message: message, raiser: stop(raiser),
      passed: hops.filter { $0.verdict == .passed }.map { stop($0.node) },
      handlings: handlings, isUncaught: outcome == Route.Outcome.uncaught.word)
  }
}

extension RaisedRoute: JSONReadable {
  /// Writes the members of the answer.
  package func write(to json: inout JSONObject) {
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

  /// Reads an answer. Handlers nested deeper than 64 levels are left out.
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    let route = try json.readObject("route")
    self.init(
      message: try route.read("message"), raiser: try route.read("from"),
      hops: try route.readIfPresent("hops") ?? [],
      receivers: try route.readIfPresent("receivers") ?? [], outcome: try route.read("outcome"),
      handlings: try json.read("handlers"), notes: try json.read("notes"),
      record: try json.readIfPresent("record"))
    let (tree, revision): (Int?, Int?) =
      (try json.readIfPresent("tree"), try json.readIfPresent("revision"))
    if let tree, let revision { mark = TreeMark(tree: tree, revision: revision) }
  }
}

extension TakenRoute.Handling: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    self.init(
      model: .init(id: try json.read("node"), type: try json.read("type")),
      duration: .nanoseconds(try json.read("nanoseconds") as Int), raised: try json.read("raised"))
  }
}

extension TakenRoute: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    self.init(
      message: try json.read("message"),
      raiser: .init(id: try json.read("from"), type: try json.read("type")),
      handlings: try json.read("handlers"),
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
