import TextIO

/// Lines of a journal as they are being written.
struct JournalLine {
  private(set) var bytes: [UInt8] = []
  /// The seconds of the latest time, and their text up to the point.
  private var seconds = -1
  private var secondsText: [UInt8] = []

  init() { bytes.reserveCapacity(1 << 10) }

  /// Forgets what was written.
  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func write(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func write(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  mutating func write(_ number: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, start) = (number, 20)
      repeat {
        start -= 1
        digits[start] = UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0")
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// Writes a member whose value is a number.
  mutating func write(_ member: StaticString, _ number: UInt64) {
    write(member)
    write(number)
  }

  /// Writes a member whose value is JSON.
  mutating func write(_ member: StaticString, _ json: [UInt8]) {
    write(member)
    write(json)
  }

  /// Writes a member whose value is a text.
  mutating func write(_ member: StaticString, text: String) {
    write(member)
    write(text: text)
  }

  mutating func write(text: String) {
    var sink = MemorySink()
    JSONString.write(text, to: &sink)
    write(sink.bytes)
  }

  /// Writes a time since 1970 as a member.
  mutating func write(time nanoseconds: UInt64) {
    let (seconds, rest) = Int(clamping: nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
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

  /// Writes a source: the name of a file below the line, or a place that has no line of its own.
  mutating func write(source: UInt64, _ names: JournalNameWriter) {
    if source == 0 { return }
    write(", \"source\": ")
    let (name, line) = (names[UInt32(truncatingIfNeeded: source)], source >> 32)
    if line == 0 { return write(name) }
    bytes.append(contentsOf: name.dropLast())
    write(":")
    write(line)
    write("\"")
  }
}

// Records.
extension JournalLine {
  /// What a record says besides its entry.
  struct Place {
    var number: UInt64
    /// When it happened, in nanoseconds since 1970.
    var time: UInt64
    var origin: JournalWriter.Origin
    /// The record that it belongs to; 0 for none.
    var begun: UInt64
    /// How many hops or receivers it counts.
    var count: UInt64
  }

  /// Writes a record. The members have the order of `JournalRecord.write(to:)`.
  mutating func write(_ entry: JournalWriter.Entry, at place: Place, _ names: JournalNameWriter) {
    typealias Flag = JournalFormat.RecordFlag
    let (event, texts) = (entry.event, entry.texts.list)
    write("{\"seq\": ", place.number)
    write(time: place.time)
    write(", \"what\": \"")
    bytes.append(contentsOf: event.rawValue.utf8)
    write("\"")
    let id = entry.node & JournalFormat.idMask
    if id != 0 { write(", \"node\": ", id) }
    let other = entry.other & JournalFormat.idMask
    let type = UInt32(truncatingIfNeeded: entry.other >> Flag.typeShift)
    switch event {
    case .handled, .uncaught, .unhandled, .unheard, .delivered, .received:
      write(", \"raise\": ", place.begun)
      if event == .handled || event == .uncaught, other != 0 { write(", \"handler\": ", other) }
      if event == .handled { write(", \"hops\": ", place.count) }
      if event == .delivered { write(", \"count\": ", place.count) }
      write(", \"message\": ", names[entry.name])
    case .raised:
      if type != 0 { write(", \"type\": ", names[type]) }
      write(", \"message\": ", names[entry.name])
    case .attached:
      if other != 0 { write(", \"parent\": ", other) }
      write(", \"type\": ", names[entry.name])
    case .registered:
      write(", \"message\": ", names[entry.name])
      if other != 0 { write(", \"payload\": ", names[UInt32(truncatingIfNeeded: other)]) }
    case .unregistered, .declared: write(", \"message\": ", names[entry.name])
    case .provided:
      write(", \"service\": ", names[entry.name])
      write(", \"place\": ", other)
    case .represented: if entry.name != 0 { write(", \"representation\": ", names[entry.name]) }
    default: break
    }
    if event == .attached || event == .detached, entry.other & Flag.isSession != 0 {
      write(", \"session\": true")
    }
    write(source: entry.source, names)
    if event == .performed {
      write(", \"words\": [", names[entry.name])
      for text in texts where text.role == .word { write(", ", text: text.text) }
      write("]")
    }
    if event == .ended {
      if place.begun != 0 { write(", \"started\": ", place.begun) }
      if let outcome = WorkOutcome(rawValue: UInt8(truncatingIfNeeded: other)) {
        write(", \"outcome\": ", text: "\(outcome)")
      }
    }
    write(texts, isState: event == .described)
    if event == .changed || event == .detached, entry.detail != 0 {
      write(", \"since\": ", entry.detail)
    }
    if event == .vocabulary { write(", \"messages\": ", names[entry.name]) }
    if place.origin.cause != 0, place.origin.cause < place.number {
      write(", \"cause\": ", place.origin.cause)
    }
    if event.isOfMessages || event == .performed, entry.other & Flag.isTest != 0 {
      write(", \"test\": true")
    }
    if event == .handled, type != 0 { write(", \"handlerType\": ", names[type]) }
    if place.begun == 0, place.origin.handler & JournalFormat.idMask != 0 {
      write(", \"by\": ", place.origin.handler & JournalFormat.idMask)
    }
    let tree = entry.node >> JournalFormat.idBits
    if tree != 1 { write(", \"tree\": ", tree) }
    write("}\n")
  }

  private mutating func write(_ texts: [RecordTexts.Text], isState: Bool) {
    if texts.isEmpty { return }
    var isFirst = true
    func one(_ role: JournalFormat.TextRole) -> String? { texts.first { $0.role == role }?.text }
    if let text = one(.context) { write(", \"context\": ", text: text) }
    if let text = one(.underlying) { write(", \"underlying\": ", text: text) }
    if let text = one(.payload) { write(", \"value\": ", text: text) }
    if let text = one(.label) { write(", \"label\": ", text: text) }
    if isState {
      for text in texts where text.role == .key || text.role == .new {
        if text.role == .key {
          write(isFirst ? ", \"state\": {" : ", ")
          isFirst = false
        } else {
          write(": ")
        }
        write(text: text.text)
      }
      if !isFirst { write("}") }
      return
    }
    if let text = one(.key) { write(", \"key\": ", text: text) }
    if let text = one(.old) { write(", \"old\": ", text: text) }
    if let text = one(.new) { write(", \"new\": ", text: text) }
    for text in texts where text.role == .rest {
      write(isFirst ? ", \"rest\": [{\"type\": " : ", {\"type\": ", text: text.text)
      write(", \"count\": ", UInt64(text.number))
      write("}")
      isFirst = false
    }
    if !isFirst { write("]") }
  }
}

extension JournalEvent {
  /// Whether an inspector may have caused it by a test message.
  fileprivate var isOfMessages: Bool {
    switch self {
    case .raised, .handled, .uncaught, .unhandled, .unheard, .delivered, .received: true
    default: false
    }
  }
}
