import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

@testable import TreeSpec

/// Lines about asynchronous work.
@MainActor @Suite struct `Specs of work` {
  private let app = RecordedApp()
  private final class Gate { var isOpen = false }
  private let gate = Gate()

  private func work(of model: Model, line: UInt = 7) -> Task<Void, Never> {
    model.task(file: "App/Pier.swift", line: line) { [gate] in
      while !gate.isOpen { await Task.yield() }
    }
  }

  @Test func `never work asks that it has ended at the end`() async throws {
    let pier = Pier(parent: app.harbor)
    let boat = Boat(parent: pier)
    let task = work(of: pier)
    let started = app.journal.recordCount
    _ = work(of: boat, line: 8)
    let result = try app.check("never work at **")
    guard case .moment(let finding)? = result.checks[0].finding else { throw Missing() }
    #expect(finding.count == 2 && finding.record?.number == started)
    #expect(finding.moment == app.journal.recordCount)
    let text = ResultText(result, tree: "app.journal").plain
    #expect(text.contains("    Pier #2 still worked after "), "\(text)")
    #expect(text.contains(", 2 times, the first at moment \(finding.moment), "), "\(text)")
    #expect(text.contains("Pier #2 starts work  Pier.swift:7"), "\(text)")
    for (line, passes) in [
      ("never work", false), ("never work at Spinner", true), ("never work at Harbor/Pier", false),
      ("never work at Pier except Harbor/*", true), ("never work except Pier, Boat", true),
      ("never work except Pier", false),
    ] {
      #expect(try app.check(line).isPassed == passes, "\(line)")
    }
    gate.isOpen = true
    await task.value
    while try !app.check("never work").isPassed { await Task.yield() }
  }

  @Test func `no work within limits how long it takes`() async throws {
    let pier = Pier(parent: app.harbor)
    let task = work(of: pier)
    let started = app.journal.recordCount
    // The journal's last record says how late it is.
    try await Task.sleep(for: .milliseconds(30))
    _ = Boat(parent: app.harbor)
    #expect(try app.check("no work within 2 h").isPassed)
    #expect(
      try app.problem(of: "no work within 20 ms")?.hasPrefix("Pier #2 still worked after ") == true)
    #expect(try app.check("no work within 20 ms at Boat").isPassed)
    #expect(try app.check("no work within 20 ms except Pier").isPassed)
    gate.isOpen = true
    await task.value
    #expect(try app.check("no work within 2 h").isPassed)
    let result = try app.check("no work within 20 ms at Pier")
    guard case .moment(let finding)? = result.checks[0].finding else { throw Missing() }
    #expect(finding.record?.number == started && finding.moment == app.journal.recordCount)
    #expect(
      FindingWords(result).explanation(of: result.checks[0])?.problem.string
        .hasPrefix("Pier #2 worked for ") == true)
  }

  private struct Missing: Error {}

  @Test(arguments: [
    ("never wrk", "'never' is followed by 'uncaught', 'unhandled', 'unheard' or 'work'; did you "),
    ("no rest", "'no' is followed by 'work within' and a time, such as 'no work within 5 s'"),
    ("no work for 5 s", "'no' is followed by 'work within' and a time"),
    ("no work within", "a time is missing here, such as 2 s, 300 ms or 1 m"),
    ("never work at", ""), ("always not **[work]", "'always' can't test [work], which the trees"),
  ])
  func `a misspelled line is refused`(line: String, message: String) throws {
    let error = try #require(throws: SpecError.self) {
      try Spec("tree-spec 1\n\(line)", name: "past.treespec")
    }
    #expect("\(error)".contains(message), "\(error)")
  }

  @Test func `a tree has work of its own`() throws {
    let task = work(of: Pier(parent: app.harbor))
    let spec = try Spec("tree-spec 1\nnot **[work]")
    #expect(!spec.check(app.harbor.snapshot()).isPassed)
    gate.isOpen = true
    withExtendedLifetime(task) {}
  }
}
