import TextIO

/// The asynchronous work of a tree's models, which ends with them.
struct RunningWork {
  private struct Work {
    let task: Task<Void, Never>
    let source: SourceLine
    /// When it started, in nanoseconds since 1970.
    let since: Int
  }

  private var works: [Int32: [Int: Work]] = [:]
  /// Where work was started that was cancelled and still runs, of models that are alive: it may hold
  /// them.
  private var endedSources: [Int32: [Int: SourceLine]] = [:]
  private var lastNumber = 0
  /// How often work began to run for a model, or stopped.
  private(set) var changes = 0
  /// The work of models that have left, until the store is at rest: a task that is cancelled may call
  /// the app.
  fileprivate var ended: [Task<Void, Never>] = []

  /// Whether no model works, and no cancelled work of one still runs.
  var isEmpty: Bool { works.isEmpty && endedSources.isEmpty }

  /// The nodes of the models that work.
  fileprivate var nodes: [Int32] { Array(works.keys) }

  /// The work that a model waits for: where and when it started, the earliest first.
  func running(of node: Int32) -> [(source: SourceLine, since: Int)] {
    if works.isEmpty { return [] }
    return (works[node] ?? [:]).sorted { $0.key < $1.key }.map { ($0.value.source, $0.value.since) }
  }

  /// Where the work of a model was started that runs, cancelled or not, the earliest first.
  func sources(of node: Int32) -> [SourceLine] {
    var sources = endedSources[node] ?? [:]
    for (number, work) in works[node] ?? [:] { sources[number] = work.source }
    return sources.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Makes the number of the next work.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Whether work of a model runs that was cancelled.
  func isEnding(of node: Int32) -> Bool { endedSources[node] != nil }

  /// Keeps a task until its work is done.
  mutating func add(
    _ task: Task<Void, Never>, _ number: Int, of node: Int32, _ source: SourceLine
  ) {
    works[node, default: [:]][number] = Work(
      task: task, source: source, since: WallClock.nanoseconds)
    changes += 1
  }

  /// Keeps where work was started that is cancelled from the beginning.
  mutating func addCancelled(_ number: Int, of node: Int32, _ source: SourceLine) {
    endedSources[node, default: [:]][number] = source
  }

  /// Forgets work that is done.
  ///
  /// - Returns: whether it was still the model's.
  mutating func finish(_ number: Int, of node: Int32) -> Bool {
    if works[node]?.removeValue(forKey: number) != nil {
      if works[node]?.isEmpty == true { works[node] = nil }
      changes += 1
      return true
    }
    endedSources[node]?[number] = nil
    if endedSources[node]?.isEmpty == true { endedSources[node] = nil }
    return false
  }

  /// Ends the work of a model; `cancelEndedWork()` cancels it.
  mutating func end(of node: Int32) {
    guard let ending = works.removeValue(forKey: node) else { return }
    changes += 1
    for (number, work) in ending {
      ended.append(work.task)
      endedSources[node, default: [:]][number] = work.source
    }
  }

  /// Ends the work of a model that is being deallocated.
  mutating func forget(_ node: Int32) {
    end(of: node)
    endedSources[node] = nil
  }
}

extension TreeStore {
  /// Ends the work of models that a removal has detached and that are still alive. Costs a walk up
  /// from each model that works.
  func endWorkOutsideOfTree() {
    for node in work.nodes where top(of: node) != rootNode { work.end(of: node) }
  }

  /// Cancels the work that has ended.
  func cancelEndedWork() {
    while let task = work.ended.popLast() { task.cancel() }
  }
}
