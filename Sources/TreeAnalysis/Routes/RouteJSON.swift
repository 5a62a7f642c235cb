package import TextIO
package import TreeSnapshot

/// A route as the members of a JSON object, whose keys are part of the contract.
///
/// Models are identified by id: `message` with `kind`, `domain`, and `code`; `from`; for an event
/// `receivers`, otherwise `hops` with `node`, `verdict`, and `reason`; `outcome`; and `handler`, if
/// any.
package struct RouteJSON {
  private let route: Route
  private let snapshot: Snapshot

  /// - Parameters:
  ///   - route: the route.
  ///   - snapshot: the snapshot of the route.
  package init(_ route: Route, in snapshot: Snapshot) {
    self.route = route
    self.snapshot = snapshot
  }

  /// Writes the members.
  package func write(to json: inout JSONObject) {
    let message = route.message
    json.object("message") { $0.write(message) }
    json.write("from", id(route.raiser))
    if route.message.kind == .event {
      var receivers: [Int] = []
      if case .delivered(let to) = route.outcome { receivers = to }
      json.write("receivers", receivers.map(id))
    } else {
      json.array("hops", of: route.hops) { hop, json in
        json.write("node", id(hop.node))
        json.write("verdict", hop.verdict.rawValue)
        json.write("reason", hop.reason.rawValue)
      }
    }
    json.write("outcome", route.outcome.word)
    if case .handled(let handler) = route.outcome { json.write("handler", id(handler)) }
  }

  private func id(_ position: Int) -> Int { snapshot[position].id }
}

extension JSONObject {
  /// Writes the members that name a message or, without a code, a whole domain.
  package mutating func write(_ kind: Message.Kind, domain: String, code: String?) {
    write("kind", kind.rawValue)
    write("domain", domain)
    write("code", code)
  }

  /// Writes the same members.
  package mutating func write(_ message: Message) {
    write(message.kind, domain: message.domain, code: message.code)
  }

  /// Writes the same members.
  package mutating func write(_ message: KnownMessage) {
    write(message.kind, domain: message.domain, code: message.code)
  }
}
