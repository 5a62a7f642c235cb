import TextIO
import TreeJournal
import TreeSnapshot

/// Plays steps to apps, each in a new one.
package final class Player {
  let start: () async throws -> any PlayableApp
  let search: FailureSearch
  /// How many steps were taken.
  var actions = 0

  /// What was done to an app, and what came of it.
  struct Play {
    /// The steps that did something.
    var steps: [Step] = []
    /// The latest record after each.
    var records: [Int] = []
    /// What went wrong, with how many steps had been taken by then.
    var failures: [(failure: Failure, steps: Int)] = []
    var journal: JournalContents?
    var uncontrolled: [String] = []
    /// How long the app waited before each step that lets time pass, by the steps' places.
    var waits: [Int: [Int]] = [:]

    func fails(as key: Failure.Key) -> Bool { failures.contains { $0.failure.key == key } }
  }

  init(start: @escaping () async throws -> any PlayableApp, _ search: FailureSearch) {
    self.start = start
    self.search = search
  }

  /// Does something to a new app, and ends it.
  ///
  /// - Parameter body: takes steps; what ends the app ends it.
  /// - Throws: what keeps an app from starting.
  func play(
    _ body: (any PlayableApp, inout Play) async throws -> Void
  ) async throws -> Play {
    let app = try await start()
    var play = Play()
    do {
      try await body(app, &play)
    } catch let failure as AppFailure where search.kinds.contains(failure.kind) {
      let found = Failure(
        key: .init(kind: failure.kind, text: failure.message), rule: "no \(failure.kind.rawValue)",
        message: failure.message)
      play.failures.append((found, play.steps.count))
    } catch is AppFailure {
    } catch {
      _ = await app.finish()
      throw error
    }
    let end = await app.finish()
    play.journal = end.journal
    if let last = play.failures.last, [.crash, .hang].contains(last.failure.kind) {
      play.failures[play.failures.count - 1].failure.why = end.journal.flatMap(Self.unfinished)
    }
    play.uncontrolled = end.uncontrolled
    for failure in search.failures(in: end) {
      // It happened during the first step after which there was its record.
      let step = failure.record.flatMap { number in play.records.firstIndex { $0 >= number } }
      play.failures.append((failure, step.map { $0 + 1 } ?? play.steps.count))
    }
    return play
  }

  /// What an app was doing when it ended: its last handler or action that had not returned.
  private static func unfinished(in journal: JournalContents) -> String? {
    var last: JournalRecord?
    journal.forEachRecord(of: [.performed, .handled, .received]) { record in
      if record.nanoseconds == nil { last = record }
      return true
    }
    guard let last else { return nil }
    let words = RecordWords(contents: journal, types: JournalTypes(of: journal))
    return words.sentence(last).string
  }

  /// Plays steps as they are; what the app refuses is left out.
  func replay(_ steps: [Step], notesWaits: Bool = false) async throws -> Play {
    try await play { app, play in
      for step in steps {
        if notesWaits, case .pass = step {
          play.waits[play.steps.count] = try await app.look().waiting.compactMap(\.nanoseconds)
        }
        try await self.take(step, in: app, &play)
        if self.search.asksForTrees, let tree = try await app.look().tree {
          self.check(tree, &play)
        }
      }
    }
  }

  /// Takes a step.
  ///
  /// - Returns: what the app did if it refused; nil if it did it.
  @discardableResult
  func take(
    _ step: Step, in app: any PlayableApp, _ play: inout Play
  ) async throws -> Refusal? {
    actions += 1
    // If the app ends now, this step ended it.
    play.steps.append(step)
    let refusal = try await app.take(step)
    if refusal == .didNothing {
      play.steps.removeLast()
      return refusal
    }
    play.records.append(try await app.latestRecord())
    return refusal
  }

  /// Checks lines about trees.
  func check(_ tree: Snapshot, _ play: inout Play) {
    for failure in search.failures(in: tree) where !play.fails(as: failure.key) {
      play.failures.append((failure, play.steps.count))
    }
  }
}
