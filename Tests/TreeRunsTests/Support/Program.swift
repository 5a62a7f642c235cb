import ModelTree
import ModelTreeJournal
import TestSupport
import TreeJournal

enum PlayErrors: Int, ErrorCode, CaseIterable {
  case first = 1
  case second, third
}

enum PlayEvent: String, GlobalEventName, CaseIterable {
  case first, second, third
}

final class Shelf: Model {}
final class Book: Model {}
final class Page: Model {}
final class Library: Session {}

/// One step of a model. Messages have numbers: first the errors, then the events.
indirect enum Step: Hashable {
  case attach(type: Int, [Step])
  case remove(child: Int)
  case register(message: Int, [Step])
  case unregister(message: Int)
  case raise(message: Int, context: String?)
  /// Work that is answered later, or fails.
  case work(fails: Bool, [Step])
  case perform(String, [Step])
}

/// The steps of a tree, the same each time; each outermost list is an action.
struct Program {
  var actions: [[Step]] = []

  init(_ actions: [[Step]]) { self.actions = actions }

  static let messages = PlayErrors.allCases.count + PlayEvent.allCases.count

  /// Random actions.
  ///
  /// - Parameter independent: whether the answers are independent of each other.
  init(seed: UInt64, independent: Bool = false) {
    var random = SeededGenerator(seed: seed)
    var maker = Maker(isIndependent: independent)
    actions = (0..<(2 + random.next(below: 6))).map { _ in
      maker.steps(5, depth: 0, above: 0, &random)
    }
  }

  private struct Maker {
    let isIndependent: Bool
    var isInAnswer = false

    mutating func steps(
      _ most: Int, depth: Int, above: Int, _ random: inout SeededGenerator
    ) -> [Step] {
      (0..<(1 + random.next(below: most))).map { _ in step(depth, above, &random) }
    }

    private mutating func step(
      _ depth: Int, _ above: Int, _ random: inout SeededGenerator
    ) -> Step {
      let isDeep = depth >= 3
      let message = random.next(below: Program.messages)
      switch random.next(below: isInAnswer && isIndependent ? 2 : 9) {
      case 0:
        return .attach(
          type: random.next(below: 3),
          isDeep || isInAnswer ? [] : steps(3, depth: depth + 1, above: above, &random))
      case 1, 2, 3:
        // No message raises itself.
        guard message >= above else { return .attach(type: 2, []) }
        return .raise(
          message: message, context: random.chance(1, in: 4) ? "note \(random.next(below: 3))" : nil
        )
      case 4, 5:
        return .register(
          message: message,
          isDeep || isIndependent ? [] : steps(2, depth: depth + 1, above: message + 1, &random))
      case 6 where !isInAnswer:
        isInAnswer = true
        defer { isInAnswer = false }
        return .work(
          fails: random.chance(1, in: 4), steps(3, depth: depth + 1, above: above, &random))
      case 7: return isIndependent ? .unregister(message: message) : .remove(child: message)
      default: return .unregister(message: message)
      }
    }
  }
}

/// Plays a program on a tree of its own.
@MainActor
final class Player {
  let journal: Journal
  private let root = Library()
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var started = 0
  private var ended = 0
  /// A changed program may raise the message that led to it, without end.
  private var depth = 0
  private let isReversed: Bool

  init(bytes: Int = 1 << 20, reversed: Bool = false) {
    journal = Journal(bytes: bytes)
    isReversed = reversed
  }

  /// The journal of a program.
  ///
  /// - Parameters:
  ///   - seed: the order in which work is answered; nil for that in which it started.
  ///   - reversed: whether to reverse that order.
  static func journal(
    of program: Program, answering seed: UInt64? = nil, reversed: Bool = false,
    bytes: Int = 1 << 20
  ) async throws -> JournalContents {
    let player = Player(bytes: bytes, reversed: reversed)
    player.root.record(in: player.journal)
    player.root.open()
    for code in PlayErrors.allCases { player.root.register(for: code) { _ in } }
    var random = seed.map(SeededGenerator.init)
    for (number, steps) in program.actions.enumerated() {
      player.root.perform("step", "\(number)") { player.run(steps, player.root) }
      // Some of it waits until more has started.
      if number % 2 == 1 { await player.answer(&random) }
    }
    await player.answer(&random)
    return try player.journal.contents
  }

  private func answer(_ random: inout SeededGenerator?) async {
    while waiting.count < started - ended { await Task.yield() }
    var order = waiting
    waiting = []
    if var generator = random {
      order.shuffle(using: &generator)
      random = generator
    }
    for continuation in isReversed ? order.reversed() : order {
      let before = ended
      continuation.resume()
      while ended == before { await Task.yield() }
    }
  }

  private func run(_ steps: [Step], _ model: Model) {
    if depth > 12 { return }
    depth += 1
    for step in steps { run(step, model) }
    depth -= 1
  }

  private func run(_ step: Step, _ model: Model) {
    switch step {
    case .attach(let type, let steps):
      let child: Model =
        switch type {
        case 0: Shelf(parent: model)
        case 1: Book(parent: model)
        default: Page(parent: model)
        }
      run(steps, child)
    case .remove(let child):
      if model.children.indices.contains(child) { model.children[child].removeFromParent() }
    case .register(let message, let steps):
      if message < PlayErrors.allCases.count {
        model.register(for: PlayErrors.allCases[message]) { [weak self, weak model] _ in
          if let model { self?.run(steps, model) }
        }
      } else {
        let event = PlayEvent.allCases[message - PlayErrors.allCases.count]
        model.register(for: event) { [weak self, weak model] _ in
          if let model { self?.run(steps, model) }
        }
      }
    case .unregister(let message):
      if message < PlayErrors.allCases.count {
        model.unregister(for: PlayErrors.allCases[message])
      } else {
        model.unregister(for: PlayEvent.allCases[message - PlayErrors.allCases.count])
      }
    case .raise(let message, let context):
      if message < PlayErrors.allCases.count {
        model.raise(PlayErrors.allCases[message], context: context)
      } else {
        model.raise(PlayEvent.allCases[message - PlayErrors.allCases.count])
      }
    case .work(let fails, let steps):
      started += 1
      let task = model.task(orRaise: PlayErrors.third) {
        await withCheckedContinuation { self.waiting.append($0) }
        if fails { throw ModelError(PlayErrors.second) }
      } then: { [weak self] model, _ in
        self?.run(steps, model)
      }
      Task {
        await task.value
        self.ended += 1
      }
    case .perform(let name, let steps): model.perform(name) { run(steps, model) }
    }
  }
}
