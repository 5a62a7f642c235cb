import ModelTree
import TestSupport
import Testing
import TreeSnapshot

/// The tree against a naive one, over many attachments and removals.
@Suite struct `Life of random trees` {
  private final class Twin {
    let model: Model
    weak var parent: Twin?
    var children: [Twin] = []

    init(_ model: Model, under parent: Twin?) {
      self.model = model
      self.parent = parent
      parent?.children.append(self)
    }

    var subtree: [Twin] { [self] + children.flatMap(\.subtree) }
  }

  @Test(arguments: UInt64(1)...30)
  func `children and subtree keep document order`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let root = Session()
    let top = Twin(root, under: nil)
    var ids: Set<Int> = [root.id]
    var created = 1
    for step in 1...400 {
      let twins = top.subtree
      let twin = twins[Int.random(in: 0..<twins.count, using: &random)]
      if random.chance(65, in: 100) || twin === top {
        let model =
          random.chance(20, in: 100) ? Session(parent: twin.model) : Model(parent: twin.model)
        ids.insert(model.id)
        created += 1
        _ = Twin(model, under: twin)
      } else {
        twin.model.removeFromParent()
        twin.parent?.children.removeAll { $0 === twin }
      }
      guard step.isMultiple(of: 20) else { continue }
      #expect(isSame(root.subtree, top.subtree))
      for twin in top.subtree {
        #expect(isSame(twin.model.children, twin.children))
        #expect(twin.model.parent === twin.parent?.model)
        #expect(isSame(twin.model.subtree, twin.subtree))
      }
    }
    #expect(ids.count == created)
    #expect(root.snapshot().count == top.subtree.count)
  }

  private func isSame(_ models: [Model], _ twins: [Twin]) -> Bool {
    models.elementsEqual(twins) { $0 === $1.model }
  }

  @Test func `ids never repeat, though places are used again`() {
    let root = Session()
    var ids: Set<Int> = [root.id]
    for _ in 0..<2_000 {
      let model = Model(parent: root)
      let below = Model(parent: model)
      ids.formUnion([model.id, below.id])
      model.removeFromParent()
    }
    #expect(ids.count == 4_001)
    #expect(root.subtree.count == 1)
  }

  @Test func `a model that is held keeps its id while others use the places around it`() {
    let root = Session()
    let held = Model(parent: Model(parent: root))
    let id = held.id
    root.children[0].removeFromParent()
    for _ in 0..<100 { _ = Model(parent: root) }
    #expect(held.id == id)
    #expect(root.model(withID: id) == nil)
    #expect(held.model(withID: id) === held)
    #expect(!root.children.contains { $0.id == id })
  }
}
