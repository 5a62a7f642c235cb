import TextIO

/// Lines of a journal as they are being written.
///
/// A member is written with what stands before its value: `, "hops": `.
package struct JournalLine {
  package private(set) var bytes: [UInt8] = []
  /// The seconds of the latest time, and their text up to the point.
  private var seconds = -1
  private var secondsText: [UInt8] = []

  package init() { bytes.reserveCapacity(1 << 10) }

  /// Forgets what was written.
  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  package mutating func write(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a member whose value is a number.
  package mutating func write(_ member: StaticString, _ number: Int) {
    write(member)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, start) = (number.magnitude, 20)
      repeat {
        start -= 1
        digits[start] = UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0")
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// Writes a member whose value is JSON; nothing if there is none.
  package mutating func write(_ member: StaticString, _ json: [UInt8]?) {
    guard let json else { return }
    write(member)
    bytes.append(contentsOf: json)
  }

  /// Writes a member whose value is a text, cut to what a journal keeps; nothing if there is none.
  package mutating func write(_ member: StaticString, text: String?) {
    guard let text else { return }
    write(member, JSONText.string(text.cut(toBytes: JournalFormat.mostTextBytes)).bytes)
  }

  /// Writes a member whose value is a list of JSON; nothing if it is empty.
  package mutating func write(_ member: StaticString, list: [[UInt8]]) {
    if list.isEmpty { return }
    write(member)
    for (place, json) in list.enumerated() { write(place == 0 ? "[" : ", ", json) }
    write("]")
  }

  /// Writes a member whose value is an object of texts; nothing if it is empty.
  package mutating func write(_ member: StaticString, texts: some Sequence<(String, String)>) {
    var isFirst = true
    for (key, value) in texts {
      if isFirst { write(member) }
      write(isFirst ? "{" : ", ", text: key)
      write(": ", text: value)
      isFirst = false
    }
    if !isFirst { write("}") }
  }

  /// Writes what happened as a member.
  mutating func write(_ event: JournalEvent) {
    write(", \"what\": \"")
    bytes.append(contentsOf: event.rawValue.utf8)
    write("\"")
  }

  /// Writes a time since 1970 as a member.
  mutating func write(time nanoseconds: Int) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if seconds != self.seconds {
      self.seconds = seconds
      secondsText = Array(WallClock.text(ofNanoseconds: seconds * 1_000_000_000).utf8.dropLast(7))
    }
    write(", \"time\": \"")
    bytes.append(contentsOf: secondsText)
    var unit = 100_000
    while unit > 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest / 1_000 / unit % 10) + UInt8(ascii: "0"))
      unit /= 10
    }
    write("Z\"")
  }
}

extension String {
  /// The text, or as much of it as fits with an ellipsis.
  package func cut(toBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    var end = startIndex
    var room = limit - "…".utf8.count
    while end < endIndex {
      room -= self[end].utf8.count
      if room < 0 { break }
      end = index(after: end)
    }
    return self[..<end] + "…"
  }
}
