import TreeJournal
import TreeSnapshot

/// What was seen so far, from which runs learn: which steps were tried at which shapes, and the ways that led
/// to something new.
struct Knowledge {
  /// A way that reached something new.
  struct Way {
    var steps: [Step]
    /// The shape at its end.
    var end: Shape
    /// How often a run began with it.
    var uses = 0
  }

  private struct Trial: Hashable {
    var shape: Shape
    var step: String
  }

  /// What became of the steps with an action at a shape.
  private struct Results {
    var done = 0
    var refused = 0

    /// Whether it may be possible: what never was probably isn't now, unless other words make it so.
    func isPossible(_ step: Step) -> Bool { done > 0 || refused < (step.hasWords ? 6 : 2) }

    mutating func note(isRefused: Bool) { if isRefused { refused += 1 } else { done += 1 } }
  }

  private var trials: [Trial: Int] = [:]
  private var results: [Trial: Results] = [:]
  /// The same, whatever else there is at shapes with the same types.
  private var typicalResults: [UInt64: [String: Results]] = [:]
  /// The shapes to which steps led last.
  private var passages: [Trial: Shape] = [:]
  private(set) var visits: [Shape: Int] = [:]
  private var ways: [Way] = []
  private var known: Set<[Step]> = []
  var words = WordPool()

  /// The most ways that are kept.
  private static let mostWays = 400
  /// The most trials that are remembered, and the most passages: however many runs are made, they take no
  /// more memory.
  private static let mostTrials = 1 << 15

  /// Notes a shape.
  ///
  /// - Returns: whether it is new.
  mutating func visit(_ shape: Shape) -> Bool {
    visits[shape, default: 0] += 1
    return visits[shape] == 1
  }

  /// Notes a step that was taken at a shape.
  mutating func note(_ step: Step, at shape: Shape, isRefused: Bool) {
    if trials.count > Self.mostTrials { trials = [:] }
    trials[Trial(shape: shape, step: step.kind), default: 0] += 1
    let name = step.name
    results[Trial(shape: shape, step: name), default: Results()].note(isRefused: isRefused)
    typicalResults[shape.types, default: [:]][name, default: Results()].note(isRefused: isRefused)
  }

  /// Notes where a step led.
  mutating func note(_ step: Step, from shape: Shape, to next: Shape) {
    if passages.count > Self.mostTrials { passages = [:] }
    passages[Trial(shape: shape, step: step.kind)] = next
  }

  /// How much a step is wanted at a shape: less the more often it was tried there.
  func interest(in step: Step, at shape: Shape) -> Double {
    let trial = Trial(shape: shape, step: step.kind)
    let tried = trials[trial] ?? 0
    let name = step.name
    let result = results[Trial(shape: shape, step: name)] ?? Results()
    let typical = typicalResults[shape.types]?[name] ?? Results()
    let isPossible =
      result.isPossible(step) && (result.done > 0 || typical.isPossible(step))
    var novelty = 1.0
    if let next = passages[trial] {
      novelty = next == shape ? 0.3 : 1 / Double(1 + (visits[next] ?? 0)).squareRoot().squareRoot()
    }
    return (isPossible ? novelty : 0.02) / Double(1 + tried * tried)
      / Double(1 + result.done / 2 + result.refused).squareRoot()
  }

  /// Keeps a way that reached something new.
  mutating func keep(_ steps: [Step], end: Shape) {
    guard !steps.isEmpty, ways.count < Self.mostWays, known.insert(steps).inserted else { return }
    ways.append(Way(steps: steps, end: end))
  }

  /// Chooses the way that a run begins with: rather one to a shape that was seen little.
  mutating func way(_ dice: inout Dice) -> [Step] {
    let weights = ways.map { way in
      1 / Double(1 + way.uses) / Double(1 + (visits[way.end] ?? 0)).squareRoot()
    }
    guard let place = dice.pick(weights: weights) else { return [] }
    ways[place].uses += 1
    return ways[place].steps
  }
}

extension Step {
  /// Whether it is an action with words.
  fileprivate var hasWords: Bool {
    if case .perform(let words) = self { words.count > 1 } else { false }
  }

  /// The step, however long time passes.
  fileprivate var kind: String { passes ? "pass" : line }

  /// The same without the words of an action.
  fileprivate var name: String {
    switch self {
    case .perform(let words): words.first ?? ""
    case .answer(_, let error): "answer \(error ?? "")"
    case .raise, .pass, .hold: kind
    }
  }
}

/// The words that actions are tried with: the values that they declare, those seen in states, and edges.
struct WordPool {
  private static let edges = [
    "", "a", "0", "1", "-1", "2", "1000", "9223372036854775807", "a b", "1.5", "é",
    String(repeating: "a", count: 300),
  ]
  /// The most values of states that are remembered.
  private static let limit = 64

  /// Values seen in states, in the order in which they were first seen.
  private var seen: [String] = []
  private var known: Set<String> = []

  /// Remembers the values of a tree's states, and numbers next to them.
  mutating func learn(_ tree: Snapshot) {
    for position in tree.positions where seen.count < Self.limit {
      for entry in tree[position].state where entry.value.utf8.count <= 60 {
        add(entry.value)
        if let number = Int(entry.value), abs(number) < 1_000_000 {
          for near in [number + 1, number - 1, number * 10] { add("\(near)") }
        }
      }
    }
  }

  private mutating func add(_ word: String) {
    if !word.isEmpty, seen.count < Self.limit, known.insert(word).inserted { seen.append(word) }
  }

  /// The words of an action, its name first.
  func words(for action: TargetAction, _ dice: inout Dice) -> [String] {
    var words = [action.name]
    let usage = action.usage.split(separator: " ").dropFirst()
    for (parameter, written) in zip(action.parameters, usage) {
      if written.hasPrefix("["), dice.happens(50) { break }
      if let declared = action.values[parameter], !declared.isEmpty, !dice.happens(8) {
        words.append(dice.pick(declared) ?? "")
      } else if !seen.isEmpty, dice.happens(35) {
        words.append(dice.pick(seen) ?? "")
      } else {
        words.append(dice.pick(Self.edges) ?? "")
      }
    }
    return words
  }
}
