import ModelTree
import TestSupport
import TreeObjects

enum DiskErrors: Int, ErrorCode, CaseIterable {
  case full = 1
  case locked = 2
}

enum PageBubbles: String, BubbleNotificationName, CaseIterable { case open, close }

enum AppEvents: String, GlobalEventName, CaseIterable { case refresh, logOut }

final class Root: Session {}
final class Area: Session {}
final class Clock: Service {}
final class Store: Service {}

/// A model with a label and a state.
class Page: Model {
  var name: String?
  var note: String?
  override var label: String? { name }
  override var state: KeyValuePairs<String, String> { note.map { ["note": $0] } ?? [:] }
}
final class Row: Page {}

/// Live trees whose shape, names and subscriptions follow from a seed.
@MainActor struct RandomLiveTree {
  private var random: SeededGenerator
  private let names = RandomTree.hostileNames

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A tree of models, whose handlers do nothing.
  mutating func models() -> Root {
    let root = Root()
    if random.chance(1, in: 2) { root.provide(Clock()) }
    var models: [Model] = [root]
    for _ in 0..<random.next(below: 30) {
      let parent = random.pick(models)
      let model: Model
      switch random.next(below: 4) {
      case 0:
        let area = Area(parent: parent)
        if random.chance(1, in: 2) { area.provide(Store()) }
        model = area
      case 1: model = Row(parent: parent)
      default: model = Page(parent: parent)
      }
      describe(model)
      models.append(model)
    }
    for model in models { subscribe(model) }
    return root
  }

  private mutating func describe(_ model: Model) {
    guard let page = model as? Page else { return }
    if random.chance(1, in: 3) { page.name = random.pick(names) }
    if random.chance(1, in: 3) { page.note = random.pick(names) }
  }

  private mutating func subscribe(_ model: Model) {
    if random.chance(1, in: 3) { model.register(for: random.pick(DiskErrors.allCases)) { _ in } }
    if random.chance(1, in: 5) { model.register(forAll: DiskErrors.self) }
    if random.chance(1, in: 3) { model.register(for: random.pick(PageBubbles.allCases)) { _ in } }
    if random.chance(1, in: 3) { model.register(for: random.pick(AppEvents.allCases)) { _ in } }
    if random.chance(1, in: 5) { model.mayRaise(random.pick(DiskErrors.allCases)) }
  }

  /// Changes a tree of models: its shape, what it is registered for, or labels and states alone.
  mutating func change(_ root: Root) {
    var models: [Model] = [root]
    for place in 0..<10_000 where place < models.count { models += models[place].children }
    let model = random.pick(models)
    switch random.next(below: 4) {
    case 0: _ = Row(parent: model)
    case 1: if model !== root { model.removeFromParent() }
    case 2: subscribe(model)
    default: describe(model)
    }
  }

  /// A tree of objects that know no model tree, some of which are met twice.
  mutating func objects() -> Thing {
    let root = Thing("Top", nil)
    var all = [root]
    for _ in 0..<random.next(below: 30) {
      let thing = Thing(
        random.pick(["A", "B", "Cell"]), random.chance(1, in: 3) ? random.pick(names) : nil)
      if random.chance(1, in: 3) { thing.messages.append(.error(DiskErrors.full, line: 1)) }
      if random.chance(1, in: 4) { thing.messages.append(.event(AppEvents.refresh, line: 2)) }
      if random.chance(1, in: 4) { thing.messages.append(.bubble("Page", "open", line: 3)) }
      if random.chance(1, in: 3) { thing.note = random.pick(names) }
      random.pick(all).below.append(thing)
      all.append(thing)
    }
    if random.chance(1, in: 2) { random.pick(all).below.append(random.pick(all)) }
    return root
  }
}

/// An object of an app that takes every test.
@MainActor final class Thing: @MainActor Inspectable {
  let inspectedName: String?
  let inspectedLabel: String?
  var below: [Thing] = []
  var messages: [InspectedMessage] = []
  var note: String?

  init(_ name: String, _ label: String?) {
    inspectedName = name
    inspectedLabel = label
  }

  var inspectedChildren: [AnyObject?] { below }
  var inspectedSubscriptions: [InspectedMessage] { messages }
  var inspectedState: KeyValuePairs<String, String> { note.map { ["note": $0] } ?? [:] }
  func receive(_ test: TestMessage) {}
}
