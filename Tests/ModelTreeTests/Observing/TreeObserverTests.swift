import Dispatch
import ModelTree
import Testing
import TreeSnapshot

/// Logs what it observes.
private final class Watch: TreeObserver {
  private(set) var lines: [String] = []
  private let name: String

  init(_ name: String = "") { self.name = name }

  private func note(_ line: String) { lines.append(name + line) }

  private func text(_ model: ObservedModel) -> String { "\(model.type) #\(model.id)" }

  func attached(_ model: ObservedModel) {
    note("attached \(text(model)) to #\(model.parent?.id ?? 0)")
  }
  func detached(_ model: ObservedModel, from parent: ObservedModel, isRemoval: Bool) {
    note("\(isRemoval ? "removed" : "orphaned") \(text(model)) from #\(parent.id)")
  }
  func released(_ model: ObservedModel) { note("released \(text(model))") }
  func registered(_ registration: Registration, in tree: TreeStore) {
    note("registered \(tree.messages.subscription(of: registration.key, "").message)")
  }
  func unregistered(_ registration: Registration, in tree: TreeStore) {
    note("unregistered \(tree.messages.subscription(of: registration.key, "").message)")
  }
  func opened(_ session: ObservedModel) { note("opened \(text(session))") }
  func closed(_ session: ObservedModel) { note("closed \(text(session))") }
  func raised(_ raise: Raise) { note("raised \(raise.message.domain).\(raise.message.code)") }
  func handlerBegins(
    _ raise: Raise, at model: ObservedModel, place: Int, _ source: SourceLine?
  ) { note("begins \(text(model))") }
  func handlerEnded(_ raise: Raise, at model: ObservedModel) { note("ended \(text(model))") }
  func finished(_ raise: Raise, missed: Int) { note("finished, \(missed) missed") }
  func actionBegins(_ action: String, _ words: [String], at model: ObservedModel) {
    note("does \(action) \(words)")
  }
  func actionEnded() { note("did it") }
  func started(by model: ObservedModel, at source: SourceLine) -> (any WorkObserver)? {
    note("started")
    return Work { [self] in note($0) }
  }

  private final class Work: WorkObserver {
    private let note: (String) -> Void
    init(_ note: @escaping (String) -> Void) { self.note = note }
    func run<Answer>(_ work: @MainActor () async throws -> Answer) async throws -> Answer {
      note("runs")
      return try await work()
    }
    func waitForTurn() async { note("waits") }
    func ended(_ outcome: WorkEnd) { note("\(outcome)") }
    func finished() { note("taken") }
  }
}

extension Subscription {
  fileprivate var message: String { "\(domain).\(code ?? "*")" }
}

@Suite struct `An observer of a tree` {
  private let root = Session()
  private let watch = Watch()

  @Test func `what happens is observed in its order, also of a model that left`() {
    root.store.add(watch)
    let model = Model(parent: root)
    let below = Model(parent: model)
    model.register(for: AppEvent.start) { [weak below] _ in below?.raise(MenuBubble.show) }
    root.raise(AppEvent.start)
    model.removeFromParent()
    model.unregister(for: AppEvent.start)
    below.raise(NetworkErrors.badToken)
    #expect(
      watch.lines == [
        "attached Model #2 to #1", "attached Model #3 to #2", "registered AppEvent.Start",
        "raised AppEvent.Start", "begins Model #2", "raised MenuBubble.ShowMenu",
        "finished, 0 missed", "ended Model #2", "finished, 0 missed", "removed Model #2 from #1",
        "unregistered AppEvent.Start", "raised NetworkErrors.101", "finished, 0 missed",
      ])
  }

  @Test func `several observe as one, and ends come in the opposite order`() {
    let (first, second) = (Watch("1 "), Watch("2 "))
    root.store.add(first)
    root.store.add(second)
    root.store.add(second)
    Model(parent: root).perform("pick", "tea") {}
    #expect(first.lines == ["1 attached Model #2 to #1", "1 does pick [\"tea\"]", "1 did it"])
    #expect(second.lines.map { $0.dropFirst() } == first.lines.map { $0.dropFirst() })
    root.store.remove(first)
    root.register(for: MenuBubble.show)
    #expect(first.lines.count == 3)
    #expect(second.lines.last == "2 registered MenuBubble.ShowMenu")
    root.store.remove(second)
    #expect(root.store.observer == nil)
  }

  @Test func `a handler that removes the observer still ends at it`() {
    root.store.add(watch)
    root.register(for: MenuBubble.show) { [root, watch] _ in root.store.remove(watch) }
    root.raise(MenuBubble.show)
    root.raise(MenuBubble.hide)
    #expect(watch.lines.suffix(2) == ["ended Session #1", "finished, 0 missed"])
  }

  @Test func `work is observed until its answer is taken`() async {
    root.store.add(watch)
    await root.task {
      1
    } then: { [watch] _, _ in
      #expect(watch.lines.last == "answered")
    }.value
    #expect(watch.lines == ["started", "runs", "waits", "answered", "taken"])
  }

  @Test func `a model that raises after it removed itself is out of its session's reach`() {
    root.store.add(watch)
    root.register(for: MenuBubble.show)
    let model = Model(parent: root)
    model.register(for: AppEvent.start) { [weak model] _ in
      model?.removeFromParent()
      #expect(model?.raise(MenuBubble.show) == nil)
      #expect(model?.raise(NetworkErrors.badToken) == nil)
      #expect(model?.raise(AppEvent.start).isEmpty == true)
      #expect(model?.session == nil)
    }
    #expect(root.raise(AppEvent.start).count == 1)
    #expect(
      watch.lines.suffix(8) == [
        "raised MenuBubble.ShowMenu", "finished, 0 missed", "raised NetworkErrors.101",
        "finished, 0 missed", "raised AppEvent.Start", "finished, 0 missed", "ended Model #2",
        "finished, 0 missed",
      ])
  }

  @Test func `the last release on another thread is observed on the main actor`() async {
    root.store.add(watch)
    let held = Held(Model(parent: root))
    _ = held.model.map { Model(parent: $0) }
    held.model?.removeFromParent()
    await withCheckedContinuation { released in
      DispatchQueue.global().async {
        held.model = nil
        released.resume()
      }
    }
    while watch.lines.count < 6 { await Task.yield() }
    #expect(
      watch.lines.suffix(3) == [
        "orphaned Model #3 from #2", "released Model #2", "released Model #3",
      ])
  }

  @Test func `nodes of many models that left are given back, and ids never return`() {
    root.store.add(watch)
    let before = root.id
    var last = 0
    for _ in 0..<3 {
      let top = Model(parent: root)
      for _ in 0..<10_000 { last = Model(parent: top).id }
      top.removeFromParent()
    }
    let model = Model(parent: root)
    #expect(model.id > last)
    #expect(root.id == before)
    #expect(root.store.aliveNodes.count == 2)
    #expect(root.children.map(\.id) == [model.id])
    #expect(ObservedModel(tree: root.store, node: 9_999).isAlive == false)
  }
}

private nonisolated final class Held: @unchecked Sendable {
  // One thread after the other.
  var model: Model?
  init(_ model: Model) { self.model = model }
}
