import TreeSnapshot

extension LintRule {
  /// A service that one session of a type has and another one has not.
  static let missingService = LintRule(
    "missing-service", .warning,
    looksFor: "A service that one session provides and that another one of the same type lacks.",
    definition: """
      Told once for a session type and a service, at the first session of the type that neither \
      provides the service nor stands within a session that does, where another of the same type \
      provides it: models below would ask for it in vain. That a local session provides something \
      for itself alone is what local sessions are for, and is not told.
      """,
    remedy: "Provide it in this session too, or in a session around both."
  ) { subject in
    let providers = ServiceProviders(subject.snapshot)
    return providers.pairs.compactMap { pair -> (node: Int, observation: LintObservation)? in
      guard let lacking = providers.firstLacking(pair) else { return nil }
      let service = subject.text(pair.service) ?? ""
      let observation = LintObservation(
        place: subject.place(of: lacking),
        reason: "models here ask in vain for the service \(service): neither this session nor one "
          + "around it provides it, though another session of its type does",
        message: nil, related: [LintRelation("provided by", subject.place(of: pair.session))])
      return (lacking, observation)
    }.sorted { $0.node < $1.node }.map(\.observation)
  }
}

/// Which session types provide which services, and where each service can be had.
private struct ServiceProviders {
  /// A type that provides a service, and the first session that does.
  struct Pair {
    var type: Symbol
    var service: Symbol
    var session: Int
  }

  private struct Name: Hashable {
    var type: Symbol
    var service: Symbol
  }

  private(set) var pairs: [Pair] = []
  private var sessionsOfType: [Symbol: [Int]] = [:]
  /// The subtrees in which a service can be had: ascending, none within another.
  private var parts: [Symbol: [Range<Int>]] = [:]

  init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    var known: Set<Name> = []
    for node in snapshot.positions where columns.fixed[node].isSession {
      let type = columns.fixed[node].type
      sessionsOfType[type, default: []].append(node)
      for service in columns.services(of: node) {
        if known.insert(Name(type: type, service: service)).inserted {
          pairs.append(Pair(type: type, service: service, session: node))
        }
        if node >= parts[service]?.last?.upperBound ?? 0 {
          parts[service, default: []].append(snapshot[node].subtree)
        }
      }
    }
  }

  /// The first session of a type that stands in no subtree where the service can be had. Costs as
  /// many searches as there are sessions of the type, or such subtrees, whichever are fewer.
  func firstLacking(_ pair: Pair) -> Int? {
    let sessions = sessionsOfType[pair.type] ?? []
    let parts = parts[pair.service] ?? []
    if sessions.count < parts.count {
      return sessions.first { session in
        var (low, high) = (0, parts.count)
        while low < high {
          let middle = (low + high) / 2
          if parts[middle].upperBound <= session { low = middle + 1 } else { high = middle }
        }
        return low == parts.count || !parts[low].contains(session)
      }
    }
    var gap = 0
    for part in parts {
      if let session = sessions.first(within: gap..<part.lowerBound) { return session }
      gap = part.upperBound
    }
    return sessions.first(within: gap..<Int.max)
  }
}
