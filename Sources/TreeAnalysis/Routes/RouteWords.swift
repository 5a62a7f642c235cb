import TextIO
package import TreeSnapshot

/// What happened to a message at each model, in words that are safe to show.
package struct RouteWords {
  private let route: Route
  private let snapshot: Snapshot

  /// - Parameters:
  ///   - route: the route.
  ///   - snapshot: the tree that it leads through.
  package init(_ route: Route, in snapshot: Snapshot) {
    self.route = route
    self.snapshot = snapshot
  }

  /// The name of a model.
  package func name(_ node: Int) -> String { SafeText.escape(snapshot[node].type) }

  /// Why a model took the message or let it pass.
  package func reason(of hop: Route.Hop) -> String {
    let kind = route.message.kind.rawValue
    switch hop.reason {
    case .code, .domain:
      return registration(at: hop.node)
    case .noHandlers:
      return "nothing registered for \(kind)s"
    case .otherCodes:
      let codes = subscriptions(at: hop.node).filter { $0.domain == route.message.domain }
      return SafeText.escape(
        "only other codes of \(route.message.domain): "
          + Self.shortList(codes.map { ($0.code ?? "*") + ($0.label.map { " (\($0))" } ?? "") }))
    case .otherDomains:
      var seen: Set<String> = []
      let domains = subscriptions(at: hop.node).map(\.domain).filter { seen.insert($0).inserted }
      return SafeText.escape("only other domains: \(Self.shortList(domains))")
    }
  }

  /// The registration that takes the message, with where it was made.
  package func registration(at node: Int) -> String {
    guard let place = snapshot.registration(taking: route.message, at: node) else { return "" }
    let taken = snapshot[node].subscriptions[place]
    let source = taken.source.map { " at \($0)" } ?? ""
    return SafeText.escape(
      taken.code == nil
        ? "registered for all of \(route.message.domain)\(source)"
        : "registered for this code\(source)")
  }

  /// What became of it: a word, and the rest of the sentence.
  package var outcome: (word: String, rest: String) {
    let word = route.outcome.word
    switch route.outcome {
    case .handled(let handler):
      let hops = route.hops.count - 1
      let after = hops == 1 ? "1 hop" : "\(hops) hops"
      return (word, " by \(name(handler))\(hops == 0 ? " itself" : " after \(after)")")
    case .uncaught:
      return (
        word,
        ": no model up to the root is registered for it; it ends in \(name(0)), which is notified"
      )
    case .unhandled:
      return (word, ": no model up to the root is registered for it; nothing happens")
    case .delivered(let receivers):
      let models = receivers.count == 1 ? "1 model" : "\(receivers.count) models"
      return (word, " to \(models)\(receivers.count > 1 ? ", in this order" : "")")
    case .unheard:
      return (word, ": no model below that session is registered for it")
    }
  }

  private func subscriptions(at node: Int) -> [Subscription] {
    snapshot[node].subscriptions.filter { $0.kind == route.message.kind }
  }

  private static func shortList(_ names: [String]) -> String {
    names.prefix(6).joined(separator: ", ")
      + (names.count > 6 ? " and \(names.count - 6) more" : "")
  }
}
