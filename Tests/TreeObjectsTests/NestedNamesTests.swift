import Testing
import TreeObjects
import TreeSnapshot

private enum Shop {
  enum Failure: Error, CaseIterable { case closed }
  final class Row {}
}

private enum User {
  enum Failure: Error, CaseIterable { case closed }
  final class Row {}
  final class Page<Element> { var rows: [AnyObject] = [Row(), Shop.Row()] }
}

private final class Root {
  var shop = Shop.Row()
  var page = User.Page<Shop.Row>()
  var other = User.Page<User.Row>()
}

@Suite struct `Objects of types within others` {
  @Test func `carry the types around them, also in arguments`() {
    let snapshot = Snapshot(of: Root(), adapters: [.reflecting()])
    #expect(
      snapshot.positions.map { snapshot[$0].type } == [
        "Root", "Shop.Row", "User.Page<Shop.Row>", "User.Row", "Shop.Row", "User.Page<User.Row>",
        "User.Row", "Shop.Row",
      ])
  }

  @Test func `in a function have none`() {
    final class Local { var inner: AnyObject? }
    let local = Local()
    local.inner = User.Page<Local>()
    let snapshot = Snapshot(of: local, adapters: [.reflecting()])
    #expect(snapshot.root.name == "Local" && !snapshot.root.type.contains("("))
    #expect(snapshot[1].type.hasPrefix("User.Page<") && !snapshot[1].type.contains("("))
    #expect(snapshot.text().hasPrefix("──Local\n   └─Page<Local>"))
  }

  @Test func `messages of types of one name are told apart`() {
    let shop = InspectedMessage.error(Shop.Failure.closed)
    #expect(shop.domain == "Shop.Failure")
    #expect(InspectedMessage.error(User.Failure.self).domain == "User.Failure")
    let test = TestMessage(.error, domain: shop.domain, code: "closed")
    #expect(test.value(of: Shop.Failure.self) == .closed)
    #expect(test.value(of: User.Failure.self) == nil)
    let bare = TestMessage(.error, domain: "Failure", code: "closed")
    #expect(bare.value(of: User.Failure.self) == .closed)
  }
}
