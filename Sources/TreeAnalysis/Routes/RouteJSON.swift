package import TextIO
package import TreeSnapshot

extension JSONObject {
  /// Writes a route as members, whose keys are part of the contract.
  ///
  /// Models are named by their ids: `message` with `kind`, `domain` and `code`; `from`; for an event
  /// `receivers`, else `hops` with `node`, `verdict` and `reason`; `outcome`; and `handler` where
  /// there is one.
  ///
  /// - Parameters:
  ///   - route: the route.
  ///   - snapshot: the tree that it leads through.
  package mutating func write(_ route: Route, in snapshot: Snapshot) {
    func id(_ position: Int) -> Int { snapshot[position].id }
    let message = route.message
    write(
      "message", KnownMessage(kind: message.kind, domain: message.domain, code: message.code))
    write("from", id(route.raiser))
    if message.kind == .event {
      var receivers: [Int] = []
      if case .delivered(let to) = route.outcome { receivers = to }
      write("receivers", receivers.map(id))
    } else {
      array("hops") { hops in
        for hop in route.hops {
          hops.object { json in
            json.write("node", id(hop.node))
            json.write("verdict", hop.verdict.rawValue)
            json.write("reason", hop.reason.rawValue)
          }
        }
      }
    }
    write("outcome", route.outcome.word)
    if case .handled(let handler) = route.outcome { write("handler", id(handler)) }
  }

  /// Writes a message as an object of its kind, its domain and, where one is known, its code.
  package mutating func write(_ key: String, _ message: KnownMessage) {
    object(key) { json in
      json.write("kind", message.kind.rawValue)
      json.write("domain", message.domain)
      json.write("code", message.code)
    }
  }
}

/// A route as the members of an object that a caller writes by hand. Goes once every caller has a
/// `JSONObject`.
package struct RouteJSON {
  private let members: [UInt8]

  package init(_ route: Route, in snapshot: Snapshot) {
    members = Array(JSONText.object { $0.write(route, in: snapshot) }.bytes.dropFirst().dropLast())
  }

  package func writeMembers(to json: inout some ByteSink & ~Copyable) {
    members.withUnsafeBufferPointer { json.write($0) }
  }
}
