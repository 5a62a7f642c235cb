import TextIO
import TreeSnapshot

/// Where the messages that models are known to raise go: from raiser to taker, by the routes.
///
/// Events that many raise and many receive would be as many ways as the product of both. They go through
/// *hubs*: one for each message, or domain, and each session in which models raise it. A hub leads to the
/// receivers of its session and to the hubs of sessions within. Costs a step for each subscription, each
/// raised message and each session with raisers of one.
struct MessageFlow {
  private let snapshot: Snapshot
  /// The models, by position, and behind them the hubs.
  private var vertexCount: Int
  private var sources: [Int32] = []
  private var targets: [Int32] = []
  /// The raised message of each way, by its index among those of all nodes; -1 from a hub on.
  private var raises: [Int32] = []
  /// Where the ways from each vertex end; those of one are side by side.
  private var ends: [Int32] = []

  init(_ subject: LintSubject) {
    snapshot = subject.snapshot
    vertexCount = snapshot.count
    for (key, entries) in subject.messages.raisers.all where key.kind != .event {
      for entry in entries {
        guard let taker = subject.takers.ofRaise[entry.index] else { continue }
        let node = subject.names.node(ofSubscription: taker)
        if node != entry.node { add(entry.node, node, raise: entry.index) }
      }
    }
    for known in [subject.messages.raisers, subject.domainRaises] {
      for (key, entries) in known.all where key.kind == .event {
        addEvent(entries, subject.messages.subscriptions[key], subject.sessions)
      }
    }
    sortWays()
  }

  private mutating func add(_ source: Int, _ target: Int, raise: Int) {
    Steps.note()
    sources.append(Int32(source))
    targets.append(Int32(target))
    raises.append(Int32(raise))
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
      if let outer = run.next, !isLinked[hub] { add(first + outer, first + hub, raise: -1) }
      isLinked[hub] = true
      while let receiver = rest.first, receiver.node < run.positions.upperBound {
        rest.removeFirst()
        if receiver.node >= run.positions.lowerBound { add(first + hub, receiver.node, raise: -1) }
      }
    }
  }

  /// Puts the ways from each vertex side by side.
  private mutating func sortWays() {
    var ends = [Int32](repeating: 0, count: vertexCount + 1)
    for source in sources { ends[Int(source) + 1] += 1 }
    for vertex in 0..<vertexCount { ends[vertex + 1] += ends[vertex] }
    var (sortedTargets, sortedRaises) = (targets, raises)
    for way in sources.indices {
      let place = Int(ends[Int(sources[way])])
      sortedTargets[place] = targets[way]
      sortedRaises[place] = raises[way]
      ends[Int(sources[way])] += 1
    }
    (targets, raises, sources) = (sortedTargets, sortedRaises, [])
    self.ends = ends
  }

  private func ways(from vertex: Int) -> Range<Int> {
    (vertex == 0 ? 0 : Int(ends[vertex - 1]))..<Int(ends[vertex])
  }

  private func isModel(_ vertex: Int) -> Bool { vertex < snapshot.count }
}

// MARK: Cycles

extension MessageFlow {
  /// The shortest way around through the first model of each group of models that reach each other, the
  /// groups in document order. Costs a step for each way of messages.
  func cycles() -> [[CycleStep]] {
    var finder = GroupFinder(vertexCount: vertexCount)
    finder.find(ways: ways, targets: targets)
    var models: [Int32: (first: Int, count: Int)] = [:]
    for vertex in 0..<snapshot.count where finder.isInLargeGroup(vertex) {
      models[finder.groups[vertex], default: (vertex, 0)].count += 1
    }
    return models.values.filter { $0.count > 1 }.map(\.first).sorted()
      .map { cycle(through: $0, finder.groups) }
  }

  /// The shortest way from a model back to it that leads through another one.
  private func cycle(through model: Int, _ groups: [Int32]) -> [CycleStep] {
    /// A vertex on the way, and whether another model than the first lies on the way there.
    struct Place: Hashable {
      var vertex: Int
      var hasLeft: Bool
    }
    let start = Place(vertex: model, hasLeft: false)
    var before: [Place: (place: Place, way: Int)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let place = queue[next]
      next += 1
      for way in ways(from: place.vertex) where groups[Int(targets[way])] == groups[model] {
        Steps.note()
        let target = Int(targets[way])
        if target == model {
          if place.hasLeft { return steps(to: place, way) { before[$0] } }
          continue
        }
        let reached = Place(vertex: target, hasLeft: place.hasLeft || isModel(target))
        if before[reached] != nil { continue }
        before[reached] = (place, way)
        queue.append(reached)
      }
    }
    return []

    func steps(
      to last: Place, _ lastWay: Int, _ before: (Place) -> (place: Place, way: Int)?
    ) -> [CycleStep] {
      let records = snapshot.columns.nodes.raises
      var steps: [CycleStep] = []
      var (place, way) = (last, lastWay)
      while true {
        // The ways behind a hub have the message of the one to it.
        if raises[way] >= 0 {
          steps.append(
            CycleStep(
              raiser: place.vertex, message: MessageKey(records[Int(raises[way])])))
        }
        guard let earlier = before(place) else { return steps.reversed() }
        (place, way) = earlier
      }
    }
  }
}

/// Finds the groups of vertices that reach each other, by Tarjan's algorithm without recursion.
private struct GroupFinder {
  /// For each vertex the number of its group.
  private(set) var groups: [Int32]
  private var sizes: [Int32] = []
  private var numbers: [Int32]
  private var lows: [Int32]
  private var stack: [Int32] = []

  init(vertexCount: Int) {
    groups = Array(repeating: -1, count: vertexCount)
    numbers = Array(repeating: -1, count: vertexCount)
    lows = numbers
  }

  /// Whether a vertex reaches another one that reaches it.
  func isInLargeGroup(_ vertex: Int) -> Bool {
    groups[vertex] >= 0 && sizes[Int(groups[vertex])] > 1
  }

  mutating func find(ways: (Int) -> Range<Int>, targets: [Int32]) {
    var number: Int32 = 0
    var open: [(vertex: Int, ways: Range<Int>)] = []
    for root in groups.indices where numbers[root] < 0 && !ways(root).isEmpty {
      open.append((root, ways(root)))
      while let (vertex, rest) = open.last {
        if numbers[vertex] < 0 {
          (numbers[vertex], lows[vertex]) = (number, number)
          number += 1
          stack.append(Int32(vertex))
        }
        if let way = rest.first {
          Steps.note()
          open[open.count - 1].ways.removeFirst()
          let target = Int(targets[way])
          if numbers[target] < 0 {
            open.append((target, ways(target)))
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
    let group = Int32(sizes.count)
    var size: Int32 = 0
    while let member = stack.popLast() {
      groups[Int(member)] = group
      size += 1
      if Int(member) == vertex { break }
    }
    sizes.append(size)
  }
}
