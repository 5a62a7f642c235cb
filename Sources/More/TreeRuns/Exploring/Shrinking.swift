import TextIO
import TreeJournal

/// Makes the steps to a failure few and simple: each attempt is played to a new app.
struct Shrinking {
  private let player: Player
  private let key: Failure.Key
  /// How often the result is played again.
  private static let replays = 5
  /// How many attempts are left.
  private var attempts = 400
  private var steps: [Step] = []
  /// The latest play that failed.
  private var failing: Player.Play?
  /// Steps that pass and differ in one word only.
  private var neighbor: (steps: [Step], place: Int)?
  private var tried: [[Step]: Bool] = [:]

  init(_ player: Player, _ key: Failure.Key) {
    (self.player, self.key) = (player, key)
  }

  /// Shrinks steps that led to a failure.
  ///
  /// - Parameters:
  ///   - steps: those up to the failure.
  ///   - whole: those of the whole run, if the failure needs more of them.
  mutating func shrink(
    _ steps: [Step], or whole: [Step], _ failure: Failure, run: Int
  ) async throws -> FoundFailure {
    do {
      return try await shrunk(steps, or: whole, failure, run: run)
    } catch is Interrupted {
      // Without replays it doesn't count as a failure, but it isn't lost either.
      return FoundFailure(
        failure: failure, run: run, steps: failing == nil ? steps : self.steps,
        original: steps.count, replays: (0, 0), nearest: nil, journal: failing?.journal)
    }
  }

  private mutating func shrunk(
    _ steps: [Step], or whole: [Step], _ failure: Failure, run: Int
  ) async throws -> FoundFailure {
    self.steps = steps
    var fails = try await attempt(steps)
    if !fails, whole.count > steps.count {
      self.steps = whole
      fails = try await attempt(whole)
    }
    if fails {
      try await removeSteps()
      try await simplifyWords()
      try await removeSteps()
    }
    var failed = 0
    for _ in 0..<Self.replays {
      let play = try await player.replay(self.steps)
      if play.fails(as: key) {
        failed += 1
        failing = play
      }
    }
    let last = failing?.failures.first { $0.failure.key == key }?.failure
    return FoundFailure(
      failure: last ?? failure, run: run, steps: self.steps, original: steps.count,
      replays: (failed, Self.replays), nearest: failed > 0 ? try await nearest() : nil,
      journal: failing?.journal)
  }

  /// Whether some steps fail in the same way.
  private mutating func attempt(_ steps: [Step]) async throws -> Bool {
    if let result = tried[steps] { return result }
    guard attempts > 0 else { return false }
    attempts -= 1
    let play = try await player.replay(steps)
    let fails = play.fails(as: key)
    tried[steps] = fails
    if fails {
      failing = play
      // Without what the app refuses.
      self.steps = play.steps.count < steps.count ? play.steps : steps
    }
    return fails
  }

  private mutating func removeSteps() async throws {
    var size = max(1, steps.count / 2)
    while true {
      var end = steps.count
      var isShorter = false
      while end > 0 {
        let start = max(0, end - size)
        let candidate = Array(steps[..<start] + steps[min(end, steps.count)...])
        if try await attempt(candidate) { isShorter = true }
        end = min(start, steps.count)
      }
      if size > 1 {
        size /= 2
      } else if !isShorter {
        if try await !removePair() { return }
      }
    }
  }

  /// The most steps of which pairs are left out: one that opens a screen, and one that closes it.
  private static let mostOfPairs = 14

  private mutating func removePair() async throws -> Bool {
    let all = steps
    guard all.count <= Self.mostOfPairs else { return false }
    for second in all.indices.reversed() {
      for first in all.indices.prefix(second).reversed() {
        var candidate = all
        candidate.remove(at: second)
        candidate.remove(at: first)
        if try await attempt(candidate) { return true }
      }
    }
    return false
  }

  // MARK: Words

  private mutating func simplifyWords() async throws {
    try await simplifyTimes()
    for place in steps.indices {
      guard place < steps.count, case .perform(let words) = steps[place] else { continue }
      for index in words.indices.dropFirst() { try await simplifyWord(index, of: place) }
    }
  }

  /// Lets no more time pass than until the first wait whose end matters.
  private mutating func simplifyTimes() async throws {
    guard steps.contains(where: \.passes) else { return }
    try await mergeTimes()
    attempts -= 1
    let waits = try await player.replay(steps, notesWaits: true).waits
    for place in steps.indices {
      guard place < steps.count, case .pass(let time) = steps[place] else { continue }
      for wait in Set(waits[place] ?? []).sorted() where wait < time {
        if try await replace(place, with: .pass(wait)) { break }
      }
    }
  }

  /// Makes one step of two that let time pass, whatever is done between them.
  private mutating func mergeTimes() async throws {
    var place = 0
    while place < steps.count {
      if case .pass(let first) = steps[place],
        let next = steps.indices.first(where: { $0 > place && steps[$0].passes }),
        case .pass(let second) = steps[next]
      {
        var (later, earlier) = (steps, steps)
        later[next] = .pass(first + second)
        later.remove(at: place)
        earlier[place] = .pass(first + second)
        earlier.remove(at: next)
        if try await attempt(later) { continue }
        if try await attempt(earlier) { continue }
      }
      place += 1
    }
  }

  private mutating func simplifyWord(_ index: Int, of place: Int) async throws {
    guard case .perform(let words) = steps[place], words.indices.contains(index) else { return }
    func step(_ word: String) -> Step {
      var changed = words
      changed[index] = word
      return .perform(changed)
    }
    if let number = Int(words[index]) {
      for simple in [0, 1] where simple < number {
        if try await replace(place, with: step("\(simple)")) { return }
      }
      if number > 1 { try await minimize(number, of: place, from: 1) { step("\($0)") } }
    } else if words[index].count > 1 {
      for simple in ["", "a", String(words[index].prefix(1))] {
        if try await replace(place, with: step(simple)) { return }
      }
    }
  }

  /// Finds the least number that still fails, by halves; the one before is nearest to it and passes.
  private mutating func minimize(
    _ number: Int, of place: Int, from least: Int, _ step: (Int) -> Step
  ) async throws {
    var (low, high) = (least, number)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if try await replace(place, with: step(middle)) {
        high = middle
      } else {
        low = middle
        var passing = steps
        passing[place] = step(middle)
        neighbor = (passing, place)
      }
      guard steps.indices.contains(place), steps[place] == step(high) else { return }
    }
  }

  private mutating func replace(_ place: Int, with step: Step) async throws -> Bool {
    guard steps.indices.contains(place) else { return false }
    var candidate = steps
    candidate[place] = step
    return try await attempt(candidate) && steps.count == candidate.count
  }

  /// The nearest run that passes, and where it parts from the failing one: the same with another word, or
  /// without its last steps.
  private func nearest() async throws -> FoundFailure.Nearest? {
    var candidates: [(steps: [Step], words: String)] = []
    if let neighbor, neighbor.steps.count == steps.count {
      var same = neighbor.steps
      same[neighbor.place] = steps[neighbor.place]
      if same == steps {
        candidates.append((neighbor.steps, "'\(neighbor.steps[neighbor.place].line)'"))
      }
    }
    for place in steps.indices.reversed() {
      var fewer = steps
      fewer.remove(at: place)
      candidates.append((fewer, "without '\(steps[place].line)'"))
    }
    for (candidate, words) in candidates.prefix(3) {
      let play = try await player.replay(candidate)
      if play.fails(as: key) { continue }
      return FoundFailure.Nearest(
        words: words, steps: candidate, difference: difference(from: play.journal))
    }
    return nil
  }

  /// What a passing run did first that the failing one did not, and the other way round.
  private func difference(from passing: JournalContents?) -> [String] {
    guard let passing, let failing = failing?.journal else { return [] }
    let comparison = RunComparison(passing, failing)
    // The input is already shown.
    guard let first = comparison.differences.first(where: { $0.what != .input }) else { return [] }
    func line(
      _ side: String, _ contents: JournalContents, _ run: Run, _ place: Int32
    ) -> String? {
      guard let record = run.record(place) else { return nil }
      let words = RecordWords(contents: contents, types: JournalTypes(of: contents))
      return "\(side): \(words.sentence(record))"
    }
    return [
      line("there", passing, comparison.old, first.old),
      line("here", failing, comparison.new, first.new),
    ].compactMap { $0 }
  }
}
