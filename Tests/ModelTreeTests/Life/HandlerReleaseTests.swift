import ModelTree
import Testing
import TreeSnapshot

/// A registered closure's captures are released with the registration, whatever that triggers.
@Suite struct `Release of handlers` {
  private final class Held {
    var onDeinit: (() -> Void)?
    isolated deinit { onDeinit?() }
  }

  enum Ending: CaseIterable {
    case unregister, replaceByClosure, replaceByHandle, removeModel, dropTree
  }

  private func register(_ model: Model, holding held: Held, _ kind: Int) {
    switch kind {
    case 0: model.register(for: NetworkErrors.badToken) { _ in withExtendedLifetime(held) {} }
    case 1: model.register(for: MenuBubble.show) { _ in withExtendedLifetime(held) {} }
    case 2: model.register(for: AppEvent.start) { _ in withExtendedLifetime(held) {} }
    default: model.register(forAll: AppEvent.self) { _ in withExtendedLifetime(held) {} }
    }
  }

  private func end(_ ending: Ending, _ model: Model, _ kind: Int) {
    switch (ending, kind) {
    case (.unregister, 0): model.unregister(for: NetworkErrors.badToken)
    case (.unregister, 1): model.unregister(for: MenuBubble.show)
    case (.unregister, 2): model.unregister(for: AppEvent.start)
    case (.unregister, _): model.unregister(forAll: AppEvent.self)
    case (.replaceByHandle, 0): model.register(for: NetworkErrors.badToken)
    case (.replaceByHandle, 1): model.register(for: MenuBubble.show)
    case (.replaceByHandle, 2): model.register(for: AppEvent.start)
    case (.replaceByHandle, _): model.register(forAll: AppEvent.self)
    case (.replaceByClosure, 0): model.register(for: NetworkErrors.badToken) { _ in }
    case (.replaceByClosure, 1): model.register(for: MenuBubble.show) { _ in }
    case (.replaceByClosure, 2): model.register(for: AppEvent.start) { _ in }
    case (.replaceByClosure, _): model.register(forAll: AppEvent.self) { _ in }
    case (.removeModel, _): model.removeFromParent()
    case (.dropTree, _): break
    }
  }

  @Test(arguments: Ending.allCases, 0..<4)
  func `a closure is released when its registration ends`(ending: Ending, kind: Int) {
    weak var probe: Held?
    do {
      let root = Session()
      do {
        let held = Held()
        probe = held
        let model = Model(parent: root)
        for other in 0..<4 where other != kind { register(model, holding: Held(), other) }
        register(model, holding: held, kind)
      }
      #expect(probe != nil)
      end(ending, root.children[0], kind)
      if ending != .dropTree { #expect(probe == nil) }
    }
    #expect(probe == nil)
  }

  @Test(arguments: Ending.allCases, 0..<4)
  func `what goes with a closure may touch the registrations of the tree`(
    ending: Ending, kind: Int
  ) {
    var gone = 0
    do {
      let root = ProbeSession()
      let other = root.child("other")
      for number in 0..<4 { register(other, holding: Held(), number) }
      do {
        let held = Held()
        held.onDeinit = { [weak other] in
          gone += 1
          guard let other else { return }
          other.unregister(for: AppEvent.start)
          other.unregister(forAll: AppEvent.self)
          other.register(for: AppEvent.finish) { _ in }
          Model(parent: other).register(for: NetworkErrors.badToken) { _ in }
          other.raise(AppEvent.finish)
        }
        register(root.child("model"), holding: held, kind)
      }
      end(ending, root.children[1], kind)
    }
    #expect(gone == 1)
  }

  @Test(arguments: Ending.allCases, 0..<4)
  func `a closure may hold the last reference to a model that unregisters as it goes`(
    ending: Ending, kind: Int
  ) {
    weak var lastProbe: Model?
    do {
      let root = ProbeSession()
      do {
        let last = root.child("last")
        lastProbe = last
        last.register(for: AppEvent.start) { _ in }
        last.child("below").register(forAll: NetworkErrors.self) { _ in }
        last.onDeinit = { going in
          going.unregister(for: AppEvent.start)
          going.register(for: MenuBubble.show) { _ in }
        }
        let held = Held()
        held.onDeinit = { withExtendedLifetime(last) {} }
        last.removeFromParent()
        register(root.child("model"), holding: held, kind)
      }
      #expect(lastProbe != nil)
      end(ending, root.children[0], kind)
      if ending != .dropTree { #expect(lastProbe == nil) }
    }
    #expect(lastProbe == nil)
  }

  @Test func `a closure that ends its own registration holds on until it returns`() {
    let root = ProbeSession()
    weak var probe: Held?
    do {
      let held = Held()
      probe = held
      root.register(for: AppEvent.start) { [unowned root] _ in
        root.unregister(for: AppEvent.start)
        withExtendedLifetime(held) { root.log("held") }
      }
    }
    root.raise(AppEvent.start)
    #expect(root.log.lines == ["held"])
    #expect(probe == nil)
  }
}
