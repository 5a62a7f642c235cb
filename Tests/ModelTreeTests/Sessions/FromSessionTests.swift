import ModelTree
import Testing
import TreeSnapshot

private final class Mailer: Service {}
private final class Printer: Service {}

private class Desk: Model {
  @FromSession var mailer: Mailer
}

private final class Office: Desk {
  @FromSession var printer: Printer
  @FromSession var other: Mailer
}

private final class Hidden: Model, CustomReflectable {
  @FromSession var mailer: Mailer
  @Child({ Desk(parent: $0) }) var desk
  nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}

@Suite struct `Services by property` {
  @Test func `a property is the service of the nearest session, and stays so`() {
    let root = Session()
    let local = Session(parent: root)
    let (outer, inner) = (Mailer(), Mailer())
    root.provide(outer)
    let desk = Desk(parent: local)
    let early = Desk(parent: local)
    #expect(early.mailer === outer)
    local.provide(inner)
    #expect(desk.mailer === inner)
    #expect(early.mailer === outer)
  }

  @Test func `the tree knows the services before they are asked for`() throws {
    let root = Session()
    _ = Desk(parent: root)
    _ = Office(parent: root)
    _ = Model(parent: root)
    let snapshot = root.snapshot()
    #expect(
      snapshot.positions.map { snapshot[$0].asks } == [[], ["Mailer"], ["Mailer", "Printer"], []])
    let dump = snapshot.dump()
    let read = try Snapshot(dump: dump)
    #expect(read.positions.map { read[$0].asks } == snapshot.positions.map { snapshot[$0].asks })
    #expect(try Snapshot(dump: dump).dump() == dump)
  }

  @Test func `a model that hides its properties still gets its service and its child`() {
    let root = Session()
    root.provide(Mailer())
    let hidden = Hidden(parent: root)
    #expect(hidden.mailer === hidden.desk.mailer)
    #expect(root.snapshot()[1].asks == [])
  }

  @Test func `asking for a service that is missing ends the program, and says which`() async throws
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let root = Session()
      _ = Desk(parent: root).mailer
      withExtendedLifetime(root) {}
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Desk asked for Mailer, which no session around it provides: Session"))
  }
}
