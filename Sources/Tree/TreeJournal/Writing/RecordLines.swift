/// Lines that were written, of which those of records are found by their numbers.
struct RecordLines {
  let bytes: [UInt8]

  static let end = UInt8(ascii: "\n")

  /// The first record whose line begins behind the end of another: its offset and number.
  var secondLine: (offset: Int, number: UInt64)? {
    var place = 0
    while let end = bytes[place...].firstIndex(of: Self.end) {
      place = end + 1
      if let number = number(at: place) { return (place, number) }
    }
    return nil
  }

  /// The number of a record whose line begins at an offset; nil if it is another line.
  private func number(at offset: Int) -> UInt64? {
    let start = Array("{\"seq\": ".utf8)
    guard bytes[offset...].starts(with: start) else { return nil }
    let rest = bytes[offset...].dropFirst(start.count)
    let digits = rest.prefix { (48...57).contains($0) }
    // A checkpoint has the number of the record before it.
    guard rest.dropFirst(digits.count).starts(with: ", \"time\"".utf8) else { return nil }
    return UInt64(String(decoding: digits, as: UTF8.self))
  }

  /// Where the line of a record ends, or that of the latest record before it; 0 without one. Looks from the
  /// end.
  func end(ofRecord record: Int) -> Int {
    var end = bytes.count
    while end > 0 {
      let start = bytes[..<(end - 1)].lastIndex(of: Self.end).map { $0 + 1 } ?? 0
      if let number = number(at: start), number <= record { return end }
      end = start
    }
    return 0
  }

  /// Where the lines of the first records behind a record end.
  ///
  /// - Parameters:
  ///   - limit: how many records.
  ///   - record: the number of a record.
  ///   - start: where its line ends.
  func end(ofRecords limit: Int, after record: Int, from start: Int) -> Int {
    var (end, left) = (start, limit)
    while end < bytes.count {
      if let number = number(at: end), number > record {
        if left == 0 { break }
        left -= 1
      }
      end = bytes[end...].firstIndex(of: Self.end).map { $0 + 1 } ?? bytes.count
    }
    return end
  }
}
