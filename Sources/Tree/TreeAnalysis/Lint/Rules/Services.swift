import TextIO
import TreeSnapshot

extension LintRule {
  /// A service that one session of a type provides and another doesn't.
  ///
  /// Reported once per session type and service, at the first session of the type that neither
  /// provides the service nor is inside a session that does, if another session of the type
  /// provides it: models below can't get it. A service that only local sessions of another type
  /// provide isn't reported; that is what local sessions are for.
  static let missingService = LintRule(
    name: "missing-service", severity: .warning,
    looksFor: "A service that one session provides and another of the same type lacks.",
    remedy: "Provide it in this session too, or in one that encloses both."
  ) { subject, rule in
    let providers = ServiceProviders(subject.snapshot)
    return providers.pairs.compactMap { pair -> (node: Int, finding: LintFinding)? in
      guard let lacking = providers.firstLacking(pair) else { return nil }
      let finding = LintFinding(
        rule, .missingService(pair.service), at: subject.place(of: lacking),
        ("provided by", subject.place(of: pair.session)))
      return (lacking, finding)
    }.sorted { $0.node < $1.node }.map(\.finding)
  }

  /// A service that hides one of the same name.
  ///
  /// Reported once per session and service if an enclosing session provides a service of the same
  /// name: models below get the nearer one. The tree doesn't show whether that is intended.
  static let shadowedService = LintRule(
    name: "shadowed-service", severity: .note,
    looksFor: "A service that hides one of the same name in an enclosing session.",
    remedy: "If models below should get the outer one, provide this one by another type."
  ) { subject, rule in
    let (snapshot, columns) = (subject.snapshot, subject.snapshot.columns)
    /// By service: the sessions at or above a node that provide it, the nearest last.
    var open: [Symbol: [Int]] = [:]
    var findings: [LintFinding] = []
    for node in snapshot.positions where columns.nodes.hasLists(at: node) {
      for service in columns.nodes.services(of: node) {
        var around = open.removeValue(forKey: service) ?? []
        while let last = around.last, Int(columns.subtreeEnds[last]) <= node {
          around.removeLast()
        }
        if let outer = around.last, outer != node {
          findings.append(
            LintFinding(
              rule, .shadowedService(service), at: subject.place(of: node),
              ("further out", subject.place(of: outer))))
        }
        if around.last != node { around.append(node) }
        open[service] = around
      }
    }
    return findings
  }

  /// A model that asks for a service that no session provides to it.
  ///
  /// Reported at each model that declares to use a service, as by @FromSession, and is in no
  /// session that provides it: reading the property ends the app. Models below a session that is
  /// not open aren't reported, since it may provide the service once it is. A journal doesn't know
  /// which services models ask for.
  static let unprovidedService = LintRule(
    name: "unprovided-service", severity: .error,
    looksFor: "A model that asks for a service that no session around it provides.",
    remedy: "Provide the service in createServices() of a session around the model.",
    needsAsks: true
  ) { subject, rule in
    let (snapshot, columns) = (subject.snapshot, subject.snapshot.columns)
    var parts: [Symbol: OutermostSubtrees] = [:]
    var unopened = OutermostSubtrees()
    for node in snapshot.positions where columns.nodes.fixed[node].isSession {
      if columns.nodes.fixed[node].isUnopened { unopened.add(node, of: snapshot) }
      for service in columns.nodes.services(of: node) {
        parts[service, default: OutermostSubtrees()].add(node, of: snapshot)
      }
    }
    return snapshot.positions.flatMap { node in
      columns.nodes.asks(of: node).filter { service in
        !unopened.contain(node) && parts[service]?.contain(node) != true
      }.map { LintFinding(rule, .unprovidedService($0), at: subject.place(of: node)) }
    }
  }

  /// A local session that is not open.
  ///
  /// Reported at each session below the root that isn't open: its services don't exist, so models
  /// below it get those of the enclosing sessions, or none. Known only for a tree of models; a root
  /// session or an object of another architecture is never reported.
  static let unopenedSession = LintRule(
    name: "unopened-session", severity: .warning,
    looksFor: "A session inside the tree that was never opened.",
    remedy: "Call open() once the session is created."
  ) { subject, rule in
    let fixed = subject.snapshot.columns.nodes.fixed
    return subject.snapshot.positions.filter { fixed[$0].isUnopened }
      .map { LintFinding(rule, .unopened, at: subject.place(of: $0)) }
  }
}

/// Which types of sessions provide which services, and which models receive them.
private struct ServiceProviders {
  /// A type that provides a service, and the first session that does.
  struct Pair {
    var type: Symbol
    var service: Symbol
    var session: Int
  }

  private(set) var pairs: [Pair] = []
  private var sessionsOfType: [Symbol: [Int]] = [:]
  /// The subtrees whose models receive a service.
  private var parts: [Symbol: OutermostSubtrees] = [:]

  init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    var known: [Symbol: Set<Symbol>] = [:]
    for node in snapshot.positions where columns.nodes.fixed[node].isSession {
      let type = columns.nodes.fixed[node].type
      sessionsOfType[type, default: []].append(node)
      for service in columns.nodes.services(of: node) {
        if known[type, default: []].insert(service).inserted {
          pairs.append(Pair(type: type, service: service, session: node))
        }
        parts[service, default: OutermostSubtrees()].add(node, of: snapshot)
      }
    }
  }

  /// The first session of a type outside the subtrees whose models receive the service. Costs a search
  /// for each session of the type.
  func firstLacking(_ pair: Pair) -> Int? {
    let parts = parts[pair.service] ?? OutermostSubtrees()
    return sessionsOfType[pair.type]?.first { !parts.contain($0) }
  }
}
