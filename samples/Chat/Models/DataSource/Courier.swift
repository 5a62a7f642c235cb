/// Brings the user's messages to the other side.
@MainActor
package protocol Courier: AnyObject {
  /// Delivers a message, which takes a while.
  ///
  /// - Throws: `DeliveryError` where it did not arrive.
  func deliver(_ text: String) async throws(DeliveryError)
}

/// Why a message did not arrive.
package enum DeliveryError: Error, Hashable, Sendable, CustomStringConvertible {
  case noConnection

  package var description: String {
    switch self {
    case .noConnection: "there is no connection"
    }
  }
}

/// Delivers nowhere, and fails or waits on demand.
@MainActor
package final class SimulatedCourier: Courier {
  /// How long a delivery takes.
  private let delay: Duration
  private let clock: any Clock<Duration>
  private var failuresToCome = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Whether deliveries are neither made nor refused for now.
  package private(set) var isPaused = false

  /// How many deliveries wait because of a pause.
  package var waitingCount: Int { waiting.count }

  package init(delay: Duration = .zero, clock: any Clock<Duration> = ContinuousClock()) {
    self.delay = delay
    self.clock = clock
  }

  /// Lets the next delivery fail that has not begun.
  package func failNext() { failuresToCome += 1 }

  package func pause() { isPaused = true }

  /// Goes on with what has waited, in its order.
  package func resume() {
    isPaused = false
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }

  package func deliver(_ text: String) async throws(DeliveryError) {
    let fails = failuresToCome > 0
    if fails { failuresToCome -= 1 }
    if isPaused {
      await withCheckedContinuation { waiting.append($0) }
    } else if delay > .zero {
      try? await clock.sleep(for: delay)
    }
    if fails { throw .noConnection }
  }
}
