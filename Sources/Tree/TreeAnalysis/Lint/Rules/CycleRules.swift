import TextIO
package import TreeSnapshot

extension LintRule {
  /// Messages that may lead to each other without end.
  static let messageCycle = LintRule(
    name: "message-cycle", severity: .note,
    looksFor: "Models whose messages form a cycle: each handles what the previous one can raise.",
    definition: """
      Reported once per group of two or more models whose messages form a cycle, at the first of \
      them, with the shortest way back to it. The tree shows which messages a model raises and \
      who handles them, not which handler raises them. If each model raises its message while \
      handling the one before, they never end. A model that handles its own message isn't \
      reported.
      """,
    remedy: "Check that one of the handlers doesn't raise its message every time."
  ) { subject in
    MessageFlow(subject).cycles().map { steps in
      LintFinding(
        .cycle(steps), at: subject.place(of: steps[0].raiser),
        LintRelation("goes to", subject.place(of: steps[1].raiser)))
    }
  }
}

/// A message of a cycle: the next step's raiser handles it, or after the last step the first one's.
struct CycleStep {
  /// The position of the model that raises it.
  let raiser: Int
  let message: MessageKey
}

/// Messages that led to each other in a circle, according to a journal.
package struct ObservedCycle: Hashable, Sendable {
  /// The models of the circle, by id, each with the message that it raised.
  package var steps: [Step]
  /// The number of consecutive repetitions of the first message.
  package var run: Int
  /// The journal's records of the first and the last repetition.
  package var records: ClosedRange<Int>

  /// A model and its message.
  package struct Step: Hashable, Sendable {
    package var id: Int
    package var message: Message

    package init(id: Int, message: Message) {
      self.id = id
      self.message = message
    }
  }

  /// Creates a cycle.
  package init(steps: [Step], run: Int, records: ClosedRange<Int>) {
    self.steps = steps
    self.run = run
    self.records = records
  }

  /// The minimum number of repetitions to report.
  package static let leastRun = 3
}

extension LintRule {
  /// Messages that led to each other repeatedly.
  static let messageStorm = LintRule(
    name: "message-storm", severity: .warning,
    looksFor: "Messages whose handlers raised each other in a circle, again and again.",
    definition: """
      Reported once per circle if the journal has it at least three times at a stretch, each message \
      raised while the handler of the one before ran; at the first of its models that is in the \
      tree. Requires a journal.
      """,
    remedy: "Let one of the handlers raise its message only if something has changed.",
    needs: .journal
  ) { subject in
    (subject.cycles ?? []).compactMap { cycle in
      guard cycle.run >= ObservedCycle.leastRun else { return nil }
      let nodes = cycle.steps.lazy.compactMap { subject.snapshot.position(ofID: $0.id) }
      return nodes.first.map { LintFinding(.storm(cycle), at: subject.place(of: $0)) }
    }
    .sorted { $0.place.id < $1.place.id }
  }
}

/// The ways from raisers to handlers and receivers.
///
/// An event with many raisers and receivers would have as many ways as the product of both.
/// Instead, ways go through *hubs*: one for each message, or domain, and each session in which
/// models raise it. A hub leads to the receivers of its session and to the hubs of sessions within.
/// Costs one step for each subscription, each raised message, and each session with raisers.
struct MessageFlow {
  private let snapshot: Snapshot
  /// By vertex, the models first and then the hubs: the ways from it.
  private var ways: [[Way]]

  /// A way to a vertex.
  fileprivate struct Way {
    var target: Int
    /// The raised message, by its index among those of all nodes; nil after a hub.
    var raise: Int?
  }

  init(_ subject: LintSubject) {
    snapshot = subject.snapshot
    ways = Array(repeating: [], count: snapshot.count)
    for (key, entries) in subject.messages.raisers.all where key.kind != .event {
      for entry in entries {
        guard let taker = subject.takers.ofRaise[entry.index] else { continue }
        let node = subject.names.subscriptionNodes[taker]
        if node != entry.node { add(entry.node, node, raise: entry.index) }
      }
    }
    for known in [subject.messages.raisers, subject.domainRaises] {
      for (key, entries) in known.all where key.kind == .event {
        addEvent(entries, subject.messages.subscriptions[key], subject.sessions)
      }
    }
  }

  private mutating func add(_ source: Int, _ target: Int, raise: Int?) {
    ways[source].append(Way(target: target, raise: raise))
  }

  private mutating func addEvent(
    _ raisers: ArraySlice<MessageIndex.Entry>, _ receivers: ArraySlice<MessageIndex.Entry>,
    _ scopes: SessionScopes
  ) {
    if receivers.isEmpty { return }
    let sessions = Set(raisers.map { scopes.session(ofEventsFrom: $0.node) }).sorted()
    let first = ways.count
    ways += Array(repeating: [], count: sessions.count)
    for raiser in raisers {
      let session = scopes.session(ofEventsFrom: raiser.node)
      let hub = sessions.partitionIndex { $0 >= session }
      add(raiser.node, first + hub, raise: raiser.index)
    }
    var rest = receivers
    var isLinked = [Bool](repeating: false, count: sessions.count)
    for run in snapshot.runs(nearestTo: sessions) {
      guard let hub = run.nearest else { continue }
      if let outer = run.next, !isLinked[hub] { add(first + outer, first + hub, raise: nil) }
      isLinked[hub] = true
      while let receiver = rest.first, receiver.node < run.positions.upperBound {
        rest.removeFirst()
        if receiver.node >= run.positions.lowerBound { add(first + hub, receiver.node, raise: nil) }
      }
    }
  }

  private func isModel(_ vertex: Int) -> Bool { vertex < snapshot.count }
}

// MARK: Cycles

extension MessageFlow {
  /// The shortest cycle through the first model of each group of models that reach each other, in
  /// document order of the groups. Costs one step for each way.
  func cycles() -> [[CycleStep]] {
    let found = MutualGroups(ways.map { $0.map(\.target) })
    var models: [Int32: (first: Int, count: Int)] = [:]
    for vertex in 0..<snapshot.count where found.sizes[Int(found.groups[vertex])] > 1 {
      models[found.groups[vertex], default: (vertex, 0)].count += 1
    }
    return models.values.filter { $0.count > 1 }.map(\.first).sorted()
      .map { cycle(through: $0, found.groups) }
  }

  /// The shortest way from a model through another one and back.
  private func cycle(through model: Int, _ groups: [Int32]) -> [CycleStep] {
    /// A vertex, and whether the way there goes through another model than the first.
    struct Place: Hashable {
      var vertex: Int
      var hasLeft: Bool
    }
    let start = Place(vertex: model, hasLeft: false)
    var before: [Place: (place: Place, way: Way)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let place = queue[next]
      next += 1
      for way in ways[place.vertex] where groups[way.target] == groups[model] {
        let target = way.target
        if target == model {
          if place.hasLeft { return steps(to: place, way) }
          continue
        }
        let reached = Place(vertex: target, hasLeft: place.hasLeft || isModel(target))
        if before[reached] != nil { continue }
        before[reached] = (place, way)
        queue.append(reached)
      }
    }
    return []

    func steps(to last: Place, _ lastWay: Way) -> [CycleStep] {
      let records = snapshot.columns.nodes.raises
      var steps: [CycleStep] = []
      var (place, way) = (last, lastWay)
      while true {
        // Ways that leave a hub carry the message of the way to it.
        if let raise = way.raise {
          steps.append(CycleStep(raiser: place.vertex, message: MessageKey(records[raise])))
        }
        guard let earlier = before[place] else { return steps.reversed() }
        (place, way) = earlier
      }
    }
  }
}
