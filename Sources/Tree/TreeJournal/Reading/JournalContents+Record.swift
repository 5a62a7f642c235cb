import TreeSnapshot

extension JournalContents {
  private typealias Record = JournalFormat.Record

  /// A record of a segment; nil if it isn't understood.
  func record(_ number: Int, in segment: Segment) -> JournalRecord? {
    let place = place(of: number, in: segment)
    let head = words[place + Record.time]
    guard let event = event(of: number, in: segment) else { return nil }
    let nameWord = words[place + Record.name]
    let name = UInt32(truncatingIfNeeded: nameWord)
    let other = words[place + Record.other]
    let detail = words[place + Record.detail]
    let more = words[place + Record.more]
    var record = JournalRecord(
      number: number, time: segment.clockOffset + Int(head >> 8), elapsed: Int(head >> 8),
      event: event, node: JournalNode(words[place + Record.node]))
    record.cause = Self.earlier(by: nameWord >> 32, than: number)
    record.source = names.source(source(of: number, in: segment))
    let otherID = Int(other & JournalFormat.idMask)
    let type = other >> JournalFormat.RecordFlag.typeShift
    let begun = Self.earlier(by: more & 0xFFFF_FFFF, than: number)
    let nanoseconds = detail <= UInt64(Int.max) ? Int(detail) : nil
    switch event {
    case .raised:
      record.message = names.message(name)
      record.isTest = other & JournalFormat.RecordFlag.isTest != 0
      if type != 0 { record.type = names.text(UInt32(type)) ?? "…" }
    case .received:
      record.message = names.message(name)
      record.isTest = other & JournalFormat.RecordFlag.isTest != 0
      record.received = begun
      record.nanoseconds = nanoseconds
    case .handled, .uncaught, .unhandled, .unheard, .delivered:
      record.message = names.message(name)
      record.isTest = other & JournalFormat.RecordFlag.isTest != 0
      if type != 0 { record.handlerType = names.text(UInt32(type)) ?? "…" }
      record.raise = begun
      if event == .delivered { record.count = Int(more >> 32) }
      if event == .handled { record.hops = Int(more >> 32) }
      if event == .handled || event == .uncaught, otherID != 0 { record.handler = otherID }
      record.nanoseconds = nanoseconds
    case .attached:
      record.parent = otherID
      record.type = names.text(name) ?? "…"
      record.isSession = other & JournalFormat.RecordFlag.isSession != 0
    case .registered:
      record.message = names.message(name)
      record.payload = names.text(UInt32(truncatingIfNeeded: otherID))
    case .unregistered, .declared:
      record.message = names.message(name)
    case .provided:
      record.service = names.text(name) ?? "…"
      record.place = Int(other & JournalFormat.idMask)
    case .represented:
      record.representation = name == 0 ? nil : names.text(name) ?? "…"
    case .vocabulary:
      record.vocabulary = names.list(name)
    case .detached:
      record.isSession = other & JournalFormat.RecordFlag.isSession != 0
      record.since = nanoseconds
    case .changed: record.since = nanoseconds
    case .performed:
      record.words = [names.text(name) ?? "…"]
      record.isTest = other & JournalFormat.RecordFlag.isTest != 0
      record.nanoseconds = nanoseconds
    case .ended:
      record.started = begun
      record.outcome = WorkOutcome(rawValue: UInt8(truncatingIfNeeded: other))
      record.nanoseconds = nanoseconds
    case .opened, .closed, .started, .described, .leaked, .released: break
    }
    if !event.hasBeginning, more != 0 { record.by = JournalNode(more) }
    takeTexts(words[place + Record.texts], of: segment, in: &record)
    return record
  }

  /// The source of a record as a word; 0 for none.
  func source(of number: Int, in segment: Segment) -> UInt64 {
    words[place(of: number, in: segment) + Record.source]
  }

  /// Takes the texts of a record as far as they can be understood.
  private func takeTexts(_ word: UInt64, of segment: Segment, in record: inout JournalRecord) {
    let (age, count) = (Int(word & 0xFFFF_FFFF), Int(word >> 32))
    let room =
      segment.words - segment.checkpointWords
      - segment.recordCount * JournalFormat.recordWords
    guard count > 0, age <= room, count <= age else { return }
    let start = segment.words - age
    var place = 0
    while place < count {
      let head = self.word(start + place, of: segment)
      let length = Int(head & 0xFFFF_FFFF)
      let size = (length + 7) / 8
      guard size <= count - place - 1 else { return }
      if let role = JournalFormat.TextRole(rawValue: UInt8(truncatingIfNeeded: head >> 32)) {
        let text = text((start + place + 1)..<(start + place + 1 + size), length, of: segment)
        record.take(text, as: role, number: Int(head >> 40))
      }
      place += 1 + size
    }
  }

  /// A text out of words of a segment.
  func text(_ places: Range<Int>, _ length: Int, of segment: Segment) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(places.count * 8)
    for place in places {
      let word = word(place, of: segment)
      for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> (byte * 8))) }
    }
    return String(decoding: bytes.prefix(length), as: UTF8.self)
  }
}

extension JournalEvent {
  /// Whether its record names another one that began it, in place of the model whose handler ran.
  fileprivate var hasBeginning: Bool {
    switch self {
    case .handled, .uncaught, .unhandled, .unheard, .delivered, .received, .ended: true
    default: false
    }
  }
}

extension JournalRecord {
  fileprivate mutating func take(
    _ text: String, as role: JournalFormat.TextRole, number: Int
  ) {
    switch role {
    case .word: words.append(text)
    case .context: context = text
    case .underlying: underlying = text
    case .payload: value = text
    case .rest: rest.append(Rest(type: text, count: number))
    case .label: label = text
    case .key where event == .described: state.append(StateEntry(key: text, value: ""))
    case .key: key = text
    case .new where event == .described: if !state.isEmpty { state[state.count - 1].value = text }
    case .new: new = text
    case .old: old = text
    }
  }
}

/// The names of a journal by their places.
struct JournalNames: Sendable {
  private var texts: [UInt32: String] = [:]
  private var messages: [UInt32: KnownMessage] = [:]
  private var lists: [UInt32: [KnownMessage]] = [:]

  /// Reads the area of names, as far as it can be understood. Each entry is looked at once.
  ///
  /// - Parameters:
  ///   - words: the area.
  ///   - end: where the names end, in halves of words.
  init(_ words: ArraySlice<UInt64>, end: Int) {
    func unit(_ place: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: words[words.startIndex + place / 2] >> (place % 2 == 0 ? 0 : 32))
    }
    let end = min(end, words.count * 2)
    var place = 1
    while place < end {
      let head = unit(place)
      let (kind, length) = (head >> 24, Int(head & 0xFF_FFFF))
      let units = (length + 3) / 4
      guard place + 1 + units <= end else { return }
      switch kind {
      case JournalFormat.NameKind.text:
        let bytes = (0..<length).map { byte in
          UInt8(truncatingIfNeeded: unit(place + 1 + byte / 4) >> (byte % 4 * 8))
        }
        texts[UInt32(place)] = String(decoding: bytes, as: UTF8.self)
      case JournalFormat.NameKind.message where units == 4:
        messages[UInt32(place)] = KnownMessage(
          kind: Message.Kind(journalNumber: unit(place + 1)) ?? .error,
          domain: text(unit(place + 2)) ?? "…",
          code: unit(place + 3) == 0 ? nil : text(unit(place + 3)) ?? "…",
          label: text(unit(place + 4)))
      case JournalFormat.NameKind.list:
        lists[UInt32(place)] = (0..<units).compactMap { message(unit(place + 1 + $0)) }
      default: break
      }
      place += 1 + units
    }
  }

  /// A text; nil if the name is something else.
  func text(_ name: UInt32) -> String? { texts[name] }

  /// A message or a domain; nil if the name is something else.
  func message(_ name: UInt32) -> KnownMessage? { messages[name] }

  /// All messages and whole domains.
  var allMessages: [KnownMessage] { Array(messages.values) }

  /// The messages of a list.
  func list(_ name: UInt32) -> [KnownMessage] { lists[name] ?? [] }

  /// A source as a record holds it: the file's name below the line, or a place that has no line of
  /// its own. Nil for none.
  func source(_ word: UInt64) -> String? {
    if word == 0 { return nil }
    let (name, line) = (text(UInt32(truncatingIfNeeded: word)) ?? "?", word >> 32)
    return line == 0 ? name : "\(name):\(line)"
  }
}
