import TextIO
import TreeSnapshot

/// The ways from raisers to handlers and receivers.
///
/// An event with many raisers and receivers would have as many ways as the product of both.
/// Instead, ways go through *hubs*: one for each message, or domain, and each session in which
/// models raise it. A hub leads to the receivers of its session and to the hubs of sessions within.
/// Costs one step for each subscription, each raised message, and each session with raisers.
struct MessageFlow {
  private let snapshot: Snapshot
  /// The number of models, which come first, and hubs.
  private var vertexCount: Int
  private var sources: [Int] = []
  private var ways: [Way] = []

  /// A way to a vertex.
  fileprivate struct Way {
    var target: Int
    /// The raised message, by its index among those of all nodes; nil after a hub.
    var raise: Int?
  }

  init(_ subject: LintSubject) {
    snapshot = subject.snapshot
    vertexCount = snapshot.count
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
    Steps.note()
    sources.append(source)
    ways.append(Way(target: target, raise: raise))
  }

  private mutating func addEvent(
    _ raisers: ArraySlice<MessageIndex.Entry>, _ receivers: ArraySlice<MessageIndex.Entry>,
    _ scopes: SessionScopes
  ) {
    if receivers.isEmpty { return }
    let sessions = Set(raisers.map { scopes.session(ofEventsFrom: $0.node) }).sorted()
    let first = vertexCount
    vertexCount += sessions.count
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
    let ways = Groups(ways, by: sources, count: vertexCount)
    var finder = GroupFinder(vertexCount: vertexCount)
    finder.find(ways)
    var models: [Int: (first: Int, count: Int)] = [:]
    for vertex in 0..<snapshot.count where finder.isInLargeGroup(vertex) {
      models[finder.groups[vertex], default: (vertex, 0)].count += 1
    }
    return models.values.filter { $0.count > 1 }.map(\.first).sorted()
      .map { cycle(through: $0, finder.groups, ways) }
  }

  /// The shortest way from a model through another one and back.
  private func cycle(
    through model: Int, _ groups: [Int], _ ways: Groups<Way>
  ) -> [CycleStep] {
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
        Steps.note()
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

/// Finds the groups of vertices that reach each other, by Tarjan's algorithm without recursion.
private struct GroupFinder {
  /// By vertex: the number of its group; -1 until it has one.
  private(set) var groups: [Int]
  private var sizes: [Int] = []
  private var numbers: [Int]
  private var lows: [Int]
  private var stack: [Int] = []

  init(vertexCount: Int) {
    groups = Array(repeating: -1, count: vertexCount)
    numbers = groups
    lows = groups
  }

  /// Whether a vertex reaches another one and is reached by it.
  func isInLargeGroup(_ vertex: Int) -> Bool {
    groups[vertex] >= 0 && sizes[groups[vertex]] > 1
  }

  mutating func find(_ ways: Groups<MessageFlow.Way>) {
    var number = 0
    var open: [(vertex: Int, ways: ArraySlice<MessageFlow.Way>)] = []
    for root in groups.indices where numbers[root] < 0 && !ways[root].isEmpty {
      open.append((root, ways[root]))
      while let (vertex, rest) = open.last {
        if numbers[vertex] < 0 {
          (numbers[vertex], lows[vertex]) = (number, number)
          number += 1
          stack.append(vertex)
        }
        if let target = rest.first?.target {
          Steps.note()
          open[open.count - 1].ways.removeFirst()
          if numbers[target] < 0 {
            open.append((target, ways[target]))
          } else if groups[target] < 0 {
            lows[vertex] = min(lows[vertex], numbers[target])
          }
          continue
        }
        open.removeLast()
        if let above = open.last?.vertex { lows[above] = min(lows[above], lows[vertex]) }
        if lows[vertex] == numbers[vertex] { close(vertex) }
      }
    }
  }

  private mutating func close(_ vertex: Int) {
    sizes.append(0)
    while let member = stack.popLast() {
      groups[member] = sizes.count - 1
      sizes[sizes.count - 1] += 1
      if member == vertex { break }
    }
  }
}
