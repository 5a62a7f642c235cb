/// The asynchronous work of a tree's models, which ends with them.
struct RunningWork {
  private var tasks: [Int32: [Int: Task<Void, Never>]] = [:]
  private var lastNumber = 0
  /// The work of models that have left, until the store is at rest: a task that is cancelled may call
  /// the app.
  fileprivate var ended: [Task<Void, Never>] = []

  /// Whether no model works.
  var isEmpty: Bool { tasks.isEmpty }

  /// The nodes of the models that work.
  fileprivate var nodes: [Int32] { Array(tasks.keys) }

  /// Makes the number of the next work.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Keeps a task until its work is done.
  mutating func add(_ task: Task<Void, Never>, _ number: Int, of node: Int32) {
    tasks[node, default: [:]][number] = task
  }

  /// Forgets work that is done.
  ///
  /// - Returns: whether it was still the model's.
  mutating func finish(_ number: Int, of node: Int32) -> Bool {
    guard tasks[node]?.removeValue(forKey: number) != nil else { return false }
    if tasks[node]?.isEmpty == true { tasks[node] = nil }
    return true
  }

  /// Ends the work of a model; `cancelEndedWork()` cancels it.
  mutating func end(of node: Int32) {
    if let ending = tasks.removeValue(forKey: node) { ended += ending.values }
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
