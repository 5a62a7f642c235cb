/// The asynchronous work of a tree's models, which ends with them.
final class RunningWork {
  private var tasks: [Int32: [Int: Task<Void, Never>]] = [:]
  private var lastNumber = 0
  /// The work of models that have left, until the store is at rest: a task that is cancelled may call
  /// the app.
  private var ended: [Task<Void, Never>] = []

  /// Whether `cancelEnded()` has something to do.
  var hasEnded: Bool { !ended.isEmpty }

  /// Whether no model works.
  var isEmpty: Bool { tasks.isEmpty }

  /// The nodes of the models that work.
  var nodes: [Int32] { Array(tasks.keys) }

  /// Makes the number of the next work.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Keeps a task until its work is done.
  func add(_ task: Task<Void, Never>, _ number: Int, of node: Int32) {
    tasks[node, default: [:]][number] = task
  }

  /// Forgets work that is done.
  ///
  /// - Returns: whether it was still the model's.
  func finish(_ number: Int, of node: Int32) -> Bool {
    guard tasks[node]?.removeValue(forKey: number) != nil else { return false }
    if tasks[node]?.isEmpty == true { tasks[node] = nil }
    return true
  }

  /// Ends the work of a model; `cancelEnded()` cancels it.
  func end(of node: Int32) {
    if let ending = tasks.removeValue(forKey: node) { ended += ending.values }
  }

  /// Cancels the work that has ended.
  func cancelEnded() {
    while let task = ended.popLast() { task.cancel() }
  }
}

extension TreeStore {
  /// Ends the work of models that a removal has detached and that are still alive. Costs a walk up
  /// from each model that works.
  func endWorkOutsideOfTree() {
    for node in work.nodes where !links[Int(top(of: node))].isRootSession {
      work.end(of: node)
    }
  }
}
