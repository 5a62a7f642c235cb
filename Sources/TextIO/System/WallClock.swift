#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The time of day.
package enum WallClock {
  /// The time in UTC, to the second, as XML writes it: `2026-03-01T09:30:00`.
  package static var time: String { text(of: now) }

  /// The time in UTC, to the second, as ISO 8601 writes it: `2026-03-01T09:30:00Z`.
  package static var timestamp: String { time + "Z" }

  private static var now: time_t {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec
  }

  /// Writes a time that the system counts in seconds.
  static func text(of seconds: time_t) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
      + "T\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))"
  }
}
