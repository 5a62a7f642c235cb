import TextIO
import TreeAnalysis
import TreeSnapshot

/// Writes lines about the messages and services of a tree.
final class RouteWriter {
  private let snapshot: Snapshot
  private let traits: ModelTraits
  private let paths: NodePaths
  let index: SelectorIndex
  private(set) lazy var messages = MessageIndex(snapshot)

  /// If an event has more receivers than this, none is named.
  private static let mostReceivers = 20

  init(_ snapshot: Snapshot, _ traits: ModelTraits) {
    self.snapshot = snapshot
    self.traits = traits
    paths = NodePaths(snapshot)
    index = SelectorIndex(snapshot)
  }

  /// A line for each message that models are known to raise, and for each of its outcomes.
  func lines() -> [String] {
    messages.raisers.all.flatMap { key, raisers in
      lines(
        for: "\(key.kind.rawValue) \(traits.text(of: key))", key.kind, raisers.map(\.node),
        Takers(positions: messages.takers(of: key), kind: key.kind, snapshot: snapshot))
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
    /// By name: whether one line is about all of its models.
    var isShared: [Symbol: Bool] = [:]
    for raiser in raisers {
      let name = name(of: raiser)
      let result = outcome(raiser)
      let isAll = isShared[name] ?? index.models(named: name).allSatisfy { outcome($0) == result }
      if isAll, isShared[name] != nil { continue }
      isShared[name] = isAll
      let place = isAll ? selector(name) : SpecText.path(paths.path(of: raiser))
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
      let name = name(of: taker)
      // The name, if all of its models are among them.
      let place =
        index.models(named: name).allSatisfy(takers.contains)
        ? selector(name) : SpecText.path(paths.path(of: taker))
      if !places.contains(place) { places.append(place) }
    }
    return places.joined(separator: ", ") + (kind == .event ? " only" : "")
  }

  /// The name of a model, with its nesting if that is needed.
  private func name(of position: Int) -> Symbol { snapshot.columns.shownType(position) }

  private func selector(_ name: Symbol) -> String {
    SpecText.selector(snapshot.columns.symbols.string(name))
  }
}

/// The models that take a message or provide a service.
struct Takers {
  /// Their positions, ascending and each once.
  let positions: [Int]
  let kind: Message.Kind?
  let snapshot: Snapshot

  /// What raisers with the same takers have in common: the first taker at the raiser or above it, if any; of
  /// an event, the session from which it travels. Costs a walk up to there.
  func end(of raiser: Int) -> Int? {
    if kind == .event { return snapshot.eventSession(ofRaiserAt: raiser) }
    let above = sequence(first: raiser) { Int(snapshot.columns.parents[$0]) }
    return above.lazy.prefix { $0 >= 0 }.first(where: positions.holds)
  }

  /// The models that take what ends there.
  func models(at end: Int?) -> [Int] {
    guard let end else { return [] }
    return kind == .event ? Array(positions.elements(in: snapshot[end].subtree)) : [end]
  }

  /// The raisers of the same end, each group and the groups ascending.
  func groups(of raisers: [Int]) -> [(takers: [Int], end: Int?, raisers: [Int])] {
    Dictionary(grouping: raisers, by: end).map { (models(at: $0), $0, $1) }
      .sorted { $0.raisers[0] < $1.raisers[0] }
  }
}
