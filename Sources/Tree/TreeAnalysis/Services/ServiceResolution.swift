package import TreeSnapshot

/// The session that provides a service to a model.
package struct ServiceResolution: Hashable, Sendable {
  /// The service's name.
  package var service: String
  /// The position of the model that asks.
  package var asker: Int
  /// The positions of the sessions that are searched, the nearest first; if the service is found,
  /// the last one provides it.
  package var asked: [Int]
  /// The session that provides it.
  package var provider: Int?
  /// The sessions further out that also provide it.
  package var hidden: [Int]
}

extension Snapshot {
  /// Finds the session that provides a service to a model: the nearest session that is the model or
  /// above it and has the service. Costs a walk up to the root.
  ///
  /// - Parameters:
  ///   - service: the service's name.
  ///   - asker: the position of the model that asks.
  package func resolve(service: String, askedAt asker: Int) -> ServiceResolution {
    let symbol = columns.symbols.find(service)
    var resolution = ServiceResolution(
      service: service, asker: asker, asked: [], provider: nil, hidden: [])
    for session in sessions(around: asker) {
      let provides = symbol.map(columns.nodes.services(of: session).contains) ?? false
      if resolution.provider != nil {
        if provides { resolution.hidden.append(session) }
      } else {
        resolution.asked.append(session)
        if provides { resolution.provider = session }
      }
    }
    return resolution
  }

  /// The services that sessions of the tree provide, then the others that models ask for, each
  /// once, in document order. Costs a pass over all services.
  package var knownServices: [String] {
    var seen: Set<Symbol> = []
    return (columns.nodes.services + columns.nodes.asks).filter { seen.insert($0).inserted }
      .map(columns.symbols.string)
  }

  /// The sessions that provide a service, in document order, each with the number of models it
  /// serves.
  ///
  /// - Returns: the providers, and the number of models that none of them serves.
  package func providers(
    of service: String
  ) -> (providers: [(session: Int, models: Int)], without: Int) {
    let sessions =
      columns.symbols.find(service).map { symbol in
        positions.filter {
          columns.nodes.fixed[$0].isSession && columns.nodes.services(of: $0).contains(symbol)
        }
      } ?? []
    var providers = sessions.map { (session: $0, models: 0) }
    var without = 0
    for run in runs(nearestTo: sessions) {
      if let nearest = run.nearest {
        providers[nearest].models += run.positions.count
      } else {
        without += run.positions.count
      }
    }
    return (providers, without)
  }
}
