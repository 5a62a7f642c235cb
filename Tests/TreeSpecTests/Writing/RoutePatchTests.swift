import TestSupport
import Testing
import TextIO
import TreeSnapshot

@testable import TreeSpec

extension SpecResult {
  /// The lines that fail, and why, apart from those that stay because a message may be misspelled.
  fileprivate var failures: [String] {
    let words = FindingWords(self)
    let left = wrongRoutes.filter { $0.misspelling != nil }.map(\.line)
    return checks.filter { $0.outcome == .failed && !left.contains($0.line) }.map {
      "\($0.name): \(words.explanation(of: $0)?.problem.string ?? "")"
    }
  }
}

@Suite struct `A spec that is patched with its routes` {
  /// Lines that people write in addition to generated ones; each may hold or not.
  private static let handwritten = [
    "error * from ** => handled", "error * from A => uncaught", "bubble * from ** => unhandled",
    "event * from ** => delivered", "event * from B => unheard", "error D.1 from ** => A",
    "bubble D.2 from A => B via *", "event D.1 from A => A, B", "event D.1 from B => A only",
    "error D.* except D.1 from ** except A => handled except B", "event D.1 => delivered",
  ]

  @Test(arguments: [UInt64](0..<8))
  func `is passed, keeps its comments, and keeps the lines that still hold`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 7_000 + seed)
    var (changes, kept) = (0, 0)
    for _ in 0..<30 {
      let names = random.chance(1, in: 2) ? RandomTree.plainNames : RandomTree.hostileNames
      let tree = NestedTree.random(&random, maximum: 24, names: names)
      var options = SpecWriter.Options()
      options.isOrdered = random.chance(2, in: 3)
      let written = try SpecWriter(tree.snapshot(), options).write(title: nil)
      let own = (0..<random.next(below: 4)).map { _ in random.pick(Self.handwritten) }
      var number = 0
      let lines = (written.split(separator: "\n").map(String.init) + own).flatMap { line in
        number += 1
        return number < 4 ? [line] : ["  # above \(number)", "\(line)  # at \(number)"]
      }
      let spec = try Spec(lines.joined(separator: "\n") + "\n")
      var changed = tree
      for _ in 0..<random.next(below: 5) {
        let mutation = random.pick(Mutation.allCases)
        changed = mutation.applied(to: changed, &random, names: names) ?? changed
      }
      let snapshot = try changed.snapshot()
      guard let patch = try SpecPatch(spec, to: snapshot, changesRoutes: true) else {
        #expect(spec.check(snapshot).failures == [], "\(spec.text)")
        continue
      }
      let new = try Spec(patch.text)
      let failures = new.check(snapshot).failures
      #expect(failures == [], "\(spec.text.joined(separator: "\n"))\nbecame\n\(patch.text)")
      for above in spec.text where above.hasPrefix("  # above") {
        #expect(patch.text.contains(above.dropFirst(2) + "\n"))
      }
      // A line about messages that holds in the patched spec stays unchanged.
      let shapeOnly = try SpecPatch(spec, to: snapshot).map { try Spec($0.text) } ?? spec
      for check in shapeOnly.check(snapshot).checks where check.name != "tree" {
        let line = shapeOnly.text[check.line - 1]
        switch check.outcome {
        case .passed:
          kept += 1
          #expect(new.text.contains(line), "\(line) went:\n\(patch.text)")
        default: changes += 1
        }
      }
    }
    #expect(changes > 10 && kept > 50)
  }

  private static func tree(_ handlers: [String: [String]], raisers: [String]) throws -> Snapshot {
    var builder = SnapshotBuilder()
    for (index, type) in ["App", "Flow", "Cell", "Cell"].enumerated() {
      builder.addNode(
        id: index + 1, parent: index == 0 ? nil : index == 1 ? 1 : 2, type: type,
        isSession: index == 0)
      for code in handlers["\(type)\(index)"] ?? handlers[type] ?? [] {
        builder.subscribe(Subscription(kind: .error, domain: "E", code: code))
      }
      if raisers.contains(type) {
        for code in ["a", "b"] { builder.raise(Message(kind: .error, domain: "E", code: code)) }
      }
    }
    return try builder.finish()
  }

  private static let text = """
    tree-spec 1
    default children: exact ordered
    App
      ...
    # Nobody may miss it.
    error E.a from Cell => Flow  # since 1.0
    error E.b from ** => handled
    error E.a from Gone => uncaught
    error E.* from Flow => App

    """

  @Test func `says what becomes of its lines`() throws {
    let tree = try Self.tree(["App": ["a"], "Cell2": ["b"]], raisers: ["Cell"])
    let patch = try #require(try SpecPatch(Spec(Self.text), to: tree, changesRoutes: true))
    #expect(
      patch.text == """
        tree-spec 1
        default children: exact ordered
        App
          ...
        # Nobody may miss it.
        error E.a from Cell => App  # since 1.0
        error E.b from /App/Flow/Cell[1] => /App/Flow/Cell[1]
        error E.b from /App/Flow/Cell[2] => uncaught
        error E.a from Flow => App
        error E.b from Flow => uncaught

        """)
    #expect(
      patch.changes.map { "\($0.line): \($0.words)" } == [
        "6: '=> Flow' is '=> App' now",
        "7: is 2 lines now: its messages go different ways",
        "8: is taken out: no model of this tree matches 'Gone'",
        "9: is 2 lines now: its messages go different ways",
      ])
    #expect(try SpecPatch(Spec(patch.text), to: tree, changesRoutes: true) == nil)
  }

  @Test func `without that, the lines stay as they are`() throws {
    let tree = try Self.tree(["App": ["a"]], raisers: ["Cell"])
    #expect(try SpecPatch(Spec(Self.text), to: tree) == nil)
  }
}
