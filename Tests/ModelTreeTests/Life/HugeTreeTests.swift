import ModelTree
import TestSupport
import Testing
import TreeSnapshot

/// Nothing walks a tree by recursion: depth and width are bounded by memory alone.
@Suite(.serialized) struct `Huge trees` {
  private static let count = 100_000

  @Test func `a chain of a hundred thousand models is made, walked and let go`() {
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
    for number in 1..<100_000 {
      last = Model(parent: last)
      if number == 50_000 { middle = last }
    }
    middle?.removeFromParent()
    #expect(middle == nil)
    #expect(last.parent == nil)
    #expect(root.subtree.count == 50_000)
  }

  @Test(arguments: [true, false])
  func `a huge tree is pictured, dumped and read back`(isDeep: Bool) throws {
    let root = Session()
    var last: Model = root
    for _ in 1..<10_000 {
      let model = Model(parent: isDeep ? last : root)
      last = model
    }
    let snapshot = root.snapshot()
    #expect(snapshot.count == 10_000)
    let dump = snapshot.dump()
    #expect(try Snapshot(dump: dump).dump() == dump)
    #expect(root.sessionTree().utf8.count { $0 == UInt8(ascii: "\n") } == 10_000)
  }
}
