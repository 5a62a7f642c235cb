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

  /// The models that ask for a service, by their positions. Costs a pass over the tree.
  package func models(askingFor service: String) -> [Int] {
    guard !columns.nodes.asks.isEmpty, let symbol = columns.symbols.find(service) else { return [] }
    return positions.filter { columns.nodes.asks(of: $0).contains(symbol) }
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

  /// The models that none of a service's providers serve. A model is left out if it is below
  /// another one whose subtree has no provider.
  ///
  /// - Parameter providers: the sessions that provide the service, ascending.
  package func modelsWithout(_ providers: [Int]) -> [Int] {
    var models: [Int] = []
    for run in runs(nearestTo: providers) where run.nearest == nil {
      var position = run.positions.lowerBound
      while position < run.positions.upperBound {
        models.append(position)
        let end = self[position].subtree.upperBound
        // A subtree that extends beyond the run contains the provider that ends the run.
        position = end <= run.positions.upperBound ? end : position + 1
      }
    }
    return models
  }
}
