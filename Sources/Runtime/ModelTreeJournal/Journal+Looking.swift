import ModelTree
import TreeJournal

// Labels and states are computed by the app's code, which must not run inside its own calls. So after what
// happened, models are read once the main actor is free: those that took part, and after a checkpoint all.
extension Journal {
  /// The progress of reading labels and states.
  struct Looks {
    /// A model to read.
    struct Element {
      let model: ObservedModel
      let recorder: TreeRecorder
      /// The record of what the model did; 0 for none.
      let cause: Int
    }

    /// Whether a task waits for the main actor to read them.
    var isDue = false
    /// Whether the next look reads all models, as after a checkpoint.
    var isOfAll = false
    /// The models that the present look has not read yet.
    var queue: ArraySlice<Element> = []
    /// The latest record before the present look, if that reads all models.
    var begin: Int?
    /// The latest record when models were last read: what follows it was recorded by the app.
    var last = 0
    /// Whether the app recorded something since the present look began.
    var hasNews = false

    /// The most models that are read at a time. A tree that has no more is always read as a whole.
    static let limit = 32
  }

  /// Whether it keeps labels and states.
  private var keepsDescriptions: Bool { texts == .all && writer.bytesNeeded == nil }

  /// Looks at models once the main actor is free.
  package func lookSoon() {
    guard !looks.isDue, texts == .all || readObjects != nil else { return }
    looks.isDue = true
    writer.outsideOfActions {
      Task { while looks.isDue, look() { await Task.yield() } }
    }
  }

  /// Looks at models now, for an inspector, which asks them for their labels and states anyway.
  package func lookNow() {
    if looks.isDue { _ = look() }
  }

  /// Records the models that have left the trees and are still alive, as far as it doesn't know them.
  package func recordLeaks() {
    for (tree, recorder) in trees { recorder.recordLeaks(in: tree) }
  }

  /// Looks at a few models.
  ///
  /// - Returns: whether others remain.
  private func look() -> Bool {
    lookAtObjects()
    guard keepsDescriptions else {
      looks.isDue = false
      return false
    }
    if writer.latest != looks.last { looks.hasNews = true }
    if looks.queue.isEmpty { beginLook() }
    // Two runs under a test's clock record the same: other tasks may not come in between.
    let isHeld = trees.last?.store.heldClock != nil
    var left = isHeld ? Int.max : Looks.limit
    while left > 0, let next = looks.queue.popFirst() {
      if next.recorder.look(at: next.model, because: next.cause) { left -= 1 }
    }
    looks.last = writer.latest
    if !looks.queue.isEmpty { return true }
    // In a test, it is up to other threads whether they still hold a model.
    if !isHeld { recordLeaks() }
    if let begin = looks.begin { writer.noteLooks(after: looks.hasNews ? begin : writer.latest) }
    looks.last = writer.latest
    looks.isDue = looks.hasNews
    return looks.hasNews
  }

  private func beginLook() {
    let isOfAll = looks.isOfAll || modelCount <= Looks.limit
    looks.isOfAll = false
    looks.hasNews = false
    looks.begin = isOfAll ? writer.latest : nil
    for (tree, recorder) in trees {
      if isOfAll { for node in tree.aliveNodes { recorder.touched.add(node) } }
      looks.queue += recorder.touched.take().map {
        Looks.Element(
          model: ObservedModel(tree: tree, node: $0.node), recorder: recorder, cause: $0.cause)
      }
    }
  }
}

/// The models that did something since they were looked at, with the record of it.
struct TouchedModels {
  /// Their nodes, in the order in which they first did something.
  private var nodes: [Int32] = []
  /// For each node, the number behind that of the record of what it did last; 0 if it did nothing.
  private var ends: [Int] = []

  /// Adds a model.
  ///
  /// - Parameter cause: the record of what it did; 0 for none.
  mutating func add(_ node: Int32, _ cause: Int = 0) {
    let place = Int(node)
    while ends.count <= place { ends.append(0) }
    if ends[place] == 0 { nodes.append(node) }
    ends[place] = max(ends[place], cause + 1)
  }

  /// Takes them all.
  mutating func take() -> [(node: Int32, cause: Int)] {
    let all = nodes.map { (node: $0, cause: ends[Int($0)] - 1) }
    for node in nodes { ends[Int(node)] = 0 }
    nodes.removeAll(keepingCapacity: true)
    return all
  }
}
