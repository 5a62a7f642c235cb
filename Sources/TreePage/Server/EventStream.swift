import TextIO

/// The state of a target as server-sent events: at first, and whenever it changes.
///
/// A slow reader gets the newest state and never one that it missed.
struct EventStream: Sendable {
  private let page: PageTarget
  private var last: PageTarget.State?

  init(_ page: PageTarget) { self.page = page }

  /// Waits for the next event; nil once the task is cancelled.
  mutating func next() async -> [UInt8]? {
    let next = await page.state(after: last)
    if Task.isCancelled { return nil }
    guard let state = next else {
      // A comment: writing it shows that the reader is gone.
      return Array(": still here\n\n".utf8)
    }
    last = state
    return Array("data: \(state.json.string)\n\n".utf8)
  }
}
