/// Recognizes a storm, and decides which of its messages are recorded.
///
/// A storm is messages that all follow from one record and fill half of a journal within ten seconds. From
/// then on, every second message is recorded, then every fourth, and so on, so that what began the storm
/// stays in the journal. It ends when no such message was raised for a second.
struct StormThinning {
  /// The record that the messages follow from; 0 for none.
  private var root: UInt64 = 0
  /// How many more of them than of others were raised lately; at 0, another root takes their place.
  private var surplus = 0
  /// Where in the ring, and when, they began.
  private var start = 0
  private var startTime: UInt64 = 0
  /// How many messages are left out for each that is recorded, as a power of 2; 0 before the journal is
  /// half full of them.
  private var level = 0
  /// Where in the ring the level began.
  private var levelStart = 0
  /// How many messages are left out before the next that is recorded.
  private var pause = 0
  /// When the last of them was raised.
  private var lastTime: UInt64 = 0

  /// The words of the smallest ring in which messages are thinned: it has room for 2,048 records.
  static let leastRing = 2_048 * JournalFormat.recordWords
  private static let mostSurplus = 64
  private static let longestStart: UInt64 = 10_000_000_000
  private static let longestPause: UInt64 = 1_000_000_000
  /// The level from which on no message is recorded.
  private static let lastLevel = 13

  /// Notes that a message is raised.
  ///
  /// - Parameters:
  ///   - root: the record that it follows from in the end.
  ///   - position: where its record would begin in the ring, in words since the journal began.
  ///   - size: the words of the ring.
  ///   - time: the present time in nanoseconds.
  /// - Returns: whether to leave it out.
  mutating func leavesOut(
    from root: UInt64, at position: Int, ofRing size: Int, time: () -> UInt64
  ) -> Bool {
    guard root == self.root else {
      surplus -= 1
      if surplus <= 0 {
        self = StormThinning(root: root, surplus: 1, start: position, startTime: time())
      }
      return false
    }
    surplus = min(surplus + 1, Self.mostSurplus)
    if level == 0 {
      guard position - start > size / 2 else { return false }
      lastTime = time()
      if lastTime &- startTime > Self.longestStart {
        (start, startTime) = (position, lastTime)
        return false
      }
      (level, levelStart) = (1, position)
      return true
    }
    let now = time()
    defer { lastTime = now }
    if now &- lastTime > Self.longestPause {
      (level, start, startTime) = (0, position, now)
      return false
    }
    if position - levelStart > size / 32 { (level, levelStart) = (level + 1, position) }
    if level >= Self.lastLevel { return true }
    if pause > 0 {
      pause -= 1
      return true
    }
    pause = 1 << level - 1
    return false
  }
}
