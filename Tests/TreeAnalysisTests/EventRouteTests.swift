import Testing
import TreeAnalysis
import TreeSnapshot

@Suite struct `An event` {
  static let event = Message(kind: .event, domain: "D", code: "1")

  /// root(0) ─ a(1) ─ local(2) ─ b(3) ─ inner(4) ─ c(5); local ─ d(6); root ─ e(7)
  private func tree(rootIsSession: Bool = true, deaf: Set<Int> = []) throws -> Snapshot {
    let parents = [nil, 0, 1, 2, 3, 4, 2, 0]
    var tree = SnapshotBuilder()
    for (index, parent) in parents.enumerated() {
      tree.addNode(
        id: index + 1, parent: parent.map { $0 + 1 }, type: "M\(index)",
        isSession: index == 0 ? rootIsSession : [2, 4].contains(index))
      if !deaf.contains(index) {
        tree.subscribe(Subscription(kind: .event, domain: "D", code: index % 2 == 0 ? nil : "1"))
      }
    }
    return try tree.finish()
  }

  static let scopes: [(Int, Int, [Int])] = [
    (0, 0, Array(0...7)), (1, 0, Array(0...7)), (7, 0, Array(0...7)),
    // A local session raises into the outer one.
    (2, 0, Array(0...7)),
    (3, 2, Array(2...6)), (6, 2, Array(2...6)), (4, 2, Array(2...6)),
    (5, 4, [4, 5]),
  ]

  @Test(arguments: scopes, [true, false])
  func `goes from the nearest session above its raiser to everything below`(
    _ scope: (raiser: Int, session: Int, receivers: [Int]), _ rootIsSession: Bool
  ) throws {
    let snapshot = try tree(rootIsSession: rootIsSession)
    #expect(snapshot.eventSession(ofRaiserAt: scope.raiser) == scope.session)
    #expect(
      snapshot.route(of: Self.event, raisedAt: scope.raiser)
        == Route(
          message: Self.event, raiser: scope.raiser, hops: [],
          outcome: .delivered(to: scope.receivers)))
  }

  @Test func `that no model is registered for is unheard`() throws {
    let other = Message(kind: .event, domain: "Other", code: "1")
    let route = try tree().route(of: other, raisedAt: 3)
    #expect(route == Route(message: other, raiser: 3, hops: [], outcome: .unheard))
    #expect(try tree(deaf: [4, 5]).route(of: Self.event, raisedAt: 5).outcome == .unheard)
  }
}
