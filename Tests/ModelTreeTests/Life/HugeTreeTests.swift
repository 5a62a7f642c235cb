import ModelTree
import Testing
import TreeSnapshot

/// Nothing walks a tree by recursion: depth and width are bounded by memory alone.
@Suite(.serialized) struct `Huge trees` {
  private static let count = 20_000

  @Test func `a chain of twenty thousand models is made, walked and let go`() {
    weak var leafProbe: Model?
    do {
      let root = Session()
      var last: Model = root
      for _ in 1..<Self.count { last = Model(parent: last) }
      leafProbe = last
      root.register(for: NetworkErrors.badToken)
      last.register(for: AppEvent.start)
      #expect(last.session === root)
      #expect(last.raise(NetworkErrors.badToken) === root)
      #expect(last.raise(MenuBubble.show) == nil)
      #expect(root.raise(AppEvent.start).first === last)
      #expect(root.subtree.count == Self.count)
      #expect(root.model(withID: Self.count) === last)
    }
    #expect(leafProbe == nil)
  }

  @Test func `a chain goes from its middle, and its end is kept where it is held`() {
    let root = Session()
    var last: Model = root
    weak var middle: Model?
    for number in 1..<Self.count {
      last = Model(parent: last)
      if number == Self.count / 2 { middle = last }
    }
    middle?.removeFromParent()
    #expect(middle == nil)
    #expect(last.parent == nil)
    #expect(root.subtree.count == Self.count / 2)
    #expect(root.snapshot().count == Self.count / 2)
  }
}
