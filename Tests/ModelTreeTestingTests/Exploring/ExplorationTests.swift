import Foundation
import LiveTree
import ModelTree
import ModelTreeJournal
import Testing
import TextIO
import TreeJournal
import TreeRuns
import TreeSpec

@testable import ModelTreeTesting

@Suite(.takingFoundIssues) struct `Exploring an app` {
  private func exploration(
    of defect: KioskDefect?, runs: Int = 30, seed: UInt64 = 1,
    kinds: Set<TreeRuns.Failure.Kind> = TreeRuns.Failure.Kind.usual, rules: String = ""
  ) async throws -> Exploration {
    var options = ExplorerOptions(runs: runs, seed: seed, kinds: kinds)
    options.stopsAtFailure = defect != nil
    let specs = rules.isEmpty ? [] : [try Spec(rules, name: "kiosk.treespec", form: .inline)]
    return try await explore(options, specs) { Kiosk(defect).explored }
  }

  private func text(_ found: Exploration) -> String {
    found.lines().map(\.string).joined(separator: "\n")
  }

  @Test func `an app without mistakes passes, and says what was never reached`() async throws {
    let found = try await exploration(of: nil, kinds: [.uncaught, .leak, .work, .growth, .storm])
    #expect(found.failures.isEmpty && found.unstable.isEmpty, "\(text(found))")
    #expect(found.uncontrolled == [])
    let woken = found.reached.subscriptions
    #expect(woken.reached == woken.known, "\(text(found))")
    #expect(found.shapes > 10)
  }

  @Test func `an app runs for 400 years, and its journal can be read`() async throws {
    let clock = ExplorableClock()
    clock.beginHolding()
    let session = Session()
    session.clock = clock
    let journal = Journal(bytes: 1 << 18)
    session.record(in: journal)
    session.open()
    let run = clock.run
    let tree = AttachedTree(name: "Old", journal: journal, explored: run) { session }
    tree.hold(answers: nil)
    let time = run.clock.time
    let year = 31_536_000_000_000_000
    for _ in 0..<400 {
      let model = Model(parent: session)
      model.task { try await model.sleep(for: .seconds(Int64.max)) }
      time.go(to: HeldTime.moment(.nanoseconds(year), after: time.now))
      model.removeFromParent()
    }
    _ = HeldTime.moment(.nanoseconds(Int.max), after: time.now)
    #expect(run.waiting.allSatisfy { $0.nanoseconds ?? 0 >= 0 })
    let contents = try JournalContents(bytes: journal.lines())
    #expect(contents.faults.isEmpty, "\(contents.faults)")
    #expect(contents.records.count >= 800)
    var times: [Int] = []
    contents.forEachRecord(in: contents.records, of: Set(JournalEvent.allCases)) { record in
      times.append(record.time)
      return true
    }
    #expect(times == times.sorted() && times.last == WallClock.last / 1_000 * 1_000)
  }

  @Test func `the same seed does the same, another seed something else`() async throws {
    let first = try await exploration(of: .earlyRemoval, runs: 5)
    let second = try await exploration(of: .earlyRemoval, runs: 5)
    let other = try await exploration(of: .earlyRemoval, runs: 5, seed: 2)
    #expect(text(first) == text(second))
    #expect(text(first) != text(other))
  }

  /// The steps that a failure takes, by its mistake.
  nonisolated static let shortest: [(KioskDefect, Int)] = [
    (.earlyRemoval, 5), (.doubleHandler, 5), (.raceOfAnswers, 3), (.leakByClosure, 5),
    (.wrongSession, 4), (.unopenedSession, 5), (.uncaughtAtDepth, 6), (.storm, 6),
    (.timerOfGoneScreen, 5), (.failureOfService, 3),
  ]

  @Test(arguments: shortest)
  func `a mistake is found, and the way to it is the shortest`(
    defect: KioskDefect, steps: Int
  ) async throws {
    let found = try await exploration(
      of: defect, kinds: TreeRuns.Failure.Kind.usual.union([.unheard]),
      rules: "not CounterModel[2]")
    let failure = try #require(found.failures.first, "\(text(found))")
    // Another failure of the same mistake may be nearer.
    #expect(failure.steps.count <= steps, "\(text(found))")
    #expect(failure.actions <= 5_000)
    #expect(failure.replays.failed == failure.replays.of)
  }

  @Test func `a failure of the assertion shows the way, and why`() async throws {
    let issue = await FoundIssue.of {
      await expectExploration(of: { Kiosk(.earlyRemoval).explored }, runs: 30)
    }
    let text = try #require(issue).text
    #expect(
      text.replacing(/[ ]+run \d+, shrunk from .*\n|^.*\n\n/, with: "").hasPrefix(
        """
        FAIL  never uncaught: error KioskErrors.2 (rejected), raised by KioskSession
            do show a
            pass 0.1 s
            do details
            do order 41
            pass 2 s
          why: it ended its subscription 1.5 s before, made at Kiosk.swift:191
          nearest run that passes: 'do order 40'
            here: KioskSession #1 registers for error KioskErrors.2 (rejected)

        never reached: KioskSession's subscription to error KioskErrors.2, Kiosk.swift:191
        """), "\(text)")
  }

  @Test func `a script fails as long as the app does`() async throws {
    let script = """
      # a comment
      do show a
      pass 0.1 s
      do details
      do more
      do back
      """
    let issue = await FoundIssue.of {
      await expectScript(script, of: { Kiosk(.leakByClosure).explored })
    }
    let text = try #require(issue).text
    #expect(text.hasPrefix("no leak: /KioskSession/SectionModel/DetailsModel/DetailsModel left"))
    #expect(await expectScript(script, of: { Kiosk().explored }))
    let misspelled = await FoundIssue.of {
      await expectScript("pass on", of: { Kiosk().explored })
    }
    #expect(try #require(misspelled).text == "'pass on' isn't a step")
  }

  @Test func `what happens by chance is unstable, and fails no test`() async throws {
    let chance = Chance()
    let found = try await explore(ExplorerOptions(runs: 3, seed: 1), []) {
      let kiosk = Kiosk()
      chance.runs += 1
      if chance.runs == 2 { kiosk.session.raise(KioskErrors.mixedUp) }
      return kiosk.explored
    }
    #expect(found.failures.isEmpty)
    #expect(found.unstable.map(\.replays.failed) == [0])
  }

  private final class Chance { var runs = 0 }
}
