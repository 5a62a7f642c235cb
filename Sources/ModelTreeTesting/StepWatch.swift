import Foundation
import TextIO

/// Names the steps of a run whose last step doesn't return. That step keeps the main actor busy, so that
/// neither it nor the test can be ended from within.
final class StepWatch: Sendable {
  private struct Run {
    var longest: Duration
    var steps: [String] = []
    /// When the last step began; nil once it has returned.
    var start: ContinuousClock.Instant?
  }

  private let run = Lock(Run(longest: .zero))

  /// Begins to watch, on a thread of its own: those of tasks may all be busy.
  ///
  /// - Parameter say: shows the steps; by default on standard error.
  init(
    say: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
  ) {
    Thread.detachNewThread { [weak self] in
      while let watch = self {
        if let words = watch.words() { say(words) }
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }

  /// Notes that a run begins, each step of which may take so long.
  func beginRun(longestStep: Duration) { run.withLock { $0 = Run(longest: longestStep) } }

  /// Notes that a step begins.
  func begin(_ step: String) {
    run.withLock {
      $0.steps.append(step)
      $0.start = .now
    }
  }

  /// Notes that the step has returned.
  func end() { run.withLock { $0.start = nil } }

  /// What is said of a step that has taken twice as long as it may; nil if there is none, or it was said
  /// before.
  private func words() -> String? {
    run.withLock { run in
      let limit = run.longest * 2
      guard let start = run.start, start.duration(to: .now) > limit else { return nil }
      run.start = nil
      return """
        exploring: '\(run.steps.last ?? "")' hasn't returned for \(limit), and the test goes on only when it \
        does. The run so far:
        \(run.steps.map { "  \($0)\n" }.joined())
        """
    }
  }
}
