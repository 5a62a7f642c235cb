/// A tree that takes steps: of models, or of the oracle. Models are known by their ids.
protocol SteppedTree: AnyObject {
  /// Receives the running handlers, and returns their steps.
  var runner: StepRunner? { get set }

  func attach(under parent: Int, _ growth: Growth) -> Int
  func remove(_ model: Int)
  func register(_ model: Int, _ interest: Interest, closure: [Step]?, of value: Value?)
  func unregister(_ model: Int, _ interest: Interest)
  /// Raises a message, and returns the models that received it.
  func raise(_ model: Int, _ message: Interest, with value: Value?) -> [Int]
  func open(_ session: Int)
  func close(_ session: Int)
  func release(_ model: Int)

  func parent(of model: Int) -> Int?
  func session(of model: Int) -> Int?
  func isAlive(_ model: Int) -> Bool
  /// The ids of the models of the root session's tree, in document order.
  var present: [Int] { get }
  /// The same models with those around them.
  var families: [Family] { get }
  /// The ids of all models that are alive, in the order of their creation.
  var alive: [Int] { get }
}

extension SteppedTree {
  var families: [Family] { [] }
}

/// The ids of a model and of those that it is attached to.
struct Family: Equatable {
  let id: Int
  let parent: Int?
  let children: [Int]
}

/// Takes steps on a tree, and records their visible effects.
final class StepRunner {
  enum Line: Equatable {
    case attached(Int)
    /// The model's own method ran.
    case handled(Int, Interest, from: Int)
    /// The closure of the model's registration ran; one that takes values doesn't see the raiser.
    case closure(Int, Interest, from: Int)
    case valueClosure(Int, Interest, Value)
    case uncaughtSignal(Interest)
    case uncaught(Interest)
    case loaded(Int)
    case closing(Int)
    case answer([Int])
    case left(present: [Int], [Family], alive: [Int])
  }

  private let tree: any SteppedTree
  private(set) var lines: [Line] = []
  /// The number of steps that were taken, in handlers or outside.
  private(set) var taken = 0
  private var names: [Int: Int] = [:]
  /// The models whose handlers run, the innermost last.
  private var running: [Int] = []
  /// The number of steps that handlers may still take.
  private var stepsLeft = 0

  /// The id of a tree's root session.
  private static let root = 1
  private static let mostSteps = 100
  private static let deepestHandler = 4

  init(_ tree: some SteppedTree) {
    self.tree = tree
    tree.runner = self
  }

  /// Takes a step outside of handlers.
  func take(_ step: Step) {
    lines.removeAll(keepingCapacity: true)
    stepsLeft = Self.mostSteps
    perform(step)
    lines.append(.left(present: tree.present, tree.families, alive: tree.alive))
  }

  /// Writes down that a handler runs, and takes its steps.
  func handle(_ line: Line, at model: Int, _ steps: [Step]) {
    lines.append(line)
    guard running.count < Self.deepestHandler else { return }
    running.append(model)
    for step in steps where stepsLeft > 0 {
      stepsLeft -= 1
      perform(step)
    }
    running.removeLast()
  }

  func note(_ line: Line) { lines.append(line) }

  private func perform(_ step: Step) {
    taken += 1
    switch step {
    case .attach(let name, let place, let growth):
      guard let parent = model(at: place) else { return }
      let new = tree.attach(under: parent, growth)
      names[name] = new
      lines.append(.attached(new))
    case .remove(let place): model(at: place).map(tree.remove)
    case .register(let place, let interest, let closure, let value):
      model(at: place).map { tree.register($0, interest, closure: closure, of: value) }
    case .unregister(let place, let interest):
      model(at: place).map { tree.unregister($0, interest) }
    case .raise(let place, let message, let value):
      guard let raiser = model(at: place) else { return }
      let answer = tree.raise(raiser, message, with: value)
      lines.append(.answer(answer))
    case .open(let place): model(at: place).map(tree.open)
    case .close(let place): model(at: place).map(tree.close)
    case .release(let place): model(at: place).map(tree.release)
    }
  }

  private func model(at place: Place) -> Int? {
    let own = running.last
    let found: Int? =
      switch place {
      case .root: Self.root
      case .named(let name): names[name]
      case .own: own
      case .parentOfOwn: own.flatMap(tree.parent)
      case .sessionOfOwn: own.flatMap(tree.session)
      }
    return found.flatMap { tree.isAlive($0) ? $0 : nil }
  }
}
