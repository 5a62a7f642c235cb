package import TextIO

extension JSONObject {
  /// Writes the members of a route, whose keys are part of the contract.
  ///
  /// Models are identified by id: `message` with `kind`, `domain`, and `code`; `from`; for an event
  /// `receivers`, otherwise `hops` with `node`, `verdict`, and `reason`; `outcome`; and `handler`, if
  /// any.
  package mutating func write(_ route: Route, in snapshot: Snapshot) {
    object("message") { $0.write(route.message) }
    write("from", snapshot[route.raiser].id)
    if route.message.kind == .event {
      var receivers: [Int] = []
      if case .delivered(let to) = route.outcome { receivers = to }
      write("receivers", receivers.map { snapshot[$0].id })
    } else {
      array("hops", of: route.hops) { hop, json in
        json.write("node", snapshot[hop.node].id)
        json.write("verdict", hop.verdict.rawValue)
        json.write("reason", hop.reason.rawValue)
      }
    }
    write("outcome", route.outcome.word)
    if case .handled(let handler) = route.outcome { write("handler", snapshot[handler].id) }
  }

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
