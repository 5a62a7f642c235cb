import CTreeSystem

/// A copy of this process that does nothing but wait, so that its memory can be read while this
/// process keeps running. It ends when the object is released.
///
/// Costs a `fork`: about a millisecond for each 100 MB of memory. Memory that this process writes to
/// meanwhile is duplicated.
package final class FrozenCopy: Sendable {
  /// The copy's process identifier.
  package let pid: Int
  /// How long this process was paused to make it, in nanoseconds.
  package let pause: Int
  private let pipe: Int32

  /// Copies this process; nil if the system can't.
  package init?() {
    var (pipe, pause): (Int32, Int64) = (-1, 0)
    let pid = csystem_freeze(&pipe, &pause)
    guard pid > 0 else { return nil }
    self.pid = Int(pid)
    self.pause = Int(pause)
    self.pipe = pipe
  }

  deinit { csystem_thaw(Int32(truncatingIfNeeded: pid), pipe) }
}
