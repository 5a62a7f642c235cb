import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import TreeJournal
import TreeSnapshot

/// A tree that takes steps into a journal, does what steps do not, and is pictured at random moments.
final class RecordedModels: SteppedTree {
  /// A picture of the tree, and the record after which it was taken.
  struct Look {
    var moment: Int
    var tree: Int
    var snapshot: Snapshot
    var account: TreeAccount
    /// A message that the journal is asked about.
    var question: Interest
  }

  private let models: SteppedModels
  private let journal: Journal
  /// The number of the tree in the journal.
  private let number: Int
  private var random: SeededGenerator
  private var screens: [Int: Screen] = [:]
  private let log = Log()
  private(set) var looks: [Look] = []
  private var account = TreeAccount()

  var runner: StepRunner? {
    get { models.runner }
    set { models.runner = newValue }
  }

  init(in journal: Journal, number: Int, seed: UInt64) {
    models = SteppedModels(root: Growth(isSession: true, isHeld: true))
    self.journal = journal
    self.number = number
    random = SeededGenerator(seed: seed)
    models.root?.record(in: journal)
    settle()
  }

  // Each way into the tree.

  func attach(under parent: Int, _ growth: Growth) -> Int {
    look()
    let new = models.attach(under: parent, growth)
    account.attach(new, under: parent, in: journal.recordCount)
    if random.chance(20, in: 100) { show(new) }
    look()
    return new
  }

  func remove(_ model: Int) { around(model) { models.remove(model) } }

  func register(_ model: Int, _ interest: Interest, closure: [Step]?, of value: Value?) {
    around(model) {
      models.register(model, interest, closure: closure, of: nil)
      account.register(model, interest, in: journal.recordCount)
    }
  }

  func unregister(_ model: Int, _ interest: Interest) {
    around(model) {
      let before = journal.recordCount
      models.unregister(model, interest)
      if journal.recordCount > before { account.unregister(model, interest, in: before + 1) }
    }
  }

  func raise(_ model: Int, _ message: Interest, with value: Value?) -> [Int] {
    look()
    defer { look() }
    let raised = journal.recordCount + 1
    let takers = models.raise(model, message, with: nil)
    account.raise(model, message, in: raised, takenBy: takers)
    return takers
  }

  func open(_ session: Int) { around(session) { models.open(session) } }
  func close(_ session: Int) { around(session) { models.close(session) } }
  func release(_ model: Int) { around(model) { models.release(model) } }

  func parent(of model: Int) -> Int? { models.parent(of: model) }
  func session(of model: Int) -> Int? { models.session(of: model) }
  func isAlive(_ model: Int) -> Bool { models.isAlive(model) }
  var present: [Int] { models.present }
  var alive: [Int] { models.alive }

  private func around(_ model: Int, _ change: () -> Void) {
    look()
    change()
    if models.isAlive(model), random.chance(15, in: 100) { adorn(model) }
    look()
  }

  /// Changes a model in a way that no step does.
  private func adorn(_ id: Int) {
    let model = models.model(id)
    switch random.next(below: 6) {
    case 0: model.mayRaise(SteppedErrors.a, random.chance(50, in: 100) ? .b : .a)
    case 1: model.register(for: random.pick([NetworkErrors.badToken, .badResponse]))
    case 2 where random.chance(50, in: 100):
      model.register(for: NetworkErrors.badToken, of: Failure.self) { _ in }
    case 2: show(id)
    case 3: screens.removeValue(forKey: random.pick(Array(screens.keys.sorted()) + [id]))
    case 4: (model as? Session)?.provide(Alpha(log))
    default: (model as? Session)?.provide(Beta(log))
    }
  }

  private struct Failure: Error {}

  private func show(_ id: Int) {
    let screen = Screen()
    models.model(id).applyRepresentation(screen)
    // Released when the dictionary is at rest, as that may remove the model that it showed.
    let before = screens.updateValue(screen, forKey: id)
    withExtendedLifetime(before) {}
  }

  /// Notes which models are gone.
  private func settle() { account.settle(present: models.present, until: journal.recordCount) }

  private func look() {
    settle()
    guard random.chance(30, in: 100), let snapshot = models.root?.snapshot() else { return }
    let question = random.pick(Interest.messages)
    looks.append(
      Look(
        moment: journal.recordCount, tree: number, snapshot: snapshot, account: account,
        question: question))
  }
}

extension RecordedModels {
  /// How many programs tests run; `MODELTREE_JOURNAL_PROGRAMS=20000` makes it a long run.
  static let programs =
    ProcessInfo.processInfo.environment["MODELTREE_JOURNAL_PROGRAMS"].flatMap { UInt64($0) } ?? 24

  /// Runs programs on several trees that share a journal, and returns the pictures taken meanwhile.
  static func run(_ seed: UInt64, in journal: Journal) -> [Look] {
    var random = SeededGenerator(seed: seed)
    var trees: [(models: RecordedModels, runner: StepRunner)] = []
    for number in 1...random.pick([1, 1, 2, 4]) {
      let models = RecordedModels(in: journal, number: number, seed: seed &+ UInt64(number))
      trees.append((models, StepRunner(models)))
      var generator = StepGenerator(seed: seed << 8 + UInt64(number))
      for step in generator.scenario() {
        // Earlier trees keep changing alongside the last one.
        let tree = random.chance(80, in: 100) ? trees[trees.count - 1] : random.pick(trees)
        tree.runner.take(step)
      }
    }
    return trees.flatMap(\.models.looks).sorted { $0.moment < $1.moment }
  }
}
