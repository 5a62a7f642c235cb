import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@Suite struct `Edits of a tree` {
  private static let lost = Subscription(kind: .error, domain: "Net", code: "lost", source: "A:1")

  /// App ─ (Flow ─ (Leaf), Side)
  private func tree() throws -> Snapshot {
    var tree = SnapshotBuilder(name: "App")
    tree.declare(Message(kind: .error, domain: "Net", code: "lost"), label: "gone")
    tree.addNode(id: 7, parent: nil, type: "App", isSession: true)
    tree.provide(service: "API")
    tree.addNode(id: 3, parent: 7, type: "Flow", label: "main", source: "F:1")
    tree.subscribe(Self.lost)
    tree.addNode(id: 9, parent: 3, type: "Leaf", representation: "Screen")
    tree.raise(Message(kind: .error, domain: "Net", code: "lost"))
    tree.describe(StateEntry(key: "count", value: "1"))
    tree.addNode(id: 1, parent: 7, type: "Side")
    return try tree.finish()
  }

  private func types(_ snapshot: Snapshot) -> [String] {
    snapshot.positions.map { "\(snapshot[$0].type) \(snapshot[$0].parent?.type ?? "-")" }
  }

  @Test func `a moved model is the last child, and what is below it comes along`() throws {
    #expect(
      types(try tree().moving(1, under: 3)) == ["App -", "Side App", "Flow Side", "Leaf Flow"])
    #expect(
      types(try tree().moving(1, under: 0)) == ["App -", "Side App", "Flow App", "Leaf Flow"])
  }

  @Test func `a registration is added, or takes the place of the one before`() throws {
    let again = Subscription(kind: .error, domain: "Net", code: "lost", source: "B:2")
    let whole = Subscription(kind: .error, domain: "Net", code: nil)
    let changed = try tree().registering(again, at: 1).registering(whole, at: 1)
    #expect(changed[1].subscriptions == [again, whole])
    #expect(try tree().registering(again, at: 2)[2].subscriptions == [again])
  }

  @Test func `a registration is taken away by its message alone`() throws {
    let asked = Subscription(kind: .error, domain: "Net", code: "lost")
    #expect(try tree().unregistering(asked, at: 1)[1].subscriptions == [])
  }

  @Test func `nothing else is different in a copy`() throws {
    let before = try tree()
    let changed = try before.registering(Self.lost, at: 3).unregistering(Self.lost, at: 3)
    #expect(changed.dump() == before.dump())
    let moved = try before.moving(1, under: 3).moving(2, under: 0)
    #expect(moved.count == before.count)
    #expect(moved.vocabulary == before.vocabulary)
  }

  @Test func `what cannot be is said in a clause`() throws {
    let tree = try tree()
    let whole = Subscription(kind: .error, domain: "Net", code: nil)
    func reason(_ work: () throws(EditError) -> Snapshot) -> String {
      do {
        _ = try work()
        return "done"
      } catch {
        return "\(error)"
      }
    }
    #expect(
      reason { () throws(EditError) in try tree.removing(0) }
        == "App is the root: it can be neither removed nor moved")
    #expect(
      reason { () throws(EditError) in try tree.moving(0, under: 1) }
        == "App is the root: it can be neither removed nor moved")
    #expect(
      reason { () throws(EditError) in try tree.moving(1, under: 1) }
        == "Flow cannot be below itself")
    #expect(
      reason { () throws(EditError) in try tree.moving(1, under: 2) }
        == "Leaf is below Flow")
    #expect(
      reason { () throws(EditError) in try tree.unregistering(whole, at: 1) }
        == "Flow is not registered for error Net.*")
  }

  @Test(arguments: 0..<60)
  func `whatever is changed in a random tree, the rest stays as it was`(seed: Int) throws {
    let snapshot = try RandomTree().snapshot(seed: UInt64(seed))
    var random = SeededGenerator(seed: UInt64(seed))
    let position = random.next(below: snapshot.count)
    let parent = random.next(below: snapshot.count)
    if position > 0 {
      let removed = try snapshot.removing(position)
      let gone = Set(snapshot[position].subtree.map { snapshot[$0].id })
      #expect(
        removed.positions.map { removed[$0].id }
          == snapshot.positions.map { snapshot[$0].id }.filter { !gone.contains($0) })
      if !snapshot[position].subtree.contains(parent) {
        let moved = try snapshot.moving(position, under: parent)
        let id = snapshot[position].id
        let place = try #require(moved.position(ofID: id))
        #expect(moved[place].parent?.id == snapshot[parent].id)
        #expect(moved.count == snapshot.count)
        let back = try #require(moved.position(ofID: snapshot[position].parent?.id ?? 0))
        let returned = try moved.moving(place, under: back)
        #expect(
          Set(returned.positions.map { returned[$0].id })
            == Set(snapshot.positions.map { snapshot[$0].id }))
      }
    }
  }
}
