import ModelTree
import TestSupport
import TreeObjects

enum DiskErrors: Int, ErrorCode, CaseIterable {
  case full = 1
  case locked = 2
}

enum PageBubbles: String, BubbleNotificationName, CaseIterable { case open, close }

enum AppEvents: String, GlobalEventName, CaseIterable { case refresh, logOut }

final class Root: Session {
  /// Models that left the tree and are retained elsewhere.
  private(set) var kept: [Model] = []

  /// Removes the last child of a model, and keeps it.
  func detachLast(of model: Model) {
    guard let last = model.children.last else { return }
    kept.append(last)
    last.removeFromParent()
  }
}
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
  /// Whether handlers change their tree; they do nothing otherwise.
  private let handlersAct: Bool

  init(seed: UInt64, handlersAct: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.handlersAct = handlersAct
  }

  /// A tree of models.
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
    for model in models { subscribe(model, in: root) }
    return root
  }

  private mutating func describe(_ model: Model) {
    guard let page = model as? Page else { return }
    if random.chance(1, in: 3) { page.name = random.pick(names) }
    if random.chance(1, in: 3) { page.note = random.pick(names) }
  }

  private mutating func subscribe(_ model: Model, in root: Root) {
    let deeds = Deed.Rank.allCases.map { deed(of: $0, for: model, in: root) }
    if random.chance(1, in: 3) {
      model.register(for: random.pick(DiskErrors.allCases)) { _ in deeds[0]() }
    }
    if random.chance(1, in: 5) { model.register(forAll: DiskErrors.self) }
    if random.chance(1, in: 3) {
      model.register(for: random.pick(PageBubbles.allCases)) { _ in deeds[1]() }
    }
    if random.chance(1, in: 3) {
      model.register(for: random.pick(AppEvents.allCases)) { _ in deeds[2]() }
    }
    if random.chance(1, in: 5) { model.mayRaise(random.pick(DiskErrors.allCases)) }
  }

  /// The work of a handler.
  private mutating func deed(of rank: Deed.Rank, for model: Model, in root: Root) -> () -> Void {
    guard handlersAct else { return {} }
    let deed = random.pick(Deed.allCases)
    let name = random.pick(names)
    return { [weak model, weak root] in
      guard let model, let root else { return }
      switch deed {
      case .none: break
      case .describe: (model as? Page)?.name = name
      case .attach: (Row(parent: model)).note = name
      case .detach: root.detachLast(of: model)
      case .unregister:
        for code in DiskErrors.allCases { model.unregister(for: code) }
      case .raise where rank == .error: model.raise(PageBubbles.open)
      case .raise where rank == .bubble: model.raise(AppEvents.refresh)
      case .raise: break
      }
    }
  }

  /// Changes a tree of models: its shape, its registrations, or only labels and states.
  mutating func change(_ root: Root) {
    var models: [Model] = [root]
    for place in 0..<10_000 where place < models.count { models += models[place].children }
    let model = random.pick(models)
    switch random.next(below: 4) {
    case 0: _ = Row(parent: model)
    case 1: if model !== root { model.removeFromParent() }
    case 2: subscribe(model, in: root)
    default: describe(model)
    }
  }

  /// A tree of objects that aren't models, some of which are met twice.
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
      if handlersAct { thing.deed = random.pick(Deed.allCases) }
      random.pick(all).below.append(thing)
      all.append(thing)
    }
    if random.chance(1, in: 2) { random.pick(all).below.append(random.pick(all)) }
    return root
  }
}

/// A handler's change to its tree.
enum Deed: CaseIterable {
  case none, describe, attach, detach, unregister, raise

  /// Messages that handlers raise have a later rank, so that the chain ends.
  enum Rank: CaseIterable { case error, bubble, event }
}

/// An object of an app that takes every test, as its deed has it.
@MainActor final class Thing: @MainActor Inspectable {
  let inspectedName: String?
  let inspectedLabel: String?
  var below: [Thing] = []
  var messages: [InspectedMessage] = []
  var note: String?
  var deed = Deed.none

  init(_ name: String, _ label: String?) {
    inspectedName = name
    inspectedLabel = label
  }

  var inspectedChildren: [AnyObject?] { below }
  var inspectedSubscriptions: [InspectedMessage] { messages }
  var inspectedState: KeyValuePairs<String, String> { note.map { ["note": $0] } ?? [:] }

  /// Refuses some tests, with a reason that contains its name.
  func receive(_ test: TestMessage) throws {
    switch deed {
    case .none: break
    case .describe: note = "took \(test.code)"
    case .attach: below.append(Thing("New", note))
    case .detach: below = below.dropLast()
    case .unregister: messages = messages.dropLast()
    case .raise: throw Refusal(description: "no: \(inspectedLabel ?? "")")
    }
  }
}

/// Why a model refuses a request.
struct Refusal: Error, CustomStringConvertible { let description: String }
