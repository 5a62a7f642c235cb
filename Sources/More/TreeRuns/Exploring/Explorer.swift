package import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
package import TreeSpec

/// How an app is explored.
package struct ExplorerOptions: Sendable {
  /// How many runs to make.
  package var runs: Int
  /// What all choices follow from.
  package var seed: UInt64
  /// What counts as a failure.
  package var kinds: Set<Failure.Kind>
  /// Whether to stop at the first failure.
  package var stopsAtFailure = false

  package init(runs: Int, seed: UInt64, kinds: Set<Failure.Kind> = Failure.Kind.usual) {
    (self.runs, self.seed, self.kinds) = (runs, seed, kinds)
  }
}

/// Plays with an app until something breaks, and makes the way there as short as it can.
///
/// Each run begins with a new app, and often with a way that led to something new in an earlier run. Then it
/// does what it has done least at the shape of tree that it sees.
package final class Explorer {
  private let options: ExplorerOptions
  private let player: Player
  private var dice: Dice
  private var knowledge = Knowledge()
  private var exploration: Exploration
  private var known: Set<Failure.Key> = []

  /// The most steps that a run adds to its way.
  private static let mostSteps = 24
  /// How long to let time pass at the end of a run, at most.
  private static let mostWakes = 16

  /// - Parameters:
  ///   - rules: specs whose lines must hold.
  ///   - start: makes and starts an app.
  package init(
    _ options: ExplorerOptions, rules: [Spec], start: @escaping () async throws -> any PlayableApp
  ) {
    self.options = options
    player = Player(start: start, FailureSearch(rules: rules, kinds: options.kinds))
    dice = Dice(options.seed)
    exploration = Exploration(seed: options.seed)
  }

  /// Explores.
  ///
  /// - Parameter goesOn: asked before each run, with what was found so far; false ends the exploration.
  /// - Throws: what keeps an app from starting.
  package func explore(
    while goesOn: (Exploration) -> Bool = { _ in true }
  ) async throws -> Exploration {
    do {
      while exploration.runs < options.runs, goesOn(exploration) {
        if options.stopsAtFailure, !exploration.failures.isEmpty { break }
        let isFresh = dice.happens(35)
        let way = isFresh ? [] : knowledge.way(&dice)
        try await run(following: way, adding: 3 + dice.roll(Self.mostSteps - 3))
      }
    } catch is Interrupted {}
    return exploration
  }

  /// What fails when some steps are played to a new app, a line for each failure.
  ///
  /// - Throws: what keeps an app from starting.
  package func failures(of steps: [Step]) async throws -> [SafeText] {
    try await player.replay(steps).failures.map { failure, _ in
      "\(failure.rule): \(failure.message)" + (failure.why.map { "; \($0)" } ?? "")
    }
  }

  /// Makes a run.
  private func run(following way: [Step], adding count: Int) async throws {
    var new: (steps: Int, shape: Shape) = (0, .none)
    var shapes: [Shape] = []
    let play = try await player.play { app, play in
      for step in way { try await player.take(step, in: app, &play) }
      if way.isEmpty, dice.happens(25) {
        try await player.take(.hold, in: app, &play)
      }
      shapes = Array(repeating: .none, count: play.steps.count)
      var look = try await app.look()
      var shape = note(look, &new, &play)
      var tries = 0
      while play.steps.count < way.count + count, tries < 3 * count {
        tries += 1
        let choices = Choices(after: look, of: shape, knowledge, &dice)
        guard let place = dice.pick(weights: choices.weights) else { break }
        let step = choices.steps[place]
        let refusal: Refusal?
        do {
          refusal = try await player.take(step, in: app, &play)
        } catch let failure as AppFailure {
          // What ends the app was done.
          if case .perform(let words) = step {
            exploration.reached.note(action: words.first ?? "", done: true)
          }
          throw failure
        }
        knowledge.note(step, at: shape, isRefused: refusal != nil)
        if case .perform(let words) = step {
          exploration.reached.note(action: words.first ?? "", done: refusal == nil)
        }
        if refusal == .didNothing { continue }
        look = try await app.look()
        let next = note(look, &new, &play)
        knowledge.note(step, from: shape, to: next)
        shape = next
        shapes += Array(repeating: shape, count: play.steps.count - shapes.count)
      }
      try await self.rest(app, &play)
    }
    exploration.runs += 1
    exploration.actions = player.actions
    if let journal = play.journal, let record = exploration.reached.learn(journal),
      let step = play.records.firstIndex(where: { $0 >= record }), step + 1 > new.steps
    {
      new = (step + 1, shapes.indices.contains(step) ? shapes[step] : .none)
    }
    knowledge.keep(Array(play.steps.prefix(new.steps)), end: new.shape)
    for place in play.uncontrolled where !exploration.uncontrolled.contains(place) {
      exploration.uncontrolled.append(place)
    }
    for (failure, steps) in play.failures where known.insert(failure.key).inserted {
      try await take(failure, Array(play.steps.prefix(max(steps, 0))), play.steps)
    }
  }

  /// Notes what is seen, and checks the tree if it has a new shape.
  private func note(
    _ look: AppLook, _ new: inout (steps: Int, shape: Shape), _ play: inout Player.Play
  ) -> Shape {
    for action in look.actions { exploration.reached.note(action: action.name, done: false) }
    guard let tree = look.tree else { return .none }
    let shape = Shape(tree)
    if knowledge.visit(shape) {
      exploration.shapes += 1
      new = (play.steps.count, shape)
      exploration.reached.learn(tree)
      knowledge.words.learn(tree)
      player.check(tree, &play)
    }
    return shape
  }

  /// Lets time pass until nothing waits, so that what comes late is seen, too.
  private func rest(_ app: any PlayableApp, _ play: inout Player.Play) async throws {
    for _ in 0..<Self.mostWakes {
      let waiting = try await app.look().waiting
      if waiting.contains(where: { $0.what == .turn }) {
        try await player.take(.answer(1), in: app, &play)
      } else if let last = waiting.compactMap(\.nanoseconds).max() {
        try await player.take(.pass(last), in: app, &play)
      } else {
        return
      }
    }
  }

  /// Makes the way to a failure short, and finds out how often it leads there.
  private func take(_ failure: Failure, _ steps: [Step], _ whole: [Step]) async throws {
    let (run, actions) = (exploration.runs, exploration.actions)
    var shrinking = Shrinking(player, failure.key)
    var found = try await shrinking.shrink(steps, or: whole, failure, run: run)
    found.actions = actions
    exploration.actions = player.actions
    if found.replays.failed == found.replays.of, found.replays.of > 0 {
      exploration.failures.append(found)
    } else {
      exploration.unstable.append(found)
    }
  }
}

/// What can be done next, and how much each is wanted.
struct Choices {
  private(set) var steps: [Step] = []
  private(set) var weights: [Double] = []

  /// How many sets of words an action is considered with.
  private static let wordings = 4
  /// How many messages are considered.
  private static let messages = 3

  /// - Parameter shape: the tree's shape.
  init(after look: AppLook, of shape: Shape, _ knowledge: Knowledge, _ dice: inout Dice) {
    func add(_ step: Step, _ weight: Double) {
      if steps.contains(step) { return }
      steps.append(step)
      weights.append(weight * knowledge.interest(in: step, at: shape))
    }
    for action in look.actions {
      let isPlain = action.parameters.isEmpty
      for _ in 0..<(isPlain ? 1 : Self.wordings) {
        add(.perform(knowledge.words.words(for: action, &dice)), isPlain ? 1 : 0.6)
      }
    }
    if let tree = look.tree { Self.addMessages(of: tree, &dice, add) }
    let waits = look.waiting.compactMap(\.nanoseconds).filter { $0 > 0 }
    if let next = waits.min(), let last = waits.max() {
      add(.pass(next), 1.5)
      if last > next { add(.pass(last), 0.7) }
    }
    for (place, wait) in look.waiting.filter({ $0.what == .turn }).enumerated() {
      add(.answer(place + 1), 1.5)
      for error in wait.errors { add(.answer(place + 1, failing: error), 0.7) }
    }
  }

  private static func addMessages(
    of tree: Snapshot, _ dice: inout Dice, _ add: (Step, Double) -> Void
  ) {
    var raises: [(message: Message, node: Int)] = []
    for position in tree.positions {
      for declared in tree[position].raises { raises.append((declared.message, position)) }
    }
    if raises.isEmpty { return }
    let paths = NodePaths(tree)
    for _ in 0..<min(messages, raises.count) {
      let (message, node) = raises.remove(at: dice.roll(raises.count))
      add(.raise(message, from: paths.path(of: node).string), 0.25)
    }
  }
}
