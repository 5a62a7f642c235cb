import TreeSnapshot

/// The names of a journal by their places.
struct JournalNames: Sendable {
  /// A name.
  enum Name: Sendable {
    case text(String)
    case message(KnownMessage)
    case list([KnownMessage])
  }

  private var names: [UInt32: Name] = [:]
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
        names[UInt32(place)] = .text(String(decoding: bytes, as: UTF8.self))
      case JournalFormat.NameKind.message where units == 4:
        names[UInt32(place)] = .message(
          KnownMessage(
            kind: Message.Kind(journalNumber: unit(place + 1)) ?? .error,
            domain: text(unit(place + 2)) ?? "…",
            code: unit(place + 3) == 0 ? nil : text(unit(place + 3)) ?? "…",
            label: text(unit(place + 4))))
      case JournalFormat.NameKind.list:
        names[UInt32(place)] = .list((0..<units).compactMap { message(unit(place + 1 + $0)) })
      default: break
      }
      place += 1 + units
    }
  }

  /// A text; nil if the name is something else.
  func text(_ name: UInt32) -> String? {
    if case .text(let text) = names[name] { return text }
    return nil
  }

  /// A message or a domain; nil if the name is something else.
  func message(_ name: UInt32) -> KnownMessage? {
    if case .message(let message) = names[name] { return message }
    return nil
  }

  /// All messages and whole domains.
  var messages: [KnownMessage] {
    names.values.compactMap { if case .message(let name) = $0 { name } else { nil } }
  }

  /// The messages of a list.
  func messages(_ name: UInt32) -> [KnownMessage] {
    if case .list(let list) = names[name] { return list }
    return []
  }

  /// A source as a record holds it: the file's name below the line, or a place that has no line of
  /// its own. Nil for none.
  func source(_ word: UInt64) -> String? {
    if word == 0 { return nil }
    let (name, line) = (text(UInt32(truncatingIfNeeded: word)) ?? "?", word >> 32)
    return line == 0 ? name : "\(name):\(line)"
  }
}
