import LiveTree
import ModelTree
import TestSupport
import Testing
import TreeSnapshot

/// An inspector's report of models that left the tree and are still alive.
@Suite struct `Leaked models` {
  private final class Flow: Model {}
  private final class Screen: Model {}

  /// `id type path holder`, a line a model.
  private func lines(_ left: [LeakedModel]) -> [String] {
    left.map {
      "\($0.id)\($0.isOfEarlierTree ? "!" : "") \($0.shownType) \($0.path ?? "?") \($0.holder.map(String.init) ?? "-")"
    }
  }

  private func inspectedSession() -> Session {
    let root = Session()
    root.beginKeepingFormerPlaces()
    return root
  }

  @Test func `a removed model that is held is told of, with what it holds, until it goes`() {
    let root = inspectedSession()
    var flow: Flow? = Flow(parent: root)
    if let flow {
      _ = Screen(parent: flow)
      _ = Screen(parent: Screen(parent: flow))
    }
    #expect(root.allLeakedModels().isEmpty)
    flow?.removeFromParent()
    let left = root.allLeakedModels()
    #expect(
      lines(left) == [
        "2 Flow /Session/Flow -", "3 Screen /Session/Flow/Screen 2",
        "4 Screen /Session/Flow/Screen 2", "5 Screen /Session/Flow/Screen/Screen 4",
      ])
    #expect(left.allSatisfy { $0.source?.hasPrefix("LeakedModelTests.swift:") == true })
    flow = nil
    #expect(root.allLeakedModels().isEmpty)
  }

  @Test func `what left before anybody looked is told of without its path`() {
    let root = Session()
    let early = Flow(parent: root)
    let screen = Screen(parent: early)
    early.removeFromParent()
    root.beginKeepingFormerPlaces()
    screen.removeFromParent()
    #expect(
      lines(root.allLeakedModels()) == ["2 Flow ? -", "3 Screen …/Flow/Screen -"])
  }

  @Test func `a model that a session left behind is found from the next one`() {
    let controller = SessionController(
      anonymous: { Session() }, authorized: { Session(credentials: $0) })
    controller.start()
    controller.session?.beginKeepingFormerPlaces()
    var held: Model? = controller.session.map { Screen(parent: Flow(parent: $0)) }
    controller.session?.close()
    #expect(
      (controller.session?.allLeakedModels()).map(lines) == ["3! Screen /Session/Flow/Screen -"])
    // Kept for the next session, too, without being asked for again.
    let second = controller.session.map { Flow(parent: $0) }
    controller.session?.close()
    #expect(
      (controller.session?.allLeakedModels()).map(lines) == [
        "3! Screen /Session/Flow/Screen -", "2! Flow /Session/Flow -",
      ])
    held = nil
    withExtendedLifetime((held, second)) {}
    #expect((controller.session?.allLeakedModels()).map(lines) == ["2! Flow /Session/Flow -"])
  }

  @Test func `a session that is held after it was closed is told of itself`() {
    let controller = SessionController(
      anonymous: { Session() }, authorized: { Session(credentials: $0) })
    controller.start()
    let old = controller.session
    _ = old.map { Flow(parent: $0) }
    old?.close()
    #expect(
      (controller.session?.allLeakedModels()).map(lines)
        == ["1! Session /Session -"])
    #expect(controller.session?.isOpen == true)
  }

  @Test func `a long chain that is held, every model of it, is let go of model by model`() {
    let root = inspectedSession()
    var held: [Model] = []
    var parent: Model = root
    for _ in 0..<2_000 {
      parent = Screen(parent: parent)
      held.append(parent)
    }
    held[0].removeFromParent()
    // Each now loses its parent and becomes the top of the rest.
    while held.count > 1 { held.removeFirst() }
    parent = root
    let left = root.allLeakedModels()
    #expect(left.count == 1)
    #expect(left[0].path == "…" + String(repeating: "/Screen", count: 65))
  }

  @Test(arguments: UInt64(0)..<20)
  func `whatever is held of a random tree is told of with the path that it had`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let root = inspectedSession()
    // Models that only the tree retains, and models that the test retains.
    var held: [Int: Model] = [:]
    var paths: [Int: String] = [1: "/Session"]
    do {
      var all: [Model] = [root]
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let parent = all[Int.random(in: 0..<all.count, using: &random)]
        let model = random.chance(50, in: 100) ? Flow(parent: parent) : Screen(parent: parent)
        all.append(model)
        paths[model.id] = "\(paths[parent.id] ?? "")/\(type(of: model))"
      }
      for model in all.dropFirst() where random.chance(30, in: 100) { held[model.id] = model }
    }
    for _ in 0..<20 {
      let present = root.subtree.dropFirst()
      if let victim = present.randomElement(using: &random), random.chance(60, in: 100) {
        victim.removeFromParent()
      } else if let id = held.keys.sorted().randomElement(using: &random) {
        held[id] = nil
      }
      // Others take the places of those that are gone.
      let parents = root.subtree
      for _ in 0..<3 {
        guard let parent = parents.randomElement(using: &random) else { continue }
        let model = Screen(parent: parent)
        paths[model.id] = "\(paths[parent.id] ?? "")/Screen"
        if random.chance(30, in: 100) { held[model.id] = model }
      }
    }
    let inTree = Set(root.subtree.map(\.id))
    let left = root.allLeakedModels()
    let told = Set(left.map(\.id))
    #expect(told.isDisjoint(with: inTree))
    #expect(Set(held.keys).subtracting(inTree).isSubset(of: told))
    for model in left {
      #expect(model.path == paths[model.id])
      // No model is alive without a reason: the test or an ancestor retains it.
      #expect(held[model.id] != nil || model.holder.map(told.contains) == true)
    }
  }
}
