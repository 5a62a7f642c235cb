#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Clocks in nanoseconds.
package enum SteadyClock {
  /// A clock that never goes back, and keeps running while the machine sleeps. Costs a call that does not
  /// enter the system.
  package static var nanoseconds: UInt64 {
    #if canImport(Darwin)
      clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)
    #else
      nanoseconds(of: CLOCK_BOOTTIME)
    #endif
  }

  /// The time of day since 1970, in UTC. It can be set back.
  package static var timeOfDay: UInt64 { nanoseconds(of: CLOCK_REALTIME) }

  private static func nanoseconds(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000
      &+ UInt64(bitPattern: Int64(time.tv_nsec))
  }
}
