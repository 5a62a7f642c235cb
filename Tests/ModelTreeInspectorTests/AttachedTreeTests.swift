import ModelTree
import Testing
import TreeAnalysis
import TreeConsole
import TreeJournal
import TreeSnapshot

@testable import LiveTree
@testable import ModelTreeInspector

/// The inspector's effects on a tree, on the tree's isolation.
@Suite struct `An attached tree` {
  private static let badToken = Message(kind: .error, domain: "NetworkErrors", code: "101")
  private static let badResponse = Message(kind: .error, domain: "NetworkErrors", code: "100")
  private static let start = Message(kind: .event, domain: "AppEvent", code: "Start")

  private final class Holder {
    var root: Session? = makeTree()
  }

  private func attach(
    _ holder: Holder, actions: [Inspector.Action] = []
  ) -> AttachedTree {
    AttachedTree(name: "App", actions: actions) { holder.root }
  }

  @Test func `who has unregistered since is a near miss`() throws {
    let holder = Holder()
    let tree = attach(holder)
    let flow = try #require(holder.root?.children.first)
    flow.register(for: NetworkErrors.badResponse, file: "Flow.swift", line: 5)
    flow.unregister(for: NetworkErrors.badResponse)
    let state = try tree.state()
    let route = state.snapshot.route(of: Self.badResponse, raisedAt: 2)
    #expect(route.outcome == .uncaught)
    let misses = state.snapshot.nearMisses(of: route, ended: state.endedSubscriptions)
    #expect(misses.first?.reason == .ended)
    #expect(misses.first?.node == 1)
    #expect(misses.first?.subscription.source == "Flow.swift:5")
  }

  @Test func `a report holds the tree before and after the handlers`() throws {
    let holder = Holder()
    let root = try #require(holder.root)
    root.register(for: NetworkErrors.badToken) { [unowned root] _ in
      root.children[0].removeFromParent()
    }
    let tree = attach(holder)
    let state = try tree.state()
    let raiser = state.snapshot[2].id
    let report = try tree.raise(Self.badToken, atNodeWithID: raiser, of: state.tree)
    #expect(report.before.snapshot.count == 3)
    #expect(report.after?.snapshot.count == 1)
    #expect(report.route.outcome == .handled(by: 0))
    #expect(report.route.hops.map(\.node) == [2, 1, 0])
  }

  @Test func `a tree that was replaced between look and raise is not raised on`() throws {
    let holder = Holder()
    let tree = attach(holder)
    let state = try tree.state()
    let fresh = makeTree()
    var isHandled = false
    fresh.register(for: NetworkErrors.badToken) { _ in isHandled = true }
    holder.root = fresh
    let error = #expect(throws: RefusedError.self) {
      try tree.raise(Self.badToken, atNodeWithID: state.snapshot.root.id, of: state.tree)
    }
    #expect(error?.description == "the model has left the tree meanwhile; look again")
    #expect(!isHandled)
    let again = try tree.state()
    #expect(again.tree != state.tree)
    _ = try tree.raise(Self.badToken, atNodeWithID: again.snapshot.root.id, of: again.tree)
    #expect(isHandled)
  }

  @Test func `without a tree there is nothing to look at or to raise on`() throws {
    let holder = Holder()
    let tree = attach(holder)
    let state = try tree.state()
    holder.root = nil
    #expect(throws: NoTreeError.self) { try tree.state() }
    #expect(throws: NoTreeError.self) {
      try tree.raise(Self.badToken, atNodeWithID: 1, of: state.tree)
    }
  }

  @Test func `trees are counted as they are replaced, and only then`() throws {
    let holder = Holder()
    let tree = attach(holder)
    var numbers = [try tree.state().tree, try tree.state().tree]
    holder.root = nil
    _ = try? tree.state()
    holder.root = makeTree()
    numbers.append(try tree.state().tree)
    let kept = holder.root
    holder.root = nil
    _ = try? tree.state()
    holder.root = kept
    numbers.append(try tree.state().tree)
    #expect(numbers == [1, 1, 2, 2])
  }

  @Test func `a handler that closes the session leaves a report of the tree before`() throws {
    let holder = Holder()
    holder.root?.register(for: NetworkErrors.badToken) { _ in holder.root = nil }
    let tree = attach(holder)
    let state = try tree.state()
    let report = try tree.raise(
      Self.badToken, atNodeWithID: state.snapshot[2].id, of: state.tree)
    #expect(report.after == nil)
    #expect(report.before.snapshot.count == 3)
    #expect(report.route.outcome == .handled(by: 0))
  }

  @Test func `attached to a part of a tree, a route that ends above it is not told as uncaught`()
    throws
  {
    let root = makeTree()
    let flow = root.children[0]
    let tree = AttachedTree(name: "Flow", actions: []) { flow }
    let state = try tree.state()
    let report = try tree.raise(
      Self.badToken, atNodeWithID: state.snapshot[1].id, of: state.tree)
    #expect(report.route.outcome != .uncaught)
    withExtendedLifetime(root) {}
  }

  @Test func `an action is done by its name, and unknown ones are not`() throws {
    struct Refused: Error {}
    var log: [String] = []
    let pick = Inspector.Action("pick SUBJECT", help: "Picks.") { words in
      log += words
      return "picked"
    }
    let fail = Inspector.Action("fail", help: "Fails.") { _ in throw Refused() }
    let tree = attach(Holder(), actions: [pick, fail])
    #expect(try tree.perform("pick", ["Physics", "now"]).answer == "picked")
    #expect(log == ["Physics", "now"])
    #expect(throws: Refused.self) { try tree.perform("fail", []) }
    #expect(throws: RefusedError("the app offers no 'pik'; did you mean 'pick'?")) {
      try tree.perform("pik", [])
    }
  }
}
