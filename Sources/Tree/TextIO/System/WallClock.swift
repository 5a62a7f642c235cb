/// The time of day.
package enum WallClock {
  /// The time in UTC, to the second, in XML's format: `2026-03-01T09:30:00`.
  package static var time: String { text(of: time_t(nanoseconds / 1_000_000_000)) }

  /// The time in UTC, to the second, in ISO 8601: `2026-03-01T09:30:00Z`.
  package static var timestamp: String { time + "Z" }

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
    // A day has 23 to 25 hours when clocks change: each is computed from its date.
    for daysBefore: Int32 in 0...2 {
      var parts = day
      parts.tm_mday -= daysBefore
      parts.tm_hour = Int32(time / 3_600_000_000_000)
      parts.tm_min = Int32(time / 60_000_000_000 % 60)
      parts.tm_sec = Int32(time / 1_000_000_000 % 60)
      if let candidate = latest(parts, upTo: limit - time % 1_000_000_000) {
        return candidate + time % 1_000_000_000
      }
    }
    return limit
  }

  /// The latest of the times with a local date and time of day: an hour that is repeated when clocks go back
  /// has two. Nil if each is later than a limit.
  private static func latest(_ parts: tm, upTo limit: Int) -> Int? {
    var latest: Int?
    for season: Int32 in [0, 1, -1] {
      var own = parts
      own.tm_isdst = season
      let candidate = Int(mktime(&own)) * 1_000_000_000
      // Without that season, the time is shifted; in an hour that is left out, only the system knows.
      let isShifted = season >= 0 && (own.tm_hour, own.tm_min) != (parts.tm_hour, parts.tm_min)
      if !isShifted, candidate <= limit, season >= 0 || latest == nil {
        latest = max(latest ?? candidate, candidate)
      }
    }
    return latest
  }

  /// Parses an ISO 8601 time, with or without fractions of a second: `2026-03-01T09:30:00Z`, or
  /// with `+02:00`; without either, it is local.
  ///
  /// - Returns: nanoseconds since 1970; nil if the text isn't a time.
  package static func nanoseconds(ofISO8601 text: String) -> Int? {
    var rest = text[...]
    func number(_ count: Int) -> Int32? {
      let digits = rest.prefix(count)
      guard digits.utf8.count == count, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
        return nil
      }
      rest = rest.dropFirst(count)
      return Int32(digits)
    }
    func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest = rest.dropFirst()
      return true
    }
    var parts = tm()
    guard let year = number(4), skip("-"), let month = number(2), (1...12).contains(month),
      skip("-"), let day = number(2), (1...31).contains(day), skip("T") || skip(" "),
      let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60
    else { return nil }
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
    (parts.tm_hour, parts.tm_min) = (hour, minute)
    if skip(":") {
      guard let second = number(2), second < 61 else { return nil }
      parts.tm_sec = second
    }
    var fraction = 0
    if skip(".") {
      var unit = 1_000_000_000
      guard rest.first?.isNumber == true else { return nil }
      while let digit = number(1) {
        unit /= 10
        fraction += Int(digit) * unit
      }
    }
    let seconds: Int
    if skip("Z") {
      seconds = Int(timegm(&parts))
    } else if let sign = rest.first, sign == "+" || sign == "-" {
      rest = rest.dropFirst()
      guard let hours = number(2) else { return nil }
      _ = skip(":")
      guard let minutes = number(2) else { return nil }
      let offset = Int(hours) * 3_600 + Int(minutes) * 60
      seconds = Int(timegm(&parts)) - (sign == "+" ? offset : -offset)
    } else {
      parts.tm_isdst = -1
      seconds = Int(mktime(&parts))
    }
    let (nanoseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard rest.isEmpty, !isTooLarge, nanoseconds <= last else { return nil }
    return nanoseconds + fraction
  }
}
