import Testing
import TreeSnapshot

@testable import TreeAnalysis

@Suite struct `Near misses` {
  private static let lost = Message(kind: .error, domain: "Net", code: "lost")

  /// App ─ Main ─ (Flow ─ (Leaf, Twin), Side)
  private func tree(_ own: [String: [Subscription]]) throws -> Snapshot {
    var tree = SnapshotBuilder()
    for (id, parent, type) in [
      (1, nil, "App"), (2, 1, "Main"), (3, 2, "Flow"), (4, 3, "Leaf"), (5, 3, "Twin"),
      (6, 2, "Side"),
    ] as [(Int, Int?, String)] {
      tree.addNode(id: id, parent: parent, type: type, isSession: id == 1)
      for subscription in own[type] ?? [] { tree.subscribe(subscription) }
    }
    return try tree.finish()
  }

  private func error(_ code: String?, _ source: String? = nil) -> Subscription {
    Subscription(kind: .error, domain: "Net", code: code, source: source)
  }

  /// `Type reason`, in order.
  private func misses(
    _ own: [String: [Subscription]], _ message: Message = lost, from type: String = "Leaf",
    ended: [EndedSubscription] = []
  ) throws -> [String] {
    let snapshot = try tree(own)
    let raiser = try Selector(type).node(in: snapshot)
    let route = snapshot.route(of: message, raisedAt: raiser)
    return snapshot.nearMisses(of: route, ended: ended).map {
      "\(snapshot[$0.node].type) \($0.reason.rawValue)"
    }
  }

  @Test func `a model further up than the one that takes it would take it too`() throws {
    #expect(
      try misses(["App": [error("lost")], "Main": [error(nil)], "Flow": [error("lost")]])
        == ["Main further", "App further"])
  }

  @Test func `a model that takes values of another type is named after those further up`() throws {
    var (exam, paper) = (error("lost", "A.swift:1"), error("lost", "A.swift:2"))
    (exam.payload, paper.payload) = ("Exam", "Paper")
    let snapshot = try tree(["App": [error(nil)], "Main": [paper], "Flow": [exam], "Twin": [exam]])
    func misses(_ payload: String?) -> [String] {
      let route = snapshot.route(of: Self.lost, payload: payload, raisedAt: 3)
      let hops = route.hops.map { "\($0.node) \($0.verdict.rawValue) \($0.reason.rawValue)" }
      let near = snapshot.nearMisses(of: route).map {
        "\(snapshot[$0.node].type) \($0.reason.rawValue)"
      }
      return hops + near
    }
    #expect(
      misses(nil) == [
        "3 passed no-handlers", "2 handled code", "Main further", "App further", "Twin elsewhere",
      ])
    #expect(
      misses("Paper") == [
        "3 passed no-handlers", "2 passed other-payload", "1 handled code", "App further",
        "Flow other-payload", "Twin elsewhere",
      ])
    #expect(
      misses("Book") == [
        "3 passed no-handlers", "2 passed other-payload", "1 passed other-payload",
        "0 handled domain", "Flow other-payload", "Main other-payload", "Twin elsewhere",
      ])
  }

  @Test func `siblings and cousins are named, the nearest first`() throws {
    #expect(
      try misses(["Side": [error("lost")], "Twin": [error(nil)]]) == [
        "Twin elsewhere", "Side elsewhere",
      ])
  }

  @Test func `another code of the domain counts as far as the error has come`() throws {
    let own = ["App": [error("slow")], "Flow": [error("slow"), error("late")]]
    #expect(try misses(own) == ["Flow other-code", "Flow other-code", "App other-code"])
    #expect(
      try misses(own.merging(["Main": [error("lost")]]) { $1 }) == [
        "Flow other-code", "Flow other-code",
      ])
    #expect(try misses(["Side": [error("slow")]]) == [])
  }

  @Test func `the same code of another kind is named, wherever it is`() throws {
    let bubble = Subscription(kind: .bubble, domain: "Net", code: "lost")
    let all = Subscription(kind: .event, domain: "Net", code: nil)
    #expect(try misses(["Side": [bubble], "Main": [all]]) == ["Side other-kind"])
  }

  @Test func `what has ended comes before what is elsewhere`() throws {
    let ended = [
      EndedSubscription(id: 2, subscription: error("lost")),
      EndedSubscription(id: 3, subscription: error(nil)),
      EndedSubscription(id: 3, subscription: error("slow")),
      EndedSubscription(id: 99, subscription: error("lost")),
    ]
    #expect(
      try misses(["Side": [error("lost")]], ended: ended) == [
        "Flow ended", "Main ended", "Side elsewhere",
      ])
  }

  @Test func `of an event, a model outside its session`() throws {
    var builder = SnapshotBuilder()
    let tick = Subscription(kind: .event, domain: "Clock", code: "tick")
    builder.addNode(id: 1, parent: nil, type: "App", isSession: true)
    builder.subscribe(tick)
    builder.addNode(id: 2, parent: 1, type: "Local", isSession: true)
    builder.addNode(id: 3, parent: 2, type: "In")
    builder.subscribe(tick)
    let snapshot = try builder.finish()
    let route = snapshot.route(
      of: Message(kind: .event, domain: "Clock", code: "tick"), raisedAt: 2)
    let misses = snapshot.nearMisses(of: route)
    #expect(misses == [NearMiss(node: 0, reason: .elsewhere, subscription: tick)])
  }

  @Test func `a registration says what it is and where it was made`() throws {
    let snapshot = try tree(["Flow": [error("slow"), error("late", "Flow.swift:7")]])
    let route = snapshot.route(of: Self.lost, raisedAt: 3)
    #expect(
      snapshot.nearMisses(of: route).map(\.subscription) == [
        error("slow"), error("late", "Flow.swift:7"),
      ])
  }

  @Test func `a message that the tree does not know misses nothing`() throws {
    #expect(
      try misses(
        ["App": [error("lost")]], Message(kind: .error, domain: "Other", code: "lost")) == [])
  }
}
