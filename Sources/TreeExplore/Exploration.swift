package import TextIO
package import TreeJournal

/// What an exploration found.
package struct Exploration: Sendable {
  package let seed: UInt64
  package internal(set) var runs = 0
  /// The steps that were taken, those of replays included.
  package internal(set) var actions = 0
  /// Whether the explorer held the app's time.
  package internal(set) var isHeld = false
  package internal(set) var routes = Count()
  package internal(set) var subscriptions = Count()
  package internal(set) var failures: [FoundFailure] = []
  /// What failed once, and not in every replay.
  package internal(set) var unstable: [FoundFailure] = []
  /// Waits that the explorer doesn't control, by their places.
  package internal(set) var uncontrolled: [String] = []
  /// The ways that led to something new.
  package internal(set) var ways: [[Step]] = []
  /// The shapes, and the steps between them.
  package internal(set) var map = ShapeMap()

  /// How many things were reached of those that are known.
  package struct Count: Hashable, Sendable {
    package var reached = 0
    package var known = 0
    /// The others.
    package var unreached: [String] = []
  }

  package internal(set) var actionNames = Count()

  init(seed: UInt64) { self.seed = seed }

  /// How far it has come.
  package var progress: SafeText {
    "\(counted(runs, "run")), \(counted(actions, "action")), \(counted(shapes, "shape")), "
      + "\(counted(failures.count, "failure"))"
  }

  /// How many shapes of the tree were seen.
  package var shapes: Int { map.shapes.count }

  mutating func take(_ reached: Reached, ways: [[Step]]) {
    routes = Count(reached.routes)
    subscriptions = Count(reached.subscriptions)
    actionNames = Count(reached.actions)
    self.ways = ways
  }
}

extension Exploration.Count {
  fileprivate init(_ table: Reached.Table) {
    self.init(
      reached: table.reachedCount, known: table.names.count, unreached: table.unreached)
  }
}

/// A failure, and the shortest way there.
package struct FoundFailure: Sendable {
  package let failure: Failure
  /// The run that found it.
  package let run: Int
  /// How many steps had been taken in all when it was found.
  package internal(set) var actions = 0
  package let steps: [Step]
  /// How many steps the run had taken.
  package let original: Int
  /// How many replays failed.
  package let replays: (failed: Int, of: Int)
  package let nearest: Nearest?
  /// What the app did in the last replay that failed.
  package let journal: JournalContents?

  /// A run that passes and is nearly the same.
  package struct Nearest: Sendable {
    /// How it differs.
    package let words: String
    package let steps: [Step]
    /// Where the two runs part, as lines.
    package let difference: [String]
  }
}
