import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@Suite struct `Coverage of messages` {
  /// The expected `coverage`, from the routes of every model.
  private struct Asked {
    var from: [Int: Int] = [:]
    var raisers: [Int: Int] = [:]
    var uncaught = 0
    /// The models from which nobody takes it and that are not known to raise it; for an event, the sessions
    /// that any models raise it from.
    var lost: [Int] = []
    var shadows: [[Int]: Int] = [:]

    init(_ message: Message, in snapshot: Snapshot, raisedAt models: [Int]) {
      let scopes = SessionScopes(snapshot)
      for raiser in snapshot.positions {
        let isKnown = snapshot[raiser].raises.contains { $0.message == message }
        let isAsked = models.contains(raiser)
        let route = snapshot.route(of: message, raisedAt: raiser)
        let takers: [Int] =
          switch route.outcome {
          case .handled(let node): [node]
          case .delivered(let nodes): nodes
          default: []
          }
        for taker in takers {
          if isAsked { from[taker, default: 0] += 1 }
          if isKnown { raisers[taker, default: 0] += 1 }
        }
        guard isAsked else { continue }
        if takers.isEmpty {
          uncaught += 1
          if message.kind == .event {
            lost.append(scopes.session(ofEventsFrom: raiser))
          } else if !isKnown {
            lost.append(raiser)
          }
        }
        guard message.kind != .event, let taker = takers.first,
          let above = snapshot[taker].parent
        else { continue }
        if case .handled(let hidden) = snapshot.route(of: message, raisedAt: above.position).outcome
        {
          shadows[[hidden, taker], default: 0] += 1
        }
      }
    }
  }

  @Test func `it agrees with the route of every message from every model`() throws {
    for seed in 0..<100 as Range<UInt64> {
      let snapshot = try RandomTree(count: 1...14).snapshot(seed: seed)
      var random = SeededGenerator(seed: seed)
      let some = snapshot.positions.filter { _ in random.chance(1, in: 2) }
      for selected in [nil, some] {
        for coverage in snapshot.coverage(raisedAt: selected) {
          guard let mismatch = mismatch(coverage, snapshot, selected) else { continue }
          Issue.record("seed \(seed), \(coverage.message), \(selected ?? []): \(mismatch)")
          return
        }
      }
    }
  }

  private func mismatch(
    _ coverage: Coverage, _ snapshot: Snapshot, _ selected: [Int]?
  ) -> String? {
    let known = coverage.message
    // A whole domain without a known code is queried with a code that no model names.
    let message = Message(kind: known.kind, domain: known.domain, code: known.code ?? "nobody's")
    let asked = Asked(message, in: snapshot, raisedAt: selected ?? Array(snapshot.positions))
    let from = coverage.handlers.filter { $0.from > 0 }.map { [$0.node, $0.from] }
    let expected = asked.from.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
    if from != expected { return "handled \(from), not \(expected)" }
    if coverage.uncaught != asked.uncaught {
      return "uncaught \(coverage.uncaught), not \(asked.uncaught)"
    }
    let shadows = coverage.shadows.filter { $0.from > 0 }.map { [$0.node, $0.by, $0.from] }
    let expectedShadows = asked.shadows.map { $0.key + [$0.value] }
    if Set(shadows) != Set(expectedShadows) || shadows.count != expectedShadows.count {
      return "shadows \(shadows), not \(expectedShadows)"
    }
    for handler in coverage.handlers
    where handler.raisers != asked.raisers[handler.node, default: 0] {
      return "\(handler.raisers) raisers reach \(handler.node)"
    }
    let lost = Array(Set(asked.lost).sorted().prefix(Coverage.mostLost))
    return coverage.firstLost == lost ? nil : "lost at \(coverage.firstLost), not \(lost)"
  }

  @Test func `every message of the tree is listed once, what the app declares first`() throws {
    var tree = SnapshotBuilder()
    tree.declare(Message(kind: .error, domain: "Net", code: "1"), label: "lost")
    tree.addNode(id: 1, parent: nil, type: "App", isSession: true)
    tree.subscribe(Subscription(kind: .bubble, domain: "Menu", code: nil))
    tree.subscribe(Subscription(kind: .event, domain: "Clock", code: nil))
    tree.subscribe(Subscription(kind: .error, domain: "Net", code: "1"))
    tree.raise(Message(kind: .event, domain: "Clock", code: "tick"))
    let messages = try tree.finish().coverage().map { "\($0.message)" }
    #expect(messages == ["error Net.1 (lost)", "event Clock.tick", "bubble Menu.*"])
  }

  @Test func `a handler that no model's message can reach is idle`() throws {
    var tree = SnapshotBuilder()
    let message = Message(kind: .error, domain: "Net", code: "1")
    let subscription = Subscription(kind: .error, domain: "Net", code: "1")
    tree.addNode(id: 1, parent: nil, type: "App")
    tree.subscribe(subscription)
    tree.addNode(id: 2, parent: 1, type: "Flow")
    tree.subscribe(subscription)
    tree.raise(message)
    tree.addNode(id: 3, parent: 1, type: "Other")
    tree.subscribe(subscription)
    let coverage = try #require(try tree.finish().coverage().first)
    #expect(coverage.idle == [0, 2])
    #expect(coverage.raisers == 1)
  }
}
