import TreeComparison
import TreeJournal

/// Makes the steps to a failure few and simple: each attempt is played to a new app.
struct Shrinking {
  private let player: Player
  private let key: Failure.Key
  /// How many attempts are left.
  private var attempts = 400
  private var steps: [Step] = []
  /// The latest play that failed.
  private var failing: Player.Play?
  /// The steps nearest to the failing ones that pass, with what they have instead.
  private var passing: (play: Player.Play, words: String)?
  private var tried: [[Step]: Bool] = [:]

  /// How often the result is played again.
  private static let replays = 5

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
      replays: (failed, Self.replays), nearest: failed > 0 ? nearest : nil,
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
    lastPassing = fails ? lastPassing : play
    return fails
  }

  private var lastPassing: Player.Play?

  private mutating func removeSteps() async throws {
    var size = max(1, steps.count / 2)
    while true {
      var end = steps.count
      var isShorter = false
      while end > 0 {
        let start = max(0, end - size)
        let candidate = Array(steps[..<start] + steps[min(end, steps.count)...])
        if try await attempt(candidate) {
          isShorter = true
        } else if size == 1, let play = lastPassing, end <= steps.count {
          passing = passing ?? (play, "without '\(steps[start].line)'")
        }
        end = min(start, steps.count)
      }
      if size > 1 {
        size /= 2
      } else if !isShorter {
        return
      }
    }
  }

  // MARK: Words

  private mutating func simplifyWords() async throws {
    for place in steps.indices {
      guard place < steps.count else { return }
      switch steps[place] {
      case .perform(let words):
        for index in words.indices.dropFirst() { try await simplifyWord(index, of: place) }
      case .pass(let time):
        try await minimize(time, of: place, from: 0) { .pass($0) }
      default: break
      }
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
    while high - low > max(1, isTime(place) ? high / 64 : 1) {
      let middle = low + (high - low) / 2
      if try await replace(place, with: step(middle)) {
        high = middle
      } else {
        low = middle
        if let play = lastPassing { passing = (play, "'\(step(middle).line)'") }
      }
      guard steps.indices.contains(place), steps[place] == step(high) else { return }
    }
  }

  private func isTime(_ place: Int) -> Bool {
    if case .pass = steps[place] { true } else { false }
  }

  private mutating func replace(_ place: Int, with step: Step) async throws -> Bool {
    guard steps.indices.contains(place) else { return false }
    var candidate = steps
    candidate[place] = step
    return try await attempt(candidate) && steps.count == candidate.count
  }

  /// The nearest run that passes, and where it parts from the failing one.
  private var nearest: FoundFailure.Nearest? {
    guard let passing else { return nil }
    var difference: [String] = []
    if let good = passing.play.journal, let bad = failing?.journal {
      let (one, other) = (
        RunText(good, from: good.records.lowerBound), RunText(bad, from: bad.records.lowerBound)
      )
      difference = one.difference(from: other, limit: 3) ?? []
    }
    return FoundFailure.Nearest(
      words: passing.words, steps: passing.play.steps, difference: difference)
  }
}
