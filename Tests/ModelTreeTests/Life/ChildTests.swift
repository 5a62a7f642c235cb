import ModelTree
import Testing

private final class Player: Model {
  let name: String
  override var label: String? { name }

  init(name: String, parent: Model) {
    self.name = name
    super.init(parent: parent)
  }
}

private class Room: Model {
  @Child({ Player(name: "host", parent: $0) }) var host
  @Child({ Player(name: "guest", parent: $0) }) var guest: Player?
  @Child var late: Player?
}

private final class Hall: Room {
  @Child({ Player(name: "band", parent: $0) }) var band

  override init(parent: Model) {
    super.init(parent: parent)
    _ = Player(name: "\(band.name)'s fan", parent: self)
  }
}

private final class House: Session {
  @Child({ Room(parent: $0) }) var room
}

@Suite struct `Children by property` {
  @Test func `children are made at once, in the order of declaration, the superclass's first`() {
    let hall = Hall(parent: Session())
    #expect(hall.children.map(\.label) == ["host", "guest", "band", "band's fan"])
    #expect(hall.children.first === hall.host)
    #expect(hall.guest === hall.children[1])
    #expect(hall.late == nil)
  }

  @Test func `a session has children of its own kind`() {
    let house = House()
    #expect(house.children.map { $0 === house.room } == [true])
    #expect(house.room.host.root === house)
  }

  @Test func `a child that may leave is nil once it has left, and is not kept`() {
    let room = Room(parent: Session())
    weak let guest = room.guest
    guest?.removeFromParent()
    #expect(room.guest == nil)
    #expect(guest == nil)
    let host = room.host
    host.removeFromParent()
    #expect(room.host === host)
  }

  @Test func `a child that is held elsewhere has left all the same`() {
    let room = Room(parent: Session())
    let guest = room.guest
    guest?.removeFromParent()
    #expect(guest != nil)
    #expect(room.guest == nil)
  }

  @Test func `setting a child removes the one before`() {
    let room = Room(parent: Session())
    room.late = Player(name: "one", parent: room)
    weak let one = room.late
    room.late = Player(name: "two", parent: room)
    #expect(one == nil)
    #expect(room.children.map(\.label) == ["host", "guest", "two"])
    room.late = room.late
    #expect(room.late?.label == "two")
    room.late = nil
    room.host = Player(name: "other host", parent: room)
    #expect(room.children.map(\.label) == ["guest", "other host"])
  }

  @Test func `a model of another parent is refused`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let room = Room(parent: Session())
      room.late = Player(name: "far", parent: Session())
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Room sets a child to Player, which is not its child"))
  }
}
