import LiveTree
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

@testable import TreeSpec

/// Lines about the past, on journals of the runtime.
@MainActor @Suite struct `Specs of what happened` {
  private let app = RecordedApp()
  private var harbor: Harbor { app.harbor }

  @Test func `an uncaught error is named with its moment, its message and its cause`() throws {
    let pier = Pier(parent: harbor)
    pier.register(for: HarborBubble.signal) { [weak pier] _ in pier?.raise(HarborErrors.leak) }
    harbor.register(for: HarborErrors.storm)
    pier.raise(HarborErrors.storm)
    #expect(try app.check("never uncaught\nnever unhandled\nnever unheard").isPassed)
    pier.raise(HarborBubble.signal)
    pier.raise(HarborErrors.leak)
    let result = try app.check("never uncaught")
    guard case .moment(let finding)? = result.checks[0].finding else { throw Missing() }
    #expect(finding.record?.event == .uncaught && finding.record?.number == finding.moment)
    #expect(finding.count == 2)
    #expect(finding.cause?.message?.code == "signal" && finding.cause?.event == .handled)
    let text = ResultText(result, tree: "app.journal").plain
    #expect(text.contains("    was uncaught, 2 times, the first at moment \(finding.moment), "))
    #expect(text.contains("raised by Pier #2: uncaught; reported to Harbor #1"))
    #expect(text.contains("in Pier #2's handler of bubble HarborBubble.signal, record "))
    #expect(text.contains("'--at \(finding.moment)' looks at the tree then"))
  }

  @Test func `never is about some messages, and not about tests`() throws {
    harbor.register(for: HarborErrors.storm)
    harbor.raise(HarborErrors.leak)
    #expect(try !app.check("never uncaught HarborErrors.leak").isPassed)
    #expect(try !app.check("never uncaught HarborErrors.*").isPassed)
    #expect(try app.check("never uncaught storm").isPassed)
    #expect(try app.check("never uncaught except HarborErrors.l*").isPassed)
    let other = RecordedApp()
    _ = other.harbor.raiseTest(Message(kind: .error, domain: "HarborErrors", code: "leak"))
    other.harbor.raise(HarborBubble.signal)
    #expect(try other.check("never uncaught").isPassed)
    #expect(try !other.check("never unhandled").isPassed)
  }

  @Test func `within is about who takes a message, and how soon`() throws {
    let pier = Pier(parent: harbor)
    let boat = Boat(parent: pier)
    pier.register(for: HarborErrors.storm)
    boat.register(for: HarborEvent.tide)
    boat.raise(HarborErrors.storm)
    harbor.raise(HarborEvent.tide)
    #expect(try app.check("error HarborErrors.storm => Pier within 1 h").isPassed)
    #expect(try app.check("error storm from Pier/* => handled within 1h").isPassed)
    #expect(try app.check("error storm from Pier => Harbor within 1 h").isPassed)
    #expect(try app.check("event tide => Boat only within 3600 s").isPassed)
    #expect(
      try app.problem(of: "error storm => Harbor within 1 h")?
        .hasPrefix("was handled by Pier #2 at moment ") == true)
    #expect(
      try app.problem(of: "error storm => handled except Pier within 1 h")?
        .hasPrefix("was handled by Pier #2 at moment ") == true)
    #expect(
      try app.problem(of: "event tide => Pier within 1 h")?
        .hasPrefix("was delivered to others at moment ") == true)
    #expect(try app.problem(of: "error storm => Pier within 0 ms")?.hasPrefix("took ") == true)
    harbor.raise(HarborErrors.storm)
    #expect(
      try app.problem(of: "error storm => Pier within 1 h")?.hasPrefix("was uncaught at moment ")
        == true)
  }

  @Test func `a handler that does not return is found once later records show it`() throws {
    var lines: [UInt8] = []
    harbor.register(for: HarborErrors.storm) { [app] _ in
      _ = Boat(parent: app.harbor)
      lines = app.journal.lines()
    }
    harbor.raise(HarborErrors.storm)
    let history = RecordedHistory(try JournalContents(bytes: lines))
    func problem(_ line: String) throws -> String? {
      let result = try Spec("tree-spec 1\n\(line)", name: "past.treespec")
        .check(try history.contents.lastSnapshot(), history: history)
      return FindingWords(result).explanation(of: result.checks[0])?.problem.string
    }
    #expect(
      try problem("error storm => Harbor within 0 ms")?.hasPrefix("had not returned after ") == true
    )
    #expect(try problem("error storm => Harbor within 1 h") == nil)
    // The tree isn't checked before the handler returns.
    #expect(try problem("always not Boat") == nil)
  }

  @Test func `what must always hold is looked at where no handler runs`() throws {
    harbor.register(for: HarborBubble.signal) { [app] _ in
      let spinner = Spinner(parent: app.harbor)
      spinner.removeFromParent()
    }
    harbor.raise(HarborBubble.signal)
    #expect(try app.check("always not Spinner").isPassed)
    let spinner = Spinner(parent: harbor)
    let moment = app.journal.recordCount
    spinner.removeFromParent()
    Spinner(parent: harbor).removeFromParent()
    #expect(try app.violation(of: "always not Spinner") == moment)
    #expect(
      try app.problem(of: "always not Spinner")?
        .hasSuffix(": 1 model matches 'Spinner'") == true)
  }

  @Test func `a line that is about nothing at any moment fails`() throws {
    Pier(parent: harbor).register(for: HarborErrors.storm)
    #expect(
      try app.problem(of: "always error storm from Boat => Pier")
        == "applies to no moment of the journal: no model of this tree matches 'Boat'")
    #expect(
      try app.problem(of: "always\n  Port\n    Pier")
        == "at no moment the root is 'Port'; it was Harbor")
    #expect(
      try app.problem(of: "never uncaught Harbour.*")?
        .hasPrefix("no error that this tree knows fits 'Harbour.*'; it knows ") == true)
  }

  @Test func `a tree below always holds at every moment of its root`() throws {
    let pier = Pier(parent: harbor)
    _ = Boat(parent: pier)
    #expect(try app.check("always\n  Harbor\n    Pier ?\n      Boat {0..1}").isPassed)
    let moment = app.journal.recordCount
    _ = Boat(parent: pier)
    #expect(
      try app.violation(of: "always\n  Harbor\n    Pier ?\n      Boat {0..1}") == moment + 1)
    // The lines below are of no tree of their own.
    let result = try app.check("always\n  Harbor [children deep]\n    Boat ?\nnever uncaught")
    #expect(result.checks.count == 2)
  }

  @Test func `a journal that does not hold the tree says how many bytes would`() throws {
    let small = RecordedApp(bytes: Journal.leastBytes)
    for _ in 0..<2_000 { _ = Boat(parent: small.harbor) }
    let history = RecordedHistory(try small.journal.contents)
    let spec = try Spec("tree-spec 1\nalways not Spinner", name: "past.treespec")
    let result = spec.check(small.harbor.snapshot(), history: history)
    let problem = FindingWords(result).explanation(of: result.checks[0])?.problem.string
    #expect(problem?.hasPrefix("the tree did not fit into the journal; with ") == true)
  }

  struct Missing: Error {}
}

/// Checking after each change finds the same as checking at every moment.
@MainActor @Suite struct `Specs of random pasts` {
  private static let lines = [
    "always limit nodes <= 9", "always limit depth <= 3", "always limit children < 5, sessions = 1",
    "always limit nodes >= 2", "always not Pier/Pier/Boat", "always not Boat[leaf] except Pier/**",
    "always not Spinner", "always error storm from ** => handled",
    "always error HarborErrors.leak from Boat => Pier, Harbor",
    "always event tide => Harbor", "always\n  Harbor [children contains]\n    Pier {0..2}",
    "always\n  Harbor [children deep]\n    Boat {0..4}",
    "always\n  Harbor [children contains]\n    Pier ? [handles only error HarborErrors.storm]",
  ]

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `the first violation is the same`(seed: UInt64) throws {
    let app = RecordedApp(bytes: seed % 3 == 0 ? Journal.leastBytes : 1 << 20)
    run(SeededGenerator(seed: seed), in: app)
    let moments = try quietMoments(of: app.journal.contents)
    for line in Self.lines {
      let expected = try firstViolation(of: line, in: moments)
      #expect(try app.violation(of: line) == expected, "\(line)")
    }
  }

  /// Changes a tree at random, inside of handlers and outside.
  private func run(_ generator: SeededGenerator, in app: RecordedApp) {
    var random = generator
    var depth = 0
    func step() {
      let models = [app.harbor] + app.harbor.children.flatMap { [$0] + $0.children }
      let model = models.randomElement(using: &random) ?? app.harbor
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1, 2:
        if Int.random(in: 0..<3, using: &random) == 0 {
          _ = Pier(parent: model)
        } else {
          _ =
            Int.random(in: 0..<8, using: &random) == 0
            ? Spinner(parent: model) : Boat(parent: model) as Model
        }
      case 3, 4: if model !== app.harbor { model.removeFromParent() }
      case 5: model.register(for: HarborErrors.storm)
      case 6: model.unregister(for: HarborErrors.storm)
      default:
        depth += 1
        if depth < 4 { model.raise(HarborBubble.signal) }
        depth -= 1
      }
    }
    app.harbor.register(for: HarborBubble.signal) { _ in
      for _ in 0..<3 { step() }
    }
    for _ in 0..<Int.random(in: 5..<60, using: &random) { step() }
  }

  /// The tree of every moment at which no handler runs: there the next record has no cause.
  private func quietMoments(
    of contents: JournalContents
  ) throws -> [(number: Int, tree: Snapshot)] {
    let numbers = (contents.records.lowerBound - 1)..<contents.records.upperBound
    return try numbers.filter { contents[$0 + 1]?.cause == nil }
      .map { ($0, try contents.snapshot(at: $0)) }
  }

  /// Checks the tree of every moment anew.
  private func firstViolation(
    of line: String, in moments: [(number: Int, tree: Snapshot)]
  ) throws -> Int? {
    let text = line.hasPrefix("always\n") ? line.dropFirst(7) : line.dropFirst("always ".count)[...]
    let plain = text.split(separator: "\n").map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0[...] }
      .joined(separator: "\n")
    let spec = try Spec("tree-spec 1\n\(plain)", name: "now.treespec")
    return moments.first { !spec.check($0.tree, asRules: true).isPassed }?.number
  }
}
