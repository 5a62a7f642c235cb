/// A wait that is under way.
struct LinkWait {
  private let patience: LinkPatience
  private let start = ContinuousClock.now
  /// When something came last.
  private var last = ContinuousClock.now

  init(_ patience: LinkPatience) { self.patience = patience }

  /// Waits for a moment.
  ///
  /// - Parameter wait: Waits for so many milliseconds at most; false where they are over.
  /// - Throws: `AppLinkError.busy` where the time is over, and what the patience throws.
  mutating func step(_ wait: (Int32) -> Bool) throws {
    var step = LinkPatience.step
    if let limit = patience.limit {
      let left = (limit - start.duration(to: .now)) / .milliseconds(1)
      if left <= 0 { throw AppLinkError.busy }
      step = min(step, Int32(left) + 1)
    }
    if !wait(step) { try patience.meanwhile(last.duration(to: .now)) }
  }

  /// Notes that something has come: who sends is not busy.
  mutating func noteProgress() { last = .now }
}
