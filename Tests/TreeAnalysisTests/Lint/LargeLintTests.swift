import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Trees that would take minutes, or gigabytes, where the cost were more than linear.
@Suite struct `Lint of large trees` {
  private let message = Message(kind: .error, domain: "Net", code: "1")

  @Test func `ten thousand siblings with the same registrations`() throws {
    var tree = SnapshotBuilder()
    tree.addNode(id: 1, parent: nil, type: "App", isSession: true)
    for id in 2...10_001 {
      tree.addNode(id: id, parent: 1, type: "Tab", isSession: true)
      tree.subscribe(Subscription(kind: .error, domain: "Net", code: "1"))
      tree.subscribe(Subscription(kind: .error, domain: "Net", code: nil))
      tree.subscribe(Subscription(kind: .event, domain: "Net", code: nil))
      tree.provide(service: "Service\(id)")
      tree.provide(service: "Service\(id / 2)")
    }
    tree.addNode(id: 10_002, parent: 1, type: "Raiser")
    tree.raise(message)
    let subject = LintSubject(try tree.finish())
    #expect(Linted.findings(of: "unreachable-registration", in: subject).count == 20_000)
    #expect(Linted.findings(of: "uncaught-error", in: subject).count == 1)
    #expect(Linted.findings(of: "missing-service", in: subject).count > 10_000)
  }

  @Test func `thousands of messages of one domain, for all of which many are registered`() throws {
    var tree = SnapshotBuilder()
    tree.addNode(id: 1, parent: nil, type: "App", isSession: true)
    for id in 2...2_001 {
      tree.addNode(id: id, parent: 1, type: "Cell")
      tree.subscribe(Subscription(kind: .error, domain: "Net", code: nil))
      tree.subscribe(Subscription(kind: .event, domain: "Net", code: nil))
      tree.raise(Message(kind: .error, domain: "Net", code: "\(id)"))
      tree.raise(Message(kind: .event, domain: "Net", code: "\(id)"))
    }
    let subject = LintSubject(try tree.finish())
    #expect(Linted.findings(of: "name-in-two-kinds", in: subject).count == 2_000)
    #expect(subject.findings().count == 2_000)
  }

  @Test func `thousands of levels, of which no path is longer than a person reads`() throws {
    var tree = SnapshotBuilder()
    for id in 1...3_000 {
      tree.addNode(id: id, parent: id == 1 ? nil : id - 1, type: "Level", isSession: id % 2 == 0)
      tree.raise(message)
      tree.raise(Message(kind: .event, domain: "Net", code: "1"))
    }
    let subject = LintSubject(try tree.finish())
    let uncaught = Linted.findings(of: "uncaught-error", in: subject)
    #expect(uncaught.count == 3_000)
    #expect(Linted.findings(of: "unheard-event", in: subject).count == 3_000)
    let place = uncaught.first { $0.place.id == 2_000 }?.place
    #expect(place?.path == "…/Level/Level/Level/Level/Level/Level")
  }
}
