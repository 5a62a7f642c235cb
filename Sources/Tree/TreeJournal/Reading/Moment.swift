import TextIO

/// A point in a journal, as a person names it.
package enum Moment: Hashable, Sendable {
  /// After the record with this number.
  case record(Int)
  /// The latest such time of day, in nanoseconds since midnight, in local time.
  case timeOfDay(Int)
  /// A time in nanoseconds since 1970, in UTC.
  case time(Int)
  /// A number of nanoseconds before now, or before the last record of a file.
  case age(Int)

  /// Reads a moment: `1234`, `12:03:04.5`, `2026-03-01T12:03:04Z` or `-2s`.
  package init?(_ text: String) {
    if let number = Self.digits(text) {
      self = .record(number)
    } else if text.hasPrefix("-"), let age = Self.duration(text.dropFirst()) {
      self = .age(age)
    } else if let time = Self.clockTime(text[...]) {
      self = .timeOfDay(time)
    } else if let time = WallClock.nanoseconds(ofISO8601: text) {
      self = .time(time)
    } else {
      return nil
    }
  }

  private static func digits(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  /// `2s`, `1.5s`, `300ms`, `2m` or `1h`.
  private static func duration(_ text: Substring) -> Int? {
    for (unit, length) in [
      ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
      ("h", 3_600_000_000_000),
    ] where text.hasSuffix(unit) {
      return decimal(text.dropLast(unit.count), of: length)
    }
    return nil
  }

  /// `12:03:04.5`, or `12:03`.
  private static func clockTime(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = digits(parts[0]), hour < 24,
      let minute = digits(parts[1]), minute < 60
    else { return nil }
    let seconds = parts.count == 3 ? decimal(parts[2], of: 1_000_000_000) : 0
    guard let seconds, seconds < 61_000_000_000 else { return nil }
    return (hour * 60 + minute) * 60_000_000_000 + seconds
  }

  /// A number with a fraction, in units of a number of nanoseconds.
  private static func decimal(_ text: Substring, of unit: Int) -> Int? {
    guard let first = text.utf8.first, let last = text.utf8.last, (48...57).contains(first),
      (48...57).contains(last), text.utf8.allSatisfy({ (46...57).contains($0) }),
      let number = Double(text)
    else { return nil }
    return Int(exactly: (number * Double(unit)).rounded())
  }
}

extension JournalContents {
  /// The number of the record that a moment names.
  ///
  /// - Parameter now: the present time of a live tree, in nanoseconds since 1970; nil counts ages from
  ///   the last record.
  /// - Throws: `MomentError` if it is not in the journal.
  package func number(of moment: Moment, now: Int? = nil) throws(MomentError) -> Int {
    let last = now ?? lastTime ?? 0
    switch moment {
    case .record(let number):
      let first = records.lowerBound - 1
      if number < first { throw .dropped(first: first) }
      if number >= records.upperBound { throw .later(last: records.upperBound - 1) }
      return number
    case .time(let time): return try latest(upTo: time)
    case .age(let age): return try latest(upTo: last - age)
    case .timeOfDay(let time):
      return try latest(upTo: WallClock.latest(ofDay: time, upTo: last))
    }
  }

  /// The latest record that is not later than a time.
  private func latest(upTo time: Int) throws(MomentError) -> Int {
    let next = list.partitionIndex { $0.time > time }
    guard next > 0 else {
      if droppedCount > 0 { throw .dropped(first: records.lowerBound - 1) }
      throw .before(first: records.lowerBound - 1)
    }
    return list[next - 1].number
  }
}
