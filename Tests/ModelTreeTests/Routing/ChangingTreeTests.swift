import ModelTree
import TestSupport
import Testing

/// Events in large trees with few receivers, which are found without walking the tree, against a
/// walk over it; between two events anything may change.
@Suite struct `Routes in a changing tree` {
  @Test(arguments: UInt64(1)...8)
  func `an event reaches whoever a walk over the tree finds`(seed: UInt64) {
    var tree = ChangingTree(seed: seed)
    for step in 1...250 {
      tree.change()
      guard let mismatch = tree.mismatchOfRandomEvent() else { continue }
      Issue.record("seed \(seed), step \(step): \(mismatch)")
      return
    }
  }
}

private struct ChangingTree {
  private var random: SeededGenerator
  private let root = Session()
  /// All that ever was, in the tree and out of it.
  private var models: [Model]
  private var registered: [ObjectIdentifier: Set<String>] = [:]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    models = [root]
    for _ in 0..<Int.random(in: 1...300, using: &random) { attach() }
  }

  private mutating func anyModel() -> Model {
    models[Int.random(in: 0..<models.count, using: &random)]
  }

  private mutating func attach() {
    // Often the newest, for trees that are deep as well as wide.
    let parent = random.chance(40, in: 100) ? models[models.count - 1] : anyModel()
    models.append(random.chance(10, in: 100) ? Session(parent: parent) : Model(parent: parent))
  }

  mutating func change() {
    let model = anyModel()
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<7:
      let code = AppEvent.allCases[Int.random(in: 0..<2, using: &random)]
      model.register(for: code)
      registered[ObjectIdentifier(model), default: []].insert(code.code)
    case 7..<9:
      model.register(forAll: AppEvent.self)
      registered[ObjectIdentifier(model), default: []].insert("*")
    case 9..<14:
      for code in AppEvent.allCases { model.unregister(for: code) }
      registered[ObjectIdentifier(model)]?.subtract(AppEvent.allCases.map(\.code))
    case 14:
      model.unregister(forAll: AppEvent.self)
      registered[ObjectIdentifier(model)]?.remove("*")
    case 15: model.removeFromParent()
    case 16 where random.chance(30, in: 100): churn()
    default: attach()
    }
  }

  /// Many registrations that end again, with those of others in between.
  private mutating func churn() {
    let passing = (0..<60).map { _ in anyModel() }
    for model in passing { model.register(for: AppEvent.start) }
    let staying = anyModel()
    staying.register(for: AppEvent.start)
    for model in passing where model !== staying { model.unregister(for: AppEvent.start) }
    for model in passing { registered[ObjectIdentifier(model)]?.remove(AppEvent.start.code) }
    registered[ObjectIdentifier(staying), default: []].insert(AppEvent.start.code)
  }

  mutating func mismatchOfRandomEvent() -> String? {
    let raiser = anyModel()
    let code = AppEvent.allCases[Int.random(in: 0..<2, using: &random)]
    let expected = (raiser.session?.subtree ?? []).filter { model in
      let codes = registered[ObjectIdentifier(model)] ?? []
      return codes.contains(code.code) || codes.contains("*")
    }
    let delivered = raiser.raise(code)
    return delivered.map(\.id) == expected.map(\.id)
      ? nil : "\(code) at #\(raiser.id) reached \(delivered.map(\.id)), not \(expected.map(\.id))"
  }
}
