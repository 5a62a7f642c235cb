/// When a list of places, most of which are free, is worth a walk that gives their memory back.
///
/// The walk costs the length of the list, so the next one waits for as many more free places as a
/// share of it.
struct Trimming {
  private var nextAt = 4_096

  /// Whether a walk is due.
  func isDue(free: Int, of count: Int) -> Bool { free >= nextAt && free >= count - count / 8 }

  /// Notes a walk, after which this many places are left.
  mutating func isDone(free: Int, of count: Int) { nextAt = max(4_096, free + count / 16) }
}
