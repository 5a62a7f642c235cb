import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Cycles of messages: where the rule fires, where it must not, and its cost.
@Suite struct `The rule on cycles of messages` {
  private static func message(_ kind: String, _ code: String?) -> String {
    #"{"kind": "\#(kind)", "domain": "Net""# + (code.map { #", "code": "\#($0)"}"# } ?? "}")
  }

  /// A node with one message that it is registered for and one that it raises.
  private static func node(
    _ id: Int, _ type: String, under parent: Int?, takes: String, raises: String,
    session: Bool = false
  ) -> String {
    #"{"id": \#(id), "type": "\#(type)", "session": \#(session), "handles": [\#(takes)], "#
      + #""raises": [\#(raises)]"# + (parent.map { #", "parent": \#($0)}"# } ?? "}")
  }

  @Test func `an error whose handler's event comes back is reported at the first of the models`()
    throws
  {
    let found = try Linted.find(
      "message-cycle",
      [
        Self.node(
          1, "App", under: nil, takes: Self.message("error", nil),
          raises: Self.message("event", "reload")),
        Self.node(
          2, "Feed", under: 1, takes: Self.message("event", nil),
          raises: Self.message("error", "lost")),
      ])
    #expect(
      found == [
        "/App #1: event Net.reload is raised here and goes to /App/Feed, which is known to raise error "
          + "Net.lost; that comes back here; goes to: /App/Feed #2"
      ])
  }

  @Test func `a longer way around names each model on it`() throws {
    let found = try Linted.find(
      "message-cycle",
      [
        Self.node(
          1, "App", under: nil, takes: Self.message("event", "a"),
          raises: Self.message("event", "b")),
        Self.node(
          2, "Second", under: 1, takes: Self.message("event", "b"),
          raises: Self.message("event", "c")),
        Self.node(
          3, "Third", under: 1, takes: Self.message("event", "c"),
          raises: Self.message("event", "a")),
      ])
    #expect(
      found == [
        "/App #1: event Net.b is raised here and goes to /App/Second, which is known to raise event "
          + "Net.c; that goes to /App/Third, which is known to raise event Net.a; that comes back "
          + "here; goes to: /App/Second #2"
      ])
  }

  @Test(arguments: [
    // A model takes its own message.
    [node(1, "App", under: nil, takes: message("event", "a"), raises: message("event", "a"))],
    // It ends at a handler that raises nothing.
    [
      node(1, "App", under: nil, takes: message("error", "a"), raises: message("event", "c")),
      node(2, "Cell", under: 1, takes: message("event", "b"), raises: message("error", "a")),
    ],
    // A nearer handler takes the error that would lead back.
    [
      node(1, "App", under: nil, takes: message("error", "a"), raises: message("event", "b")),
      node(2, "Cell", under: 1, takes: message("error", "a"), raises: message("event", "c")),
      node(3, "Leaf", under: 2, takes: message("event", "b"), raises: message("error", "a")),
    ],
    // The event of a session inside doesn't come to a model outside.
    [
      node(1, "App", under: nil, takes: message("event", "a"), raises: message("event", "b")),
      node(
        2, "Tab", under: 1, takes: message("error", "x"), raises: message("error", "x"),
        session: true),
      node(3, "Cell", under: 2, takes: message("event", "b"), raises: message("event", "a")),
    ],
  ])
  func `what leads nowhere back is not reported`(nodes: [String]) throws {
    #expect(try Linted.find("message-cycle", nodes) == [])
  }

  /// A random tree with raisers.
  private func tree(_ seed: UInt64) throws -> Snapshot {
    var random = SeededGenerator(seed: seed ^ 0xcc)
    let plain = try RandomTree().snapshot(seed: seed)
    var tree = SnapshotBuilder()
    for position in plain.positions {
      let node = plain[position]
      tree.addNode(
        id: node.id, parent: node.parent?.id, type: node.type, isSession: node.isSession)
      for subscription in node.subscriptions { tree.subscribe(subscription) }
      for _ in 0..<random.next(below: 3) where random.chance(40, in: 100) {
        tree.raise(
          Message(
            kind: random.pick(Message.Kind.allCases), domain: random.pick(RandomTree.domains),
            code: random.pick(RandomTree.codes)))
      }
    }
    return try tree.finish()
  }

  @Test(arguments: 0..<300)
  func `groups are those that the routes give`(seed: UInt64) throws {
    let snapshot = try tree(seed)
    let count = snapshot.count
    var reaches = [[Bool]](repeating: Array(repeating: false, count: count), count: count)
    for raiser in snapshot.positions {
      for declared in snapshot[raiser].raises {
        switch snapshot.route(of: declared.message, raisedAt: raiser).outcome {
        case .handled(let handler): reaches[raiser][handler] = true
        case .delivered(let receivers): for node in receivers { reaches[raiser][node] = true }
        default: break
        }
      }
    }
    for middle in 0..<count {
      for from in 0..<count where reaches[from][middle] {
        for to in 0..<count where reaches[middle][to] { reaches[from][to] = true }
      }
    }
    let expected = (0..<count).filter { node in
      let group = (0..<count).filter { $0 != node && reaches[node][$0] && reaches[$0][node] }
      return !group.isEmpty && group.allSatisfy { $0 > node }
    }
    let found = Linted.findings(of: "message-cycle", in: LintSubject(snapshot))
    #expect(found.map(\.place.id) == expected.map { snapshot[$0].id })
    for finding in found {
      #expect("\(finding.reason)".hasSuffix("here"), "\(finding.reason)")
    }
  }
}
