/// The time of day.
package enum WallClock {
  /// The time in UTC, to the second, in ISO 8601: `2026-03-01T09:30:00Z`.
  package static var timestamp: String { text(of: time_t(nanoseconds / 1_000_000_000)) + "Z" }

  /// The time in nanoseconds since 1970.
  package static var nanoseconds: Int { nanoseconds(of: CLOCK_REALTIME) }

  /// The last time in whole seconds of 64 bits of nanoseconds, in the year 2262.
  package static let last = Int.max / 1_000_000_000 * 1_000_000_000 - 1

  /// The time of a clock of the system in nanoseconds.
  package static func nanoseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// Formats a time in seconds.
  static func text(of seconds: time_t) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return text(of: parts, "%Y-%m-%dT%H:%M:%S")
  }

  private static func text(of parts: tm, _ format: String) -> String {
    var (parts, buffer) = (parts, [CChar](repeating: 0, count: 64))
    let count = strftime(&buffer, buffer.count, format, &parts)
    return String(decoding: buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// Formats a time as ISO 8601, in UTC and to the microsecond: `2026-03-01T09:30:00.123456Z`.
  ///
  /// - Parameter nanoseconds: the time since 1970.
  package static func text(ofNanoseconds nanoseconds: Int) -> String {
    let (seconds, rest) = parts(of: nanoseconds)
    return "\(text(of: seconds)).\(sixDigits(rest / 1_000))Z"
  }

  /// Formats a time of day in local time, to the millisecond: `09:30:00.123`.
  ///
  /// - Parameter nanoseconds: the time since 1970.
  package static func localTime(ofNanoseconds nanoseconds: Int) -> String {
    var (seconds, rest) = parts(of: nanoseconds)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return "\(text(of: parts, "%H:%M:%S")).\(sixDigits(rest / 1_000).prefix(3))"
  }

  private static func parts(of nanoseconds: Int) -> (seconds: time_t, rest: Int) {
    var (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000_000) }
    return (time_t(seconds), rest)
  }

  private static func sixDigits(_ number: Int) -> String {
    String(String(1_000_000 + number).dropFirst())
  }

  /// Returns the latest time with a time of day in local time that is not later than a limit.
  ///
  /// - Parameters:
  ///   - time: nanoseconds since midnight.
  ///   - limit: nanoseconds since 1970.
  package static func latest(ofDay time: Int, upTo limit: Int) -> Int {
    var (seconds, _) = parts(of: limit)
    var day = tm()
    localtime_r(&seconds, &day)
    let (hour, minute) = (Int32(time / 3_600_000_000_000), Int32(time / 60_000_000_000 % 60))
    var latest: Int?
    // A day has 23 to 25 hours when clocks change: each is computed from its date. An hour that is
    // repeated when they go back has two times.
    for daysBefore: Int32 in 0...2 {
      for season: Int32 in [0, 1] {
        var parts = day
        parts.tm_mday -= daysBefore
        (parts.tm_hour, parts.tm_min) = (hour, minute)
        parts.tm_sec = Int32(time / 1_000_000_000 % 60)
        parts.tm_isdst = season
        let candidate = Int(mktime(&parts)) * 1_000_000_000 + time % 1_000_000_000
        // Without that season, the time is shifted.
        if candidate <= limit, (parts.tm_hour, parts.tm_min) == (hour, minute) {
          latest = max(latest ?? candidate, candidate)
        }
      }
    }
    return latest ?? limit
  }

  /// Parses an ISO 8601 time, with or without seconds and fractions of them: `2026-03-01T09:30:00Z`,
  /// or with `+02:00`; without either, it is local.
  ///
  /// - Returns: nanoseconds since 1970; nil if the text isn't a time.
  package static func nanoseconds(ofISO8601 text: String) -> Int? {
    var rest = Array(text.utf8)[...]
    func number(_ count: Int, after separators: String = "") -> Int32? {
      if !separators.isEmpty {
        guard let first = rest.popFirst(), separators.utf8.contains(first) else { return nil }
      }
      var number: Int32 = 0
      for _ in 0..<count {
        guard let digit = rest.popFirst(), (48...57).contains(digit) else { return nil }
        number = number * 10 + Int32(digit - 48)
      }
      return number
    }
    guard let year = number(4), let month = number(2, after: "-"), (1...12).contains(month),
      let day = number(2, after: "-"), (1...31).contains(day),
      let hour = number(2, after: "T "), hour < 24, let minute = number(2, after: ":"), minute < 60
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
    (parts.tm_hour, parts.tm_min) = (hour, minute)
    if rest.first == UInt8(ascii: ":") {
      guard let second = number(2, after: ":"), second < 61 else { return nil }
      parts.tm_sec = second
    }
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (48...57).contains($0) }
      if digits.isEmpty { return nil }
      for digit in digits.prefix(9) { fraction = fraction * 10 + Int(digit - 48) }
      for _ in digits.prefix(9).count..<9 { fraction *= 10 }
      rest = rest.dropFirst(1 + digits.count)
    }
    let seconds: Int
    if rest.isEmpty {
      parts.tm_isdst = -1
      seconds = Int(mktime(&parts))
    } else if let offset = offset(of: Substring(decoding: rest, as: UTF8.self)) {
      seconds = Int(timegm(&parts)) - offset
    } else {
      return nil
    }
    let (nanoseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLarge || nanoseconds > last ? nil : nanoseconds + fraction
  }

  /// The seconds of a time zone, `Z`, `+02:00` or `+0200`; nil for other text.
  private static func offset(of zone: Substring) -> Int? {
    if zone == "Z" { return 0 }
    let digits = zone.dropFirst().utf8.filter { $0 != UInt8(ascii: ":") }
    guard let sign = zone.first, sign == "+" || sign == "-", digits.count == 4,
      let number = Int(String(decoding: digits, as: UTF8.self)), number >= 0
    else { return nil }
    let seconds = number / 100 * 3_600 + number % 100 * 60
    return sign == "+" ? seconds : -seconds
  }
}

/// A clock in nanoseconds that never goes back, and keeps running while the machine sleeps.
package enum SteadyClock {
  /// Costs a call that does not enter the system.
  package static var nanoseconds: Int {
    #if canImport(Darwin)
      Int(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
    #else
      WallClock.nanoseconds(of: CLOCK_BOOTTIME)
    #endif
  }
}
