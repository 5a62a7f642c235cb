/// The asynchronous work of a tree's models, which ends with them.
final class RunningWork {
  private struct Work {
    let task: Task<Void, Never>
    let cause: MessageTable.Key?
  }

  private var works: [Int32: [Int: Work]] = [:]
  private var lastNumber = 0
  /// The work of models that have left, until the store is at rest: a task that is cancelled may call
  /// the app.
  private var ended: [Task<Void, Never>] = []

  /// Whether `cancelEnded()` has something to do.
  var hasEnded: Bool { !ended.isEmpty }

  /// Whether no model works.
  var isEmpty: Bool { works.isEmpty }

  /// The nodes of the models that work.
  var nodes: [Int32] { Array(works.keys) }

  /// Makes the number of the next work.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Keeps a task, and the message that led to it, until its work is done.
  func add(
    _ task: Task<Void, Never>, because cause: MessageTable.Key?, _ number: Int, of node: Int32
  ) {
    works[node, default: [:]][number] = Work(task: task, cause: cause)
  }

  /// Calls `body` with the key of each message that led to work.
  func forEachCause(_ body: (MessageTable.Key) -> Void) {
    for works in works.values {
      for work in works.values { if let cause = work.cause { body(cause) } }
    }
  }

  /// Forgets work that is done.
  ///
  /// - Returns: whether it was still the model's.
  func finish(_ number: Int, of node: Int32) -> Bool {
    guard works[node]?.removeValue(forKey: number) != nil else { return false }
    if works[node]?.isEmpty == true { works[node] = nil }
    return true
  }

  /// Ends the work of a model; `cancelEnded()` cancels it.
  func end(of node: Int32) {
    if let ending = works.removeValue(forKey: node) { ended += ending.values.map(\.task) }
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
