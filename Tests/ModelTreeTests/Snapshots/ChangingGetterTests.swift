import ModelTree
import Testing
import TreeSnapshot

/// Getters of the app that change the tree during a snapshot.
@Suite struct `Snapshots whose getters change the tree` {
  enum Getter: CaseIterable, Sendable { case label, state }

  enum Reader: Int, CaseIterable, Sendable { case root, parent, child, last }

  enum Change: CaseIterable, Sendable {
    case register, registerBelow, registerAbove, replace, unregister, unregisterAbove
    case registerBelowInPlaceOfAbove, attach, attachAbove, remove, removeAbove, removeBelow
    case removeBeside, close, provide, declare, represent, raise, look
  }

  @Test(arguments: Getter.allCases, Change.allCases)
  func `a snapshot shows the tree as it was when it began`(getter: Getter, change: Change) {
    for reader in Reader.allCases {
      let tree = ChangingTree()
      let unchanged = ChangingTree()
      tree.all[reader.rawValue].change(inGetter: getter) { tree.make(change) }
      #expect(tree.root.snapshot().dump() == unchanged.root.snapshot().dump(), "read at \(reader)")
    }
  }

  @Test(arguments: Getter.allCases, Change.allCases)
  func `the next snapshot shows what the getter has changed`(getter: Getter, change: Change) {
    let tree = ChangingTree()
    let changed = ChangingTree()
    tree.child.change(inGetter: getter) { tree.make(change) }
    _ = tree.root.snapshot()
    changed.make(change)
    #expect(tree.root.snapshot().dump() == changed.root.snapshot().dump())
  }
}

/// A model that changes the tree when one of its getters is called for the first time.
private final class Fickle: Session {
  private var getter: `Snapshots whose getters change the tree`.Getter?
  private var change: () -> Void = {}

  func change(
    inGetter getter: `Snapshots whose getters change the tree`.Getter,
    _ change: @escaping () -> Void
  ) {
    self.getter = getter
    self.change = change
  }

  private func read(_ read: `Snapshots whose getters change the tree`.Getter) {
    guard getter == read else { return }
    getter = nil
    change()
  }

  override var label: String? {
    read(.label)
    return "fickle"
  }

  override var state: KeyValuePairs<String, String> {
    read(.state)
    return ["is": "fickle"]
  }
}

/// root ─ parent ─ child ─ below; last. Each has subscriptions of its own.
private final class ChangingTree {
  let root = Fickle()
  let parent: Fickle
  let child: Fickle
  let below: Fickle
  let last: Fickle
  private let screen = Screen()

  var all: [Fickle] { [root, parent, child, last] }

  init() {
    parent = Fickle(parent: root)
    child = Fickle(parent: parent)
    below = Fickle(parent: child)
    last = Fickle(parent: root)
    for model in [root, parent, child, below, last] {
      model.register(for: NetworkErrors.badToken)
      model.register(forAll: AppEvent.self) { _ in }
      model.mayRaise(MenuBubble.show)
    }
    root.open()
  }

  func make(_ change: `Snapshots whose getters change the tree`.Change) {
    switch change {
    case .register: child.register(for: MenuBubble.hide)
    case .registerBelow: below.register(for: MenuBubble.hide)
    case .registerAbove: parent.register(for: MenuBubble.hide)
    case .replace: child.register(for: NetworkErrors.badToken) { _ in }
    case .unregister: child.unregister(for: NetworkErrors.badToken)
    case .unregisterAbove: parent.unregister(for: NetworkErrors.badToken)
    case .registerBelowInPlaceOfAbove:
      parent.unregister(for: NetworkErrors.badToken)
      below.register(for: PaymentErrors.declined)
    case .attach: Model(parent: child).register(for: NetworkErrors.badToken)
    case .attachAbove: Model(parent: parent).register(for: NetworkErrors.badToken)
    case .remove: child.removeFromParent()
    case .removeAbove: parent.removeFromParent()
    case .removeBelow: below.removeFromParent()
    case .removeBeside: last.removeFromParent()
    case .close: root.close()
    case .provide: root.provide(Alpha(Log()))
    case .declare: child.mayRaise(MenuBubble.hide)
    case .represent: child.applyRepresentation(screen)
    case .raise: child.raise(AppEvent.start)
    case .look: _ = root.snapshot()
    }
  }
}
