import TreeJournal

// Labels and states are computed by the app's code, which must not run inside its own calls. So models are
// read when the main actor is free: first those that took part in the latest records, then all others by
// turns.
extension Journal {
  /// The progress of reading labels and states.
  struct Looks {
    /// Whether a task waits for the main actor to read them.
    var isDue = false
    /// The next model of the present turn; nil between two turns.
    var place: (tree: Int, node: Int32)?
    /// The latest record before the present turn.
    var begin: UInt64 = 0
    /// The latest record at the end of the previous look: what follows it was recorded by the app.
    var last: UInt64 = 0
    /// Whether the app recorded something since the turn began.
    var hasNews = false
    /// The nanoseconds that looks may take now, and when that was so.
    var credit = Self.mostCredit
    var time = SteadyClock.nanoseconds
    /// How many models there were when there was no room for their labels and states; nil if there is.
    var misfit: Int?

    /// The reciprocal of the share of time that looks may take: 2 %.
    static let share = 50
    /// The maximum credit, and the maximum time of one look, in nanoseconds.
    static let (mostCredit, slice) = (50_000_000, 4_000_000)
    /// With a test's clock, the number of models that a look reads besides those that took part. It doesn't
    /// depend on time, so that two runs record the same.
    static let heldCount = 256
  }

  /// Whether it keeps labels and states.
  var keepsDescriptions: Bool {
    guard texts == .all, writer.bytesNeeded == nil else { return false }
    return looks.misfit.map { modelCount <= $0 / 2 } ?? true
  }

  /// Forgets labels and states that don't fit into a checkpoint.
  func forgetDescriptions() {
    looks.misfit = max(modelCount, 1)
    looks.place = nil
    for (_, recorder) in trees { recorder.descriptions = [:] }
  }

  /// Looks at models once the main actor is free.
  func lookSoon() {
    guard !looks.isDue, texts == .all else { return }
    looks.isDue = true
    writer.outsideOfActions {
      Task {
        while let pause = look() {
          if pause > 0 {
            try? await Task.sleep(nanoseconds: UInt64(pause))
          } else {
            await Task.yield()
          }
        }
      }
    }
  }

  /// Looks at models now, for an inspector, which asks them for their labels and states anyway.
  func lookNow() {
    if looks.isDue { _ = look() }
  }

  /// Records the models that have left the trees and are still alive, as far as it doesn't know them.
  package func recordLeaks() {
    for (store, recorder) in trees { store.recordLeaks(recorder) }
  }

  /// Looks at models for a moment.
  ///
  /// - Returns: the nanoseconds until the next look; nil if none is needed.
  private func look() -> Int? {
    guard keepsDescriptions else {
      looks.isDue = false
      return nil
    }
    let start = SteadyClock.nanoseconds
    looks.credit = min(
      Looks.mostCredit, looks.credit + Int(clamping: start &- looks.time) / Looks.share)
    looks.time = start
    if writer.latest != looks.last { looks.hasNews = true }
    let isHeld = trees.last?.store.heldClock != nil
    var limit = LookLimit(
      remaining: isHeld ? Looks.heldCount : nil,
      end: start &+ UInt64(max(0, min(looks.credit, Looks.slice))))
    lookAtTouched(&limit)
    let isDone = lookByTurns(&limit, isHeld: isHeld)
    looks.last = writer.latest
    looks.credit -= Int(clamping: SteadyClock.nanoseconds &- start)
    if isDone || isHeld {
      looks.isDue = false
      return nil
    }
    return looks.credit > 0 ? 0 : (Looks.slice / 4 - looks.credit) * Looks.share
  }

  private func lookAtTouched(_ limit: inout LookLimit) {
    for (store, recorder) in trees {
      var touched = recorder.touched.take()[...]
      while !limit.isOver, let (node, cause) = touched.popFirst() {
        store.look(at: node, recorder, because: cause)
      }
      for (node, cause) in touched { recorder.touched.add(node, cause) }
    }
  }

  /// - Returns: whether all models have been looked at since the last news.
  private func lookByTurns(_ limit: inout LookLimit, isHeld: Bool) -> Bool {
    while !limit.isOver {
      guard let place = looks.place else {
        // Nothing was recorded since the last turn but what it found.
        if !looks.hasNews, writer.looked > 0 { return true }
        looks.hasNews = false
        looks.begin = writer.latest
        looks.place = (0, 0)
        continue
      }
      if trees.indices.contains(place.tree) {
        let (store, recorder) = trees[place.tree]
        if place.node < store.links.count {
          looks.place = (place.tree, place.node + 1)
          if store.look(at: place.node, recorder, after: looks.begin) { limit.count() }
        } else {
          looks.place = (place.tree + 1, 0)
        }
      } else {
        looks.place = nil
        // In a test, it is up to other threads whether they still hold a model.
        if !isHeld { recordLeaks() }
        writer.noteLooks(after: looks.hasNews ? looks.begin : writer.latest)
        if !looks.hasNews { return true }
      }
    }
    return false
  }
}

/// How long models are looked at.
private struct LookLimit {
  var remaining: Int?
  let end: UInt64

  /// Notes that a model was looked at.
  mutating func count() { remaining? -= 1 }

  var isOver: Bool { remaining.map { $0 <= 0 } ?? (SteadyClock.nanoseconds >= end) }
}

/// The models that did something since they were looked at, with the record of it.
struct TouchedModels {
  /// Their nodes, in the order in which they first did something.
  private var nodes: [Int32] = []
  /// For each node, the number behind that of the record of what it did last; 0 if it did nothing.
  private var ends: [UInt64] = []

  /// Adds a model.
  ///
  /// - Parameter cause: the record of what it did; 0 for none.
  mutating func add(_ node: Int32, _ cause: UInt64 = 0) {
    let place = Int(node)
    while ends.count <= place { ends.append(0) }
    if ends[place] == 0 { nodes.append(node) }
    ends[place] = max(ends[place], cause + 1)
  }

  /// Takes them all.
  mutating func take() -> [(node: Int32, cause: UInt64)] {
    let all = nodes.map { (node: $0, cause: ends[Int($0)] - 1) }
    for node in nodes { ends[Int(node)] = 0 }
    nodes.removeAll(keepingCapacity: true)
    return all
  }
}
