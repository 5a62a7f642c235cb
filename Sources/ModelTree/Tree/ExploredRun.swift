package import TreeSnapshot

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
  /// The work whose answers wait to be taken, in the order in which they came.
  private var ready: [(work: FollowedWork, continuation: CheckedContinuation<Void, Never>)] = []
  private var trees: [WatchedTree] = []
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
  }

  /// What holds the apps that the present task makes.
  package nonisolated static let current = TaskLocal<ExploredRun?>(wrappedValue: nil)

  // MARK: Work

  /// Follows work that begins.
  func begin(of type: Model.Type, _ source: SourceLocation) -> FollowedWork {
    lastNumber += 1
    changes += 1
    let work = FollowedWork(number: lastNumber, type: type, source: source)
    works[work.number] = work
    return work
  }

  /// Forgets work that is done.
  func end(_ work: FollowedWork) {
    works[work.number] = nil
    changes += 1
  }

  /// Waits until the answer of work may be taken, or the work is cancelled.
  func waitForTurn(_ work: FollowedWork) async {
    guard holdsAnswers, !Task.isCancelled else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume() }
        ready.append((work, continuation))
        changes += 1
      }
    } onCancel: {
      onMainActor { self.takeAnswer(of: work) }
    }
  }

  private func takeAnswer(of work: FollowedWork) {
    guard let place = ready.firstIndex(where: { $0.work === work }) else { return }
    changes += 1
    ready.remove(at: place).continuation.resume()
  }

  /// Lets the answer of work be taken.
  ///
  /// - Parameter place: which of those that wait, from 1 in the order in which they came.
  /// - Returns: whether there is one.
  package func takeAnswer(at place: Int) -> Bool {
    guard ready.indices.contains(place - 1) else { return false }
    takeAnswer(of: ready[place - 1].work)
    return true
  }

  /// Lets everything go on, since the app is over.
  package func end() {
    holdsAnswers = false
    clock.time.cancelAll()
  }

  // MARK: Looking

  /// Differs whenever something went on since it was asked for last.
  package var activity: Int { changes &+ clock.time.changes &+ (journal?.recordCount ?? 0) }

  /// What the app waits for: its work, in the order in which it was started, then other waits for the clock.
  package var waiting: [Waiting] {
    let asleep = clock.time.waitingWork
    let now = clock.time.now
    let ready = Set(ready.map(\.work.number))
    let works = works.values.sorted { $0.number < $1.number }.map { work in
      let deadline = asleep[work.number]
      return Waiting(
        type: "\(work.type)", source: work.source.text,
        what: ready.contains(work.number) ? .turn : deadline == nil ? .unknown : .time,
        nanoseconds: deadline.map { ($0 - now).nanoseconds })
    }
    return works
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

  /// Watches a tree from now on, and records it.
  func adopt(_ store: TreeStore) {
    store.explored = self
    trees.append(WatchedTree(store: store))
    if let journal { store.record(in: journal) }
  }

  /// Holds the tree of a model from now on.
  package func adopt(treeOf model: Model) {
    if model.store.explored == nil { adopt(model.store) }
  }

  /// The models that are alive in the trees, by their types, each with how many there are. Once the app is
  /// gone there should be none.
  package var livingTypes: [(type: String, count: Int)] {
    var types: [String] = []
    var counts: [String: Int] = [:]
    for store in trees.compactMap(\.store) {
      for node in store.aliveNodes {
        let type = "\(store.links[Int(node)].type)"
        if counts[type] == nil { types.append(type) }
        counts[type, default: 0] += 1
      }
    }
    return types.map { ($0, counts[$0] ?? 0) }
  }
}

/// A tree, as long as one of its models is alive.
private struct WatchedTree {
  private(set) weak var store: TreeStore?
}

/// Work that an explorer follows.
package final class FollowedWork: Sendable {
  /// Ascends in the order in which work was started.
  package let number: Int
  fileprivate let type: Model.Type
  fileprivate let source: SourceLocation

  fileprivate init(number: Int, type: Model.Type, source: SourceLocation) {
    (self.number, self.type, self.source) = (number, type, source)
  }

  /// The work that the present task does.
  @TaskLocal static var current: FollowedWork?
}
