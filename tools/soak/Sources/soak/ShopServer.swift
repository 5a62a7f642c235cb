import Hummingbird
import NIOCore

/// A typical app: a library's server, and classes of its own on the main actor.
@MainActor
final class ShopServer {
  let name = "Shop"
  let catalog = Catalog()
  private(set) var port: Int?
  /// The first object of a look: a struct of the library, and its objects.
  private(set) var application: Application<RouterResponder<BasicRequestContext>>?

  /// Serves until the task is canceled.
  ///
  /// - Parameter isReady: called with the port once the server accepts connections.
  func run(isReady: @escaping @Sendable (Int) async -> Void) async throws {
    let router = Router()
    router.get("shows/:name") { _, context in
      try await self.catalog.count(context.parameters.require("name"))
    }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { await isReady(port) }
      })
    self.application = application
    try await application.runService()
  }
}

/// The state that requests change, on the main actor.
@MainActor
final class Catalog {
  private var counts: [String: Int] = [:]

  func count(_ name: String) -> String {
    counts[name, default: 0] += 1
    return "\(name): \(counts[name, default: 0])\n"
  }
}
