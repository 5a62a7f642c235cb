import ModelTree
import Networking
import Records
import ServiceLifecycle
import Testing

// Session, Model, and Service are names of other modules, too. The module's name settles each.

@MainActor private final class Feed: ModelTree.Service {
  let connection = Networking.Session(host: "example.org")
}

private struct Worker: ServiceLifecycle.Service, Networking.Service {
  let path = "/feed"

  func run() async throws {}
}

private final class ShelfModel: ModelTree.Model {
  @FromSession var feed: Feed
  let row = Records.Model(title: "Dune")

  func load() throws -> String {
    let feed: Feed = try service()
    return "\(row.title) from \(feed.connection.host)"
  }
}

private final class ReaderSession: ModelTree.Session {
  @Child({ ShelfModel(parent: $0) }) var shelf

  override func createServices() { provide(Feed()) }
}

@MainActor @Suite struct `Names beside other modules` {
  @Test func `the module's name tells models, sessions, and services from others`() throws {
    let session = ReaderSession()
    session.open()
    #expect(try session.shelf.load() == "Dune from example.org")
    #expect(session.shelf.feed.connection.host == "example.org")
    #expect(session.serviceNames == ["Feed"])
    #expect(Worker().path == "/feed")
  }

  @Test func `an import of single names makes them the file's own`() throws {
    let session = ImportedNames()
    session.open()
    #expect(session.serviceNames == ["Printer"])
    #expect(session.children.map(\.label) == ["Emma"])
  }
}
