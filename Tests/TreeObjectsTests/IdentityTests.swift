import Testing

@testable import ObjectSnapshot

@Suite struct `Numbers of objects` {
  private final class Thing {}

  /// A look that meets these, and the ids that it gives.
  private func look(_ identities: inout ObjectIdentities, _ things: [Thing]) -> [Int] {
    identities.beginLook()
    defer { identities.endLook() }
    return things.map { thing in
      switch identities.meet(thing) {
      case .first(_, let id): id
      case .again(let id, _): -id
      }
    }
  }

  @Test func `those that died are forgotten in time, those that live are not`() {
    var identities = ObjectIdentities(looksAgain: true)
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

  @Test func `an object that is met again has the number that it had`() {
    var identities = ObjectIdentities(looksAgain: true)
    let thing = Thing()
    #expect(look(&identities, [thing, Thing(), thing]).last == -1)
  }

  @Test func `for a single look no object is referred to`() {
    var identities = ObjectIdentities(looksAgain: false)
    let thing = Thing()
    #expect(look(&identities, [thing, thing]) == [1, -1])
    #expect(identities.object(withID: 1) == nil)
  }
}
