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
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Writes a member whose value is a number.
  package mutating func write(_ member: StaticString, _ number: Int) {
    write(member)
    bytes.append(contentsOf: String(number).utf8)
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

  /// Writes a time since 1970 as a member.
  mutating func write(time nanoseconds: Int) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if seconds != self.seconds {
      self.seconds = seconds
      secondsText = Array(WallClock.text(ofNanoseconds: seconds * 1_000_000_000).utf8.dropLast(7))
    }
    write(", \"time\": \"")
    bytes.append(contentsOf: secondsText)
    bytes.append(contentsOf: String(1_000_000 + rest / 1_000).utf8.dropFirst())
    write("Z\"")
  }
}

extension String {
  /// The text, or as much of it as fits with an ellipsis.
  package func cut(toBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    var text = prefix(limit)
    while text.utf8.count > limit - "…".utf8.count { text.removeLast() }
    return text + "…"
  }
}
