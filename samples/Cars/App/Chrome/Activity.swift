/// Counts what the routers, and the app, are waiting for.
@MainActor
final class Activity {
  private(set) var count = 0

  /// Does something that takes time, one question to the storage after the other.
  func run(_ work: @escaping @MainActor () async -> Void) {
    count += 1
    Task {
      await work()
      count -= 1
    }
  }
}
