public import TreeSnapshot

/// Which session gives a model a service.
public struct ServiceResolution: Hashable, Sendable {
  /// The service's name.
  public var service: String
  /// The position of the model that asks.
  public var asker: Int
  /// The sessions that are asked, by their positions, the nearest first; the last one provides the
  /// service, where one does.
  public var asked: [Int]
  /// The session that provides it.
  public var provider: Int?
  /// The sessions further out that provide it too, and are hidden by the provider.
  public var hidden: [Int]
}

extension Snapshot {
  /// Finds the session that gives a model a service: the model itself where it is one, else the
  /// nearest above it that provides the service. Costs a walk up to the root.
  ///
  /// - Parameters:
  ///   - service: the service's name.
  ///   - asker: the position of the model that asks.
  public func resolve(service: String, askedAt asker: Int) -> ServiceResolution {
    let symbol = columns.symbols.find(service)
    var resolution = ServiceResolution(
      service: service, asker: asker, asked: [], provider: nil, hidden: [])
    var node = asker
    while node >= 0 {
      if columns.fixed[node].isSession {
        let provides = symbol.map { columns.services(of: node).contains($0) } ?? false
        if resolution.provider != nil {
          if provides { resolution.hidden.append(node) }
        } else {
          resolution.asked.append(node)
          if provides { resolution.provider = node }
        }
      }
      node = Int(columns.parents[node])
    }
    return resolution
  }

  /// Every service that a session of the tree provides, each once, in document order. Costs a pass
  /// over all services.
  public var knownServices: [String] {
    var seen: Set<Symbol> = []
    return columns.services.filter { seen.insert($0).inserted }.map(columns.symbols.string)
  }

  /// Who provides a service, in document order, and to how many models each gives it.
  ///
  /// - Returns: the providers, and how many models would ask for the service in vain.
  public func providers(
    of service: String
  ) -> (providers: [(session: Int, models: Int)], without: Int) {
    guard let symbol = columns.symbols.find(service) else { return ([], count) }
    let sessions = positions.filter {
      columns.fixed[$0].isSession && columns.services(of: $0).contains(symbol)
    }
    var providers = sessions.map { (session: $0, models: self[$0].subtree.count) }
    var without = count
    var open: [Int] = []
    for (place, session) in sessions.enumerated() {
      while let last = open.last, self[sessions[last]].subtree.upperBound <= session {
        open.removeLast()
      }
      let models = self[session].subtree.count
      if let outer = open.last { providers[outer].models -= models } else { without -= models }
      open.append(place)
    }
    return (providers, without)
  }
}
