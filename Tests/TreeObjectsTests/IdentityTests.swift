import Testing
import TreeSnapshot

@testable import TreeObjects

@Suite struct `Numbers of objects` {
  private final class Thing {}

  /// A look that meets these, and the ids that it gives.
  private func look(_ identities: inout ObjectIdentities, _ things: [Thing]) -> [Int] {
    identities.beginLook()
    defer { identities.endLook() }
    return things.map { thing in
      switch identities.meet(thing) {
      case .first(let id): id
      case .again(let id, _): -id
      }
    }
  }

  @Test func `those that died are forgotten in time, those that live are not`() {
    var identities = ObjectIdentities()
    let kept = [Thing(), Thing()]
    #expect(look(&identities, kept) == [1, 2])
    for _ in 0..<100 {
      _ = look(&identities, [kept[1]] + (0..<100).map { _ in Thing() })
      #expect(identities.count <= 2 * 101 + 64 + 101)
    }
    #expect(look(&identities, kept) == [1, 2])
    #expect(identities.object(withID: 1) === kept[0])
    #expect(identities.object(withID: 3) == nil && identities.object(withID: 10_003) == nil)
  }

  // MARK: Objects that are not Swift's own, as Objective-C's are on Apple's systems

  private var addressesOnly: ObjectIdentities {
    ObjectIdentities { !($0 is Thing) }
  }

  @Test func `an object that is not Swift's own keeps its number, and is not referred to`() {
    var identities = addressesOnly
    let kept = [Thing(), Thing()]
    #expect(look(&identities, kept) == [1, 2])
    #expect(look(&identities, kept + [Thing()]) == [1, 2, 3])
    #expect(identities.id(of: kept[1]) == 2)
    #expect(identities.object(withID: 1) == nil)
    #expect(identities.hasAddressOnly(id: 1) && !identities.hasAddressOnly(id: 4))
  }

  @Test func `one that is not met again is forgotten in time`() {
    var identities = addressesOnly
    let (kept, others) = (Thing(), (0..<100).map { _ in Thing() })
    #expect(look(&identities, others + [kept]).last == 101)
    // The table is cleared once it has doubled.
    _ = look(&identities, [kept] + (0..<101).map { _ in Thing() })
    #expect(identities.count == 102)
    #expect(look(&identities, [kept]) == [101])
    #expect(look(&identities, [others[0]]) == [203])
  }

  @Test func `it is found in the tree, as long as it is there`() {
    let (one, other) = (Part("One"), Part("Other"))
    let root = Part("Root", [one, other, one])
    let tree = ObjectTree(identities: ObjectIdentities { $0 === root })
    #expect(tree.snapshot(of: root).count == 4)
    #expect(tree.object(withID: 2, below: root) === one)
    #expect(tree.object(withID: 3, below: root) === other)
    #expect(tree.object(withID: 4, below: root) == nil)
    root.parts = [other]
    #expect(tree.object(withID: 2, below: root) == nil)
    #expect(tree.object(withID: 3, below: root) === other)
  }
}
