import Foundation

/// Takes its time on demand, and otherwise loads as the one below it does.
package final class SlowLoader: DataLoader {
  /// The loader below.
  package let base: any DataLoader
  private let delay: Duration
  private let clock: any Clock<Duration>
  /// Whether the next load will take its time.
  package private(set) var isNextSlow = false
  private var delayedCount = 0

  /// A loader that is not slow as yet.
  ///
  /// - Parameters:
  ///   - base: the loader below.
  ///   - delay: how long a slow load takes.
  ///   - clock: the clock by which it does.
  package init(
    _ base: any DataLoader, delay: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.base = base
    self.delay = delay
    self.clock = clock
  }

  /// Whether a load is taking its time.
  package var isDelaying: Bool { delayedCount > 0 }

  /// Makes the next load slow, and none behind it.
  package func slowNext() { isNextSlow = true }

  /// What the loader below gives, perhaps later.
  ///
  /// - Throws: what the loader below throws; `LoadError.offline` where it is cancelled meanwhile,
  ///   and the loader below is not asked.
  package func loadData(from endpoint: Endpoint) async throws(LoadError) -> Data {
    if isNextSlow { try await takeTime() }
    return try await base.loadData(from: endpoint)
  }

  private func takeTime() async throws(LoadError) {
    isNextSlow = false
    delayedCount += 1
    defer { delayedCount -= 1 }
    do {
      try await clock.sleep(for: delay)
    } catch {
      throw .offline
    }
  }
}
