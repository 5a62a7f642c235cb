import TreeAnalysis
import TreeSnapshot

/// Writes the routes of the messages that models are known to raise.
struct RouteWriter {
  private let snapshot: Snapshot
  private let paths: NodePaths
  private let modelsByType: ModelsByType
  private let messages: MessageIndex
  private let texts: MessageTexts
  private let sessions: SessionScopes
  private let isOrdered: Bool

  /// If an event has more receivers than this, none is named.
  private static let receiverLimit = 20

  /// - Parameter isOrdered: whether a path may include a model's index among its siblings.
  init(_ snapshot: Snapshot, _ texts: MessageTexts, isOrdered: Bool) {
    self.snapshot = snapshot
    self.texts = texts
    self.isOrdered = isOrdered
    paths = NodePaths(snapshot)
    messages = MessageIndex(snapshot)
    sessions = SessionScopes(snapshot)
    modelsByType = ModelsByType(snapshot.columns)
  }

  /// One line for each message and outcome.
  ///
  /// - Parameter isWanted: whether to write the route of a message raised by a model.
  func lines(where isWanted: (MessageKey, Int) -> Bool = { _, _ in true }) -> [String] {
    messages.raisers.all.flatMap { key, raisers in
      lines(for: key, raisedAt: raisers.map(\.node).filter { isWanted(key, $0) })
    }
  }

  /// One line for each outcome of a message that some models raise.
  func lines(for key: MessageKey, raisedAt raisers: [Int]) -> [String] {
    let takers = messages.takers(of: key)
    let runs = Array(snapshot.runs(nearestTo: takers))
    func outcome(nearest: Int?) -> Outcome {
      guard let nearest else { return .lost }
      return place(takers[nearest]).map { .places([$0]) } ?? .taken
    }
    /// By position of the session from which an event travels.
    var deliveries: [Int: Outcome] = [:]
    func outcome(_ raiser: Int) -> Outcome {
      guard key.kind == .event else { return outcome(nearest: runs.run(of: raiser).nearest) }
      let session = sessions.session(ofEventsFrom: raiser)
      let delivery =
        deliveries[session] ?? self.outcome(takers.elements(in: snapshot[session].subtree))
      deliveries[session] = delivery
      return delivery
    }
    /// Whether a message has the same outcome for each raiser. Costs at most one step per raiser;
    /// for errors and bubbles, at most one per run of raisers.
    func isOutcome(_ result: Outcome, ofAll models: ArraySlice<Int>) -> Bool {
      if key.kind == .event || models.count <= runs.count {
        return models.allSatisfy { outcome($0) == result }
      }
      return runs.allSatisfy { run in
        models.elements(in: run.positions).isEmpty || outcome(nearest: run.nearest) == result
      }
    }
    let start = "\(key.kind.rawValue) \(texts.name(key)) from"
    var lines: [String] = []
    /// By type: whether one line applies to all of its models.
    var isShared: [Symbol: Bool] = [:]
    for raiser in raisers {
      let type = snapshot.columns.nodes.fixed[raiser].type
      if isShared[type] == true { continue }
      let result = outcome(raiser)
      if isShared[type] == nil {
        isShared[type] = isOutcome(result, ofAll: modelsByType[type])
      }
      guard let place = isShared[type] == true ? .type(type) : path(of: raiser) else { continue }
      lines.append("\(start) \(text(place)) => \(text(result, key.kind))")
    }
    return lines
  }

  /// One or more models, as named in a line.
  private enum Place: Hashable {
    /// All models of a type.
    case type(Symbol)
    /// One model, by its path.
    case path(Int)
  }

  private enum Outcome: Hashable {
    case lost
    /// By models that no place names, or by too many.
    case taken
    case places([Place])
  }

  /// The outcome of a message that certain models handle or receive.
  func outcome(_ takers: some RandomAccessCollection<Int>, _ kind: Message.Kind) -> String {
    text(outcome(takers), kind)
  }

  private func outcome(_ takers: some RandomAccessCollection<Int>) -> Outcome {
    if takers.isEmpty { return .lost }
    if takers.count > Self.receiverLimit { return .taken }
    let receivers = Array(takers)
    var places: [Place] = []
    for receiver in receivers {
      guard let place = place(receiver, among: receivers) else { return .taken }
      if !places.contains(place) { places.append(place) }
    }
    return .places(places)
  }

  /// The path; nil if it contains an index among siblings whose order doesn't matter.
  private func path(of position: Int) -> Place? {
    !isOrdered && paths.pathNamesPlaces(of: position) ? nil : .path(position)
  }

  /// The name if it identifies exactly these models, otherwise the path; nil if neither does.
  private func place(_ position: Int, among all: [Int] = []) -> Place? {
    let type = snapshot.columns.nodes.fixed[position].type
    let alike = modelsByType[type]
    let wanted = all.filter { snapshot.columns.nodes.fixed[$0].type == type }
    return alike.count == 1 || alike.elementsEqual(wanted) ? .type(type) : path(of: position)
  }

  private func text(_ outcome: Outcome, _ kind: Message.Kind) -> String {
    switch outcome {
    case .lost: return kind.outcomes.lost
    case .taken: return kind.outcomes.taken
    case .places(let places):
      return places.map(text).joined(separator: ", ") + (kind == .event ? " only" : "")
    }
  }

  private func text(_ place: Place) -> String {
    switch place {
    case .type(let type): SpecText.selector(snapshot.columns.symbols.string(type))
    case .path(let position): SpecText.path(paths.path(of: position))
    }
  }
}
