import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

/// The rules' findings in random trees, against the routes found one by one.
@Suite struct `Lint in random trees` {
  /// A random tree with raisers.
  private static func tree(_ seed: UInt64) throws -> Snapshot {
    var random = SeededGenerator(seed: seed ^ 0xabc)
    let plain = try RandomTree().snapshot(seed: seed)
    var tree = SnapshotBuilder()
    for position in plain.positions {
      let node = plain[position]
      tree.addNode(
        id: node.id, parent: node.parent?.id, type: node.type, isSession: node.isSession)
      for subscription in node.subscriptions { tree.subscribe(subscription) }
      for _ in 0..<random.next(below: 3) {
        tree.raise(
          Message(
            kind: random.pick(Message.Kind.allCases), domain: random.pick(RandomTree.domains),
            code: random.pick(RandomTree.codes)))
      }
    }
    return try tree.finish()
  }

  /// The findings, by the id of the model and the message.
  private func reported(_ rule: String, _ subject: LintSubject) -> Set<String> {
    Set(
      Linted.findings(of: rule, in: subject).map { finding in
        let message = finding.message
        return "\(finding.place.id) \(message?.kind.rawValue ?? "") "
          + "\(message?.domain ?? "").\(message?.code ?? "*")"
      })
  }

  @Test(arguments: 0..<300)
  func `findings are those that the routes give`(seed: UInt64) throws {
    let snapshot = try Self.tree(seed)
    var raised: [(node: Int, route: Route)] = []
    for position in snapshot.positions {
      for declared in snapshot[position].raises {
        raised.append((position, snapshot.route(of: declared.message, raisedAt: position)))
      }
    }
    var expected: [String: Set<String>] = [:]
    for (node, route) in raised {
      let rule: String? =
        switch route.outcome {
        case .uncaught: "uncaught-error"
        case .unhandled: "unhandled-bubble"
        case .unheard: "unheard-event"
        case .handled, .delivered: nil
        }
      if let rule { expected[rule, default: []].insert("\(snapshot[node].id) \(route.message)") }
    }
    for position in snapshot.positions {
      for subscription in snapshot[position].subscriptions {
        let fitting = raised.filter { entry in
          entry.route.message.kind == subscription.kind
            && entry.route.message.domain == subscription.domain
            && (subscription.code ?? entry.route.message.code) == entry.route.message.code
        }
        let passing = fitting.filter { entry in
          subscription.kind == .event
            ? snapshot[snapshot.eventSession(ofRaiserAt: entry.node)].subtree.contains(position)
            : snapshot[position].subtree.contains(entry.node)
        }
        let name =
          "\(snapshot[position].id) \(subscription.kind.rawValue) "
          + "\(subscription.domain).\(subscription.code ?? "*")"
        if !fitting.isEmpty, passing.isEmpty {
          expected["unreachable-registration", default: []].insert(name)
        }
        let isLeftOut = passing.allSatisfy { $0.route.outcome != .handled(by: position) }
        if !passing.isEmpty, subscription.kind != .event, subscription.code != nil, isLeftOut {
          expected["shadowed-handler", default: []].insert(name)
        }
      }
    }
    let subject = LintSubject(snapshot)
    for rule in [
      "uncaught-error", "unhandled-bubble", "unheard-event", "unreachable-registration",
      "shadowed-handler",
    ] {
      #expect(reported(rule, subject) == expected[rule] ?? [], "\(rule)")
    }
  }
}
