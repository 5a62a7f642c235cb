package import TextIO
package import TreeSnapshot

/// A route in words, model by model.
package struct RouteWords {
  private let route: Route
  private let snapshot: Snapshot
  private let names: ModelNames

  /// Costs one pass over the hops.
  ///
  /// - Parameters:
  ///   - route: the route.
  ///   - snapshot: the snapshot of the route.
  package init(_ route: Route, in snapshot: Snapshot) {
    self.route = route
    self.snapshot = snapshot
    names = ModelNames(
      snapshot,
      route.hops.map(\.node) + [route.raiser, snapshot.eventSession(ofRaiserAt: route.raiser)])
  }

  /// The name of a model of the route.
  package func name(_ node: Int) -> SafeText { names.name(of: node) }

  /// The name of the raiser, which is always followed by its id.
  package var raiserName: SafeText { names.nameWithoutID(of: route.raiser) }

  /// Why a model handled or passed the message.
  package func reason(of hop: Route.Hop) -> SafeText {
    switch hop.reason {
    case .code, .domain:
      return registration(at: hop.node)
    case .noHandlers:
      return "nothing registered for \(route.message.kind.rawValue)s"
    case .otherCodes:
      let codes = subscriptions(at: hop.node).filter { $0.domain == route.message.domain }
      return "only other codes of \(route.message.domain): "
        + Self.shortList(
          codes.map { own in
            (own.code ?? "*") + (own.label.map { " (\($0))" } ?? "")
              + (own.source.map { " at \($0)" } ?? "")
          })
    case .otherPayload:
      let own = subscriptions(at: hop.node).first {
        $0.domain == route.message.domain && $0.code ?? route.message.code == route.message.code
      }
      guard let own else { return "registered with a payload of another type" }
      return "registered for it with a payload of type \(own.payload ?? "…")"
        + "\(Self.source(of: own)), not \(carried)"
    case .otherDomains:
      var seen: Set<String> = []
      let domains = subscriptions(at: hop.node).map(\.domain).filter { seen.insert($0).inserted }
      return "only other domains: \(Self.shortList(domains))"
    }
  }

  /// The subscription for the message, with its source.
  package func registration(at node: Int) -> SafeText {
    let place = snapshot.registration(taking: route.message, payload: route.payload, at: node)
    guard let place else { return "" }
    let taken = snapshot[node].subscriptions[place]
    let rest = taken.shownPayload + Self.source(of: taken)
    return taken.code == nil
      ? "registered for all of \(route.message.domain)\(rest)" : "registered for this code\(rest)"
  }

  /// The value of the message, after "not".
  package var carried: SafeText { route.payload.map { SafeText($0) } ?? "what this carries" }

  private static func source(of own: Subscription) -> SafeText {
    own.source.map { " at \($0)" } ?? ""
  }

  /// The outcome: a word, and the rest of the sentence.
  package var outcome: (word: SafeText, rest: SafeText) {
    let rest: SafeText =
      switch route.outcome {
      case .handled(let handler):
        " by \(name(handler))"
          + (route.hops.count == 1 ? " itself" : " after \(counted(route.hops.count - 1, "hop"))")
      case .uncaught:
        ": no model up to the root is registered for it; it ends in \(name(0)), "
          + (snapshot[0].isSession
            ? "which is notified" : "which isn't a session, and isn't notified")
      case .unhandled: ": no model up to the root is registered for it; nothing happens"
      case .delivered(let receivers):
        " to \(counted(receivers.count, "model"))\(receivers.count > 1 ? ", in this order" : "")"
      case .unheard: ": no model below that session is registered for it"
      }
    return ("\(route.outcome.word)", rest)
  }

  private func subscriptions(at node: Int) -> [Subscription] {
    snapshot[node].subscriptions.filter { $0.kind == route.message.kind }
  }

  private static func shortList(_ names: [String]) -> SafeText {
    "\(names.prefix(6).joined(separator: ", "))"
      + (names.count > 6 ? " and \(names.count - 6) more" : "")
  }
}
