import TextIO
import TreeAnalysis
import TreeSnapshot

/// Writes lines about the messages and services of a tree.
final class RouteWriter {
  private let snapshot: Snapshot
  private let traits: ModelTraits
  private let paths: NodePaths
  private let models: ModelsByType

  /// If an event has more receivers than this, none is named.
  private static let mostReceivers = 20

  init(_ snapshot: Snapshot, _ traits: ModelTraits) {
    self.snapshot = snapshot
    self.traits = traits
    paths = NodePaths(snapshot)
    models = ModelsByType(snapshot.columns)
  }

  /// A line for each message that models are known to raise, and for each of its outcomes.
  func lines() -> [String] {
    let messages = MessageIndex(snapshot)
    let sessions = SessionScopes(snapshot)
    return messages.raisers.all.flatMap { key, raisers in
      let takers = Takers(
        messages.takers(of: key), snapshot, sessions: key.kind == .event ? sessions : nil)
      return lines(
        for: "\(key.kind.rawValue) \(traits.text(of: key))", key.kind, raisers.map(\.node), takers)
    }
  }

  /// A line for each outcome of a message or a service.
  ///
  /// - Parameters:
  ///   - subject: the start of a line.
  ///   - kind: the kind of the message; nil for a service.
  ///   - raisers: the models that raise it or ask for it.
  func lines(
    for subject: String, _ kind: Message.Kind?, _ raisers: [Int], _ takers: Takers
  ) -> [String] {
    var known: [Int?: String] = [:]
    func outcome(_ raiser: Int) -> String {
      let end = takers.end(of: raiser)
      let outcome = known[end] ?? self.outcome(takers.models(at: end), kind)
      known[end] = outcome
      return outcome
    }
    var lines: [String] = []
    /// By type: whether one line is about all of its models.
    var isShared: [Symbol: Bool] = [:]
    for raiser in raisers {
      let type = snapshot.columns.nodes.fixed[raiser].type
      let result = outcome(raiser)
      let isFirst = isShared[type] == nil
      let isAll = isShared[type] ?? named(type).allSatisfy { outcome($0) == result }
      isShared[type] = isAll
      if isAll, !isFirst { continue }
      let place = isAll ? selector(type) : SpecText.path(paths.path(of: raiser))
      lines.append("\(subject) from \(place) => \(result)")
    }
    return lines
  }

  /// The outcome of a message that certain models handle or receive, or of a service that they provide.
  ///
  /// - Parameter kind: the kind of the message; nil for a service.
  func outcome(_ takers: [Int], _ kind: Message.Kind?) -> String {
    let words = kind.outcomes
    if takers.isEmpty { return words.lost }
    if takers.count > Self.mostReceivers { return words.taken }
    var places: [String] = []
    for taker in takers {
      let type = snapshot.columns.nodes.fixed[taker].type
      let alike = takers.filter { snapshot.columns.nodes.fixed[$0].type == type }
      // The type, if it names no other models.
      let place =
        named(type).elementsEqual(alike)
        ? selector(type) : SpecText.path(paths.path(of: taker))
      if !places.contains(place) { places.append(place) }
    }
    return places.joined(separator: ", ") + (kind == .event ? " only" : "")
  }

  private func selector(_ type: Symbol) -> String {
    SpecText.selector(snapshot.columns.symbols.string(snapshot.columns.types.shown(type)))
  }

  /// The models that the selector of a type matches.
  private func named(_ type: Symbol) -> [Int] {
    let types = snapshot.columns.types
    return types.types(named: types.shown(type)).flatMap { models[$0] }.sorted()
  }
}
