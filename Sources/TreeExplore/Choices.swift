import TextIO
import TreeAnalysis
import TreeSnapshot

/// What can be done next, and how much each is wanted.
struct Choices {
  private(set) var steps: [Step] = []
  private(set) var weights: [Double] = []

  /// How many sets of words an action is considered with.
  private static let wordings = 4
  /// How many messages are considered.
  private static let messages = 3

  /// - Parameters:
  ///   - shape: the tree's shape.
  ///   - isUniform: whether each action is as likely as any other, whatever was done before.
  init(
    after look: AppLook, of shape: Shape, _ knowledge: Knowledge, isUniform: Bool,
    _ dice: inout Dice
  ) {
    func add(_ step: Step, _ weight: Double) {
      if steps.contains(step) { return }
      steps.append(step)
      weights.append(isUniform ? 1 : weight * knowledge.interest(in: step, at: shape))
    }
    for action in look.actions {
      let isPlain = action.parameters.isEmpty
      for _ in 0..<(isPlain || isUniform ? 1 : Self.wordings) {
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
