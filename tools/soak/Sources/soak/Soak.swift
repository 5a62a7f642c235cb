import ModelTreeInspector
import TreeObjects
import TreeSnapshot

/// Inspects a Hummingbird server, like the README does with any app, while clients keep its threads
/// busy.
@main
struct Soak {
  private static let looks = 1_000
  private static let clients = 12

  @MainActor
  static func main() async throws {
    let server = ShopServer()
    let clients = Clients()
    // The README's line.
    let inspector = Inspector(name: "App", adapters: [.reflecting()]) { server }
    var times: [Duration] = []
    var objects = 0
    try await withThrowingTaskGroup { group in
      let (ports, port) = AsyncStream.makeStream(of: Int.self)
      group.addTask { try await server.run { port.yield($0) } }
      var started = ports.makeAsyncIterator()
      guard let port = await started.next() else { return }
      let asking = Task { await clients.ask(count: Self.clients, port: port) }
      for _ in 0..<looks {
        let start = ContinuousClock.now
        objects = try await inspector.snapshot().count
        times.append(.now - start)
        try await Task.sleep(for: .milliseconds(2))
      }
      // A server that ends while clients connect would end the process.
      asking.cancel()
      await asking.value
      group.cancelAll()
      try? await group.waitForAll()
    }
    times.sort()
    let (median, least, most) = (
      milliseconds(times[looks / 2]), milliseconds(times[0]), milliseconds(times[looks - 1])
    )
    let (answered, failed) = (await clients.answered, await clients.failed)
    if CommandLine.arguments.contains("--json") {
      print(
        """
        {"name": "soak: a look at a server under load", "median": \(median), "min": \(least), \
        "max": \(most), "unit": "ms", "looks": \(times.count), "objects": \(objects), \
        "clients": \(Self.clients), "answered": \(answered), "failed": \(failed)}
        """)
    } else {
      print(
        """
        The app survived \(times.count) looks at \(objects) objects, while \(Self.clients) clients got \
        \(answered) answers (\(failed) failed).
        A look took \(median) ms (\(least) to \(most) ms).
        """)
    }
  }

  private static func milliseconds(_ time: Duration) -> Double {
    let (seconds, attoseconds) = time.components
    return Double(seconds * 1_000_000 + attoseconds / 1_000_000_000_000) / 1_000
  }
}
