package import TextIO
package import TreeSnapshot

/// A route as the members of a JSON object, whose keys are part of the contract.
///
/// Models are named by their ids: `message` with `kind`, `domain` and `code`; `from`; for an event
/// `receivers`, else `hops` with `node`, `verdict` and `reason`; `outcome`; and `handler` where there
/// is one.
package struct RouteJSON {
  private let route: Route
  private let snapshot: Snapshot

  /// - Parameters:
  ///   - route: the route.
  ///   - snapshot: the tree that it leads through.
  package init(_ route: Route, in snapshot: Snapshot) {
    self.route = route
    self.snapshot = snapshot
  }

  /// Writes the members without the braces around them, so that others may follow.
  package func writeMembers(to json: inout some ByteSink & ~Copyable) {
    json.write("\"message\": {\"kind\": \"\(route.message.kind.rawValue)\", \"domain\": ")
    JSONString.write(route.message.domain, to: &json)
    json.write(", \"code\": " as StaticString)
    JSONString.write(route.message.code, to: &json)
    json.write("}, \"from\": \(id(route.raiser))")
    if route.message.kind == .event {
      var receivers: [Int] = []
      if case .delivered(let to) = route.outcome { receivers = to }
      let ids = receivers.map { String(id($0)) }
      json.write(", \"receivers\": [\(ids.joined(separator: ", "))]")
    } else {
      let hops = route.hops.map { hop in
        "{\"node\": \(id(hop.node)), \"verdict\": \"\(hop.verdict.rawValue)\", "
          + "\"reason\": \"\(hop.reason.rawValue)\"}"
      }
      json.write(", \"hops\": [\(hops.joined(separator: ", "))]")
    }
    json.write(", \"outcome\": \"\(route.outcome.word)\"")
    if case .handled(let handler) = route.outcome { json.write(", \"handler\": \(id(handler))") }
  }

  private func id(_ position: Int) -> Int { snapshot[position].id }
}
