import TreeJournal

// Labels and states are the app's code, which must not run while the app is in the middle of something:
// models are looked at once the main actor is free. First those that took part in what happened, then
// all others by turns.
extension Journal {
  /// How far the models have been looked at.
  struct Looks {
    /// Whether models will be looked at once the main actor is free.
    var isDue = false
    /// The next model of the present turn; nil between two turns.
    var place: (tree: Int, node: Int32)?
    /// The latest record before the present turn.
    var begin: UInt64 = 0
    /// The latest record that is no news: what was recorded up to it was seen, or is what looks found.
    var seen: UInt64 = 0
    /// Whether something else was recorded since the turn began.
    var hasNews = false
    /// The nanoseconds that looks may take now, and when that was so.
    var credit = Self.mostCredit
    var time = SteadyClock.nanoseconds
    /// How many models there were when there was no room for their labels and states; nil if there is.
    var misfit: Int?

    /// Looks take one part in so many of the time.
    static let share = 50
    /// The most nanoseconds that are saved up, and those that the main actor is taken for at a time.
    static let (mostCredit, slice) = (50_000_000, 4_000_000)
    /// Under a clock that is held, how many models are looked at after something has happened, besides
    /// those that took part: so two runs record the same.
    static let heldCount = 256
  }

  /// Whether it keeps labels and states.
  var keepsDescriptions: Bool {
    guard texts == .all, writer.bytesNeeded == nil else { return false }
    return looks.misfit.map { modelCount <= $0 / 2 } ?? true
  }

  /// Forgets what models said of themselves: there is no room for it in a checkpoint.
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
      Task { [weak self] in
        while let pause = self?.look() {
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

  /// Looks at models for a moment.
  ///
  /// - Returns: the nanoseconds after which it goes on; nil if there is nothing to look at.
  private func look() -> Int? {
    guard keepsDescriptions else {
      looks.isDue = false
      return nil
    }
    let start = SteadyClock.nanoseconds
    looks.credit = min(
      Looks.mostCredit, looks.credit + Int(clamping: start &- looks.time) / Looks.share)
    looks.time = start
    if writer.latest != looks.seen { looks.hasNews = true }
    let isHeld = trees.last.map { $0.store.hasHeldClock } ?? false
    var limit = LookLimit(
      count: isHeld ? Looks.heldCount : nil,
      end: start &+ UInt64(max(0, min(looks.credit, Looks.slice))))
    lookAtTouched(&limit)
    let isDone = lookByTurns(&limit)
    looks.seen = writer.latest
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
  private func lookByTurns(_ limit: inout LookLimit) -> Bool {
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
        writer.noteLooks(after: looks.hasNews ? looks.begin : writer.latest)
        if !looks.hasNews { return true }
      }
    }
    return false
  }
}

/// How long models are looked at.
private struct LookLimit {
  private var remaining: Int?
  private let end: UInt64

  init(count: Int?, end: UInt64) {
    remaining = count
    self.end = end
  }

  /// Notes that a model was looked at.
  mutating func count() { remaining? -= 1 }

  var isOver: Bool { remaining.map { $0 <= 0 } ?? (SteadyClock.nanoseconds >= end) }
}

/// The models that did something since they were looked at, with the record of it.
struct TouchedModels {
  private var models: [(node: Int32, cause: UInt64)] = []
  private static let limit = 4_096

  /// Adds a model.
  ///
  /// - Parameter cause: the record of what it did; 0 for none.
  mutating func add(_ node: Int32, _ cause: UInt64 = 0) {
    if let last = models.last, last.node == node {
      if cause > 0 { models[models.count - 1].cause = cause }
      return
    }
    if models.count == Self.limit { compact() }
    models.append((node, cause))
  }

  /// Keeps each model once. If they are too many, they are looked at in turn with all others.
  private mutating func compact() {
    models = Self.once(models)
    if models.count > Self.limit / 2 { models = [] }
  }

  /// Each model once, with what it did last.
  private static func once(
    _ models: [(node: Int32, cause: UInt64)]
  ) -> [(node: Int32, cause: UInt64)] {
    if models.count < 2 { return models }
    var places: [Int32: Int] = [:]
    var all: [(node: Int32, cause: UInt64)] = []
    for (node, cause) in models {
      if let place = places[node] {
        all[place].cause = max(cause, all[place].cause)
      } else {
        places[node] = all.count
        all.append((node, cause))
      }
    }
    return all
  }

  /// Takes them all, in the order in which they first did something.
  mutating func take() -> [(node: Int32, cause: UInt64)] {
    defer { models.removeAll(keepingCapacity: true) }
    return Self.once(models)
  }
}
