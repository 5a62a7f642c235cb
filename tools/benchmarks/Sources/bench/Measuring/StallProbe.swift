import Foundation
import Synchronization

/// Measures how long the main actor keeps others waiting.
final class StallProbe: Sendable {
  private struct State {
    var longest = 0.0
    var isOn = false
  }

  private let state = Mutex(State())
  /// The pause between two requests.
  private static let pause = 0.000_2

  /// Repeatedly asks the main actor for a moment, from a thread of its own.
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

  /// Stops, and returns the longest wait in milliseconds.
  func end() -> Double {
    state.withLock { state in
      state.isOn = false
      return state.longest
    }
  }
}
