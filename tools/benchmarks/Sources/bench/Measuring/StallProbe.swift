import Foundation
import Synchronization

/// Watches how long the main actor keeps others waiting.
final class StallProbe: Sendable {
  private struct State {
    var longest = 0.0
    var isOn = false
  }

  private let state = Mutex(State())
  /// How long nobody asks between two askings.
  private static let pause = 0.000_2

  /// Asks the main actor for a moment, again and again, from a thread of its own.
  func begin() {
    state.withLock { $0 = State(isOn: true) }
    Thread.detachNewThread {
      while self.state.withLock({ $0.isOn }) {
        let answered = DispatchSemaphore(value: 0)
        let time = milliseconds {
          DispatchQueue.main.async { answered.signal() }
          answered.wait()
        }
        self.state.withLock { $0.longest = max($0.longest, time) }
        Thread.sleep(forTimeInterval: Self.pause)
      }
    }
  }

  /// Ends that, and returns the longest wait in milliseconds.
  func end() -> Double {
    state.withLock { state in
      state.isOn = false
      return state.longest
    }
  }
}
