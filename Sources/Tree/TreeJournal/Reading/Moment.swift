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
    if text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) {
      self = .record(number)
    } else if text.hasPrefix("-"), let age = Self.duration(text.dropFirst()) {
      self = .age(age)
    } else if let time = WallClock.nanoseconds(ofISO8601: "1970-01-01T\(text)Z") {
      self = .timeOfDay(time)
    } else if let time = WallClock.nanoseconds(ofISO8601: text) {
      self = .time(time)
    } else {
      return nil
    }
  }

  /// `2s`, `1.5s`, `300ms`, `2m` or `1h`.
  package static func duration(_ text: some StringProtocol) -> Int? {
    let units = [("ms", 1e6), ("s", 1e9), ("m", 60e9), ("h", 3_600e9)]
    guard let (unit, length) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let digits = text.dropLast(unit.count)
    // No sign, exponent, or point at an end.
    guard digits.utf8.allSatisfy({ (46...57).contains($0) }), digits.first != ".",
      digits.last != ".", let number = Double(digits)
    else { return nil }
    return Int(exactly: (number * length).rounded())
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
    guard next > 0 else { throw .dropped(first: records.lowerBound - 1) }
    return list[next - 1].number
  }
}
