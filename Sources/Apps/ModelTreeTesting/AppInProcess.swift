import LiveTree
import ModelTree
import ModelTreeJournal
import TextIO
import TreeAnalysis
import TreeJournal
import TreeRuns
import TreeSnapshot

/// An app of this process that is explored: its clock is held, and its trees are recorded.
@MainActor
final class AppInProcess {
  private let run: ExploredRun
  private var app: ExploredApp?
  private var tree: AttachedTree?
  /// Waits that the explorer doesn't control, of all runs.
  private let uncontrolled: UncontrolledWaits

  /// The bytes of the journal of a run: room for 5,000 records.
  private static let journalBytes = 1 << 18

  init(
    _ uncontrolled: UncontrolledWaits, _ make: @MainActor () async throws -> ExploredApp
  ) async throws {
    let clock = ExplorableClock()
    clock.beginHolding()
    let journal = Journal(bytes: Self.journalBytes)
    journal.hold(by: clock)
    run = ExploredRun(clock: clock, journal: journal)
    self.uncontrolled = uncontrolled
    let app = try await NewSessions.$observer.withValue(run) { try await make() }
    self.app = app
    tree = AttachedTree(
      name: "app", actions: app.actions, adapters: app.adapters, journal: app.journal ?? journal,
      root: app.root)
    tree?.holdJournal(by: clock)
    await settle()
  }

  // MARK: Settling

  /// Waits until the app is at rest: it needs time, an answer or another step.
  private func settle() async {
    await app?.settle?()
    let start = ContinuousClock.now
    var (quiet, rounds, last) = (0, 0, Int.min)
    while quiet < 2 {
      await Task.yield()
      // What isn't the work of a model may be on its way to the clock over other threads.
      if uncontrolled.hasOtherWaits {
        await Task.detached { await Task.yield() }.value
      } else if !run.clock.time.otherDeadlines.isEmpty {
        uncontrolled.hasOtherWaits = true
      }
      let activity = run.activity &+ record
      quiet = activity == last && run.isQuiet ? quiet + 1 : 0
      last = activity
      rounds += 1
      guard rounds > 50 else { continue }
      let unknown = run.waiting.filter { $0.what == .unknown }
      if start.duration(to: .now) > uncontrolled.patience(with: unknown) {
        return uncontrolled.note(unknown)
      }
      try? await Task.sleep(for: .microseconds(200))
    }
  }

  private var record: Int { (try? tree?.latestRecord()) ?? 0 }

  /// Lets time pass: wakes what waits until then, one after the other.
  private func pass(_ nanoseconds: Int) async {
    let time = run.clock.time
    let end = HeldTime.moment(.nanoseconds(nanoseconds), after: time.now)
    var wakes = 0
    while wakes < Self.mostWakes, time.wakeNext(until: end) {
      wakes += 1
      await settle()
    }
    time.go(to: end)
  }

  /// How often waits end during one step, at most.
  private static let mostWakes = 10_000
}

extension AppInProcess: @MainActor PlayableApp {
  @MainActor func look() -> AppLook {
    AppLook(
      tree: try? tree?.state().snapshot, actions: tree?.presentActions ?? [], waiting: run.waiting)
  }

  @MainActor func latestRecord() -> Int { record }

  @MainActor func take(_ step: Step) async throws -> Refusal? {
    let before = record
    let start = ContinuousClock.now
    var end = start
    let refusal = await NewSessions.$observer.withValue(run) {
      let reason = await act(step)
      end = .now
      await settle()
      return reason
    }
    if let limit = app?.longestStep, start.duration(to: end) > limit, !step.passes {
      throw AppFailure(.hang, "'\(step.line)' took more than \(limit)")
    }
    // The action itself is one.
    return refusal.map { _ in record > before + 1 ? .didSomething : .didNothing }
  }

  /// - Returns: why it can't be done; nil if it was.
  @MainActor private func act(_ step: Step) async -> String? {
    do {
      switch step {
      case .perform(let words):
        guard let tree, let name = words.first else { return "no session is open" }
        _ = try tree.perform(name, Array(words.dropFirst()))
      case .raise(let message, let selector):
        guard let tree else { return "no session is open" }
        let state = try tree.state()
        let node = try Selector(selector).node(in: state.snapshot)
        _ = try tree.raise(
          message, atNodeWithID: state.snapshot[node].id, of: state.tree, looksAfterwards: false)
      case .pass(let time): await pass(time)
      case .hold: run.holdsAnswers = true
      case .answer(let place, let error):
        if !run.takeAnswer(at: place, failing: error) { return "no such answer waits" }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Closes the app.
  ///
  /// - Returns: the type of its session, if that is still open.
  @MainActor private func close() async -> String? {
    let session = app?.root() as? Session
    if let finish = app?.finish { await finish() } else { session?.closeForGood() }
    return session.flatMap { $0.isOpen ? "\(type(of: $0))" : nil }
  }

  @MainActor func finish() async -> AppEnd {
    var end = AppEnd()
    end.leaks = (try? tree?.leakedModels()) ?? []
    run.holdsAnswers = false
    end.openSession = await close()
    await settle()
    end.working = run.waiting.filter { $0.type != nil && $0.what != .unknown }
    if let bytes = (try? tree?.journal(after: 0))?.bytes {
      end.journal = try? JournalContents(bytes: bytes)
    }
    end.uncontrolled = uncontrolled.places
    run.end()
    (app, tree) = (nil, nil)
    for _ in 0..<3 { await Task.yield() }
    end.growth = run.livingTypes.map { type, count in
      let models = "\(counted(count, "model")) of type \(type) \(count == 1 ? "is" : "are")"
      return (type, "\(models) alive after everything was closed")
    }
    return end
  }
}

/// Waits of an app that its explorer doesn't control, and how long it waits for them.
@MainActor
final class UncontrolledWaits {
  private(set) var places: [String] = []
  /// Whether something waits for the clock that isn't the work of a model.
  var hasOtherWaits = false

  /// Long at first, and no longer once a wait is known to be one.
  func patience(with waits: [Waiting]) -> Duration {
    waits.allSatisfy { places.contains(Self.place(of: $0)) } ? .milliseconds(20) : .seconds(1)
  }

  func note(_ waits: [Waiting]) {
    for place in waits.map(Self.place) where !places.contains(place) { places.append(place) }
  }

  private static func place(of wait: Waiting) -> String {
    "work of \(wait.type ?? "…")" + (wait.source.map { ", \($0)" } ?? "")
  }
}
