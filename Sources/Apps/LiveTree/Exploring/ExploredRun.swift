package import ModelTree
package import ModelTreeJournal
import TextIO
package import TreeJournal

/// What an explorer holds of an app: its time, and when the answers of its work are taken.
@MainActor
package final class ExploredRun {
  /// The clock of sessions that set none of their own.
  package nonisolated let clock: ExplorableClock
  /// Records the trees that are created meanwhile; nil if the app's own journal does.
  let journal: Journal?
  /// Whether answers wait until they are asked for.
  package var holdsAnswers = false {
    didSet {
      while !holdsAnswers, let first = ready.first?.work { takeAnswer(of: first) }
    }
  }

  private var works: [Int: FollowedWork] = [:]
  private var lastNumber = 0
  /// The work whose answers wait to be taken, in the order in which they came, each with the errors that may
  /// come instead.
  private var ready: [Turn] = []
  /// The numbers of the work that got an error instead of an answer, which is taken at once.
  private var failed: Set<Int> = []
  private var trees: [Weak<TreeStore>] = []
  /// How often work began, was answered, or had its answer ready.
  private var changes = 0

  /// Begins to hold an app that is about to be made, or one that listens.
  ///
  /// - Parameters:
  ///   - clock: the clock.
  ///   - journal: records the trees that are created while this is `current`; nil for none.
  package nonisolated init(clock: ExplorableClock, journal: Journal? = nil) {
    self.clock = clock
    self.journal = journal
    clock.note(self)
  }

  // MARK: Work

  /// Forgets work that is done.
  fileprivate func end(_ work: FollowedWork) {
    works[work.number] = nil
    changes += 1
  }

  /// Waits until the answer of work may be taken, or the work is cancelled.
  ///
  /// - Parameter errors: may come instead of the answer.
  /// - Returns: the error that comes instead.
  @discardableResult
  fileprivate func waitForTurn(_ work: FollowedWork, orError errors: [any Error] = []) async -> (
    any Error
  )? {
    guard holdsAnswers, !Task.isCancelled, failed.remove(work.number) == nil else { return nil }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: nil) }
        ready.append(Turn(work: work, errors: errors, continuation: continuation))
        changes += 1
      }
    } onCancel: {
      onMainActor { self.takeAnswer(of: work) }
    }
  }

  private func takeAnswer(of work: FollowedWork, orError error: (any Error)? = nil) {
    guard let place = ready.firstIndex(where: { $0.work === work }) else { return }
    changes += 1
    if error != nil { failed.insert(work.number) }
    ready.remove(at: place).continuation.resume(returning: error)
  }

  /// Lets the answer of work be taken.
  ///
  /// - Parameters:
  ///   - place: which of those that wait, from 1 in the order in which they came.
  ///   - name: the error that comes instead; nil for the answer.
  /// - Returns: whether there is one.
  package func takeAnswer(at place: Int, failing name: String?) -> Bool {
    guard ready.indices.contains(place - 1) else { return false }
    let turn = ready[place - 1]
    let error = turn.errors.first { Turn.name($0) == name }
    if name != nil, error == nil { return false }
    takeAnswer(of: turn.work, orError: error)
    return true
  }

  /// Lets everything go on, since the app is over.
  package func end() {
    holdsAnswers = false
    works = [:]
    clock.time.cancelAll()
  }

  // MARK: Looking

  /// Differs whenever something went on since it was asked for last.
  package var activity: Int { changes &+ clock.time.changes &+ (journal?.recordCount ?? 0) }

  /// What the app waits for: answers that wait to be taken, its other work, in the order in which it was
  /// started, then other waits for the clock.
  package var waiting: [Waiting] {
    let asleep = clock.time.waitingWork
    let now = clock.time.now
    // In the order of the places by which their answers are taken.
    let turns = ready.map { turn in
      Waiting(
        type: "\(turn.work.type)", source: turn.work.source.text, what: .turn, nanoseconds: nil,
        errors: turn.errors.map(Turn.name))
    }
    let numbers = Set(ready.map(\.work.number))
    let others = works.values.filter { !numbers.contains($0.number) }
    let works = others.sorted { $0.number < $1.number }.map { work in
      let deadline = asleep[work.number]
      return Waiting(
        type: "\(work.type)", source: work.source.text, what: deadline == nil ? .unknown : .time,
        nanoseconds: deadline.map { ($0 - now).nanoseconds })
    }
    return turns + works
      + clock.time.otherDeadlines.map { deadline in
        Waiting(type: nil, source: nil, what: .time, nanoseconds: (deadline - now).nanoseconds)
      }
  }

  /// Whether all work waits for the explorer.
  package var isQuiet: Bool {
    if works.isEmpty { return true }
    let asleep = clock.time.waitingWork
    return works.keys.allSatisfy { number in
      asleep[number] != nil || ready.contains { $0.work.number == number }
    }
  }

  // MARK: Trees

  /// Holds the tree of a session from now on, and records it, unless that has begun.
  package func hold(_ session: Session) {
    let tree = session.store
    if tree.observers.contains(where: { $0 is ExploredRun }) { return }
    tree.clock = clock
    tree.add(self)
    trees.append(Weak(object: tree))
    if let journal { session.record(in: journal) }
  }

  /// The models that are alive in the trees, by their types, each with how many there are. Once the app is
  /// gone there should be none.
  package var livingTypes: [(type: String, count: Int)] {
    var types: [String] = []
    var counts: [String: Int] = [:]
    for store in trees.compactMap(\.object) {
      for node in store.aliveNodes {
        let type = "\(ObservedModel(tree: store, node: node).type)"
        if counts[type] == nil { types.append(type) }
        counts[type, default: 0] += 1
      }
    }
    return types.map { ($0, counts[$0] ?? 0) }
  }
}

/// An answer that waits to be taken.
private struct Turn {
  let work: FollowedWork
  /// What may come instead.
  let errors: [any Error]
  let continuation: CheckedContinuation<(any Error)?, Never>

  /// An error as steps name it: `NetworkErrors.101`.
  static func name(_ error: any Error) -> String {
    let name = ErrorName(error)
    return "\(name.domain).\(name.code)"
  }
}

// What the runtime asks of it.
extension ExploredRun: TreeObserver, SessionObserver {
  package func begin(_ session: Session) { hold(session) }

  package func replaced(by session: Session) { hold(session) }

  package nonisolated func clock(
    insteadOf clock: any Clock<Duration>
  ) -> any Clock<Duration> { clock is ExplorableClock ? self.clock : clock }

  package func started(
    by model: ObservedModel, at source: SourceLine
  ) -> (any WorkObserver)? {
    lastNumber += 1
    changes += 1
    let work = FollowedWork(number: lastNumber, type: model.type, source: source, run: self)
    works[work.number] = work
    return work
  }
}

/// Work that an explorer follows.
package final class FollowedWork: WorkObserver, AnswerChooser {
  /// Ascends in the order in which work was started.
  package nonisolated let number: Int
  fileprivate nonisolated let type: Model.Type
  fileprivate nonisolated let source: SourceLine
  private nonisolated let run: ExploredRun

  fileprivate init(number: Int, type: Model.Type, source: SourceLine, run: ExploredRun) {
    (self.number, self.type, self.source, self.run) = (number, type, source, run)
  }

  /// The work that the present task does.
  nonisolated static var current: FollowedWork? { ChosenAnswers.chooser as? FollowedWork }

  package func run<Answer>(_ work: @MainActor () async throws -> Answer) async throws -> Answer {
    try await ChosenAnswers.$chooser.withValue(self, operation: work)
  }

  package func waitForTurn() async { await run.waitForTurn(self) }

  package func error(outOf errors: [any Error]) async -> (any Error)? {
    await run.waitForTurn(self, orError: errors)
  }

  package func ended(_ outcome: WorkEnd) {}

  package func finished() { run.end(self) }
}
