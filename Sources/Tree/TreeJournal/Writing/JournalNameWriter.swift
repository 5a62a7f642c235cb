package import TreeSnapshot

/// Writes each name once into a journal. A name is its place in the area of names, counted in halves of
/// words.
package final class JournalNameWriter {
  private enum Name: Hashable {
    case text(String)
    case message(kind: Message.Kind, domain: UInt32, code: UInt32)
    case list([UInt32])
  }

  private let memory: JournalMemory
  private let capacity: Int
  private var names: [Name: UInt32] = [:]
  /// Where the names end, and how often one did not fit. Readers find the same in the header, whose
  /// words others may write if they lie in a file.
  private(set) var end = 1
  private(set) var lostCount = 0

  /// Where the area of names begins, in halves of words.
  private static let start = 2 * JournalFormat.headerWords

  init(_ memory: JournalMemory, bytes: Int) {
    self.memory = memory
    capacity = bytes / 4
    // Place 0 is no name, and place 1 the one that stands for names that did not fit.
    _ = text("…")
  }

  /// The name of a text.
  package func text(_ text: String) -> UInt32 {
    name(.text(text)) {
      // A length has 24 bits; no name of an app comes near.
      let bytes = Array(text.utf8.prefix(1 << 20))
      var units = [UInt32](repeating: 0, count: (bytes.count + 3) / 4)
      for (place, byte) in bytes.enumerated() {
        units[place / 4] |= UInt32(byte) << (place % 4 * 8)
      }
      return add(JournalFormat.NameKind.text, length: bytes.count, units)
    }
  }

  /// The name of a message, or of a whole domain if `code` is nil. A label that was not known before is
  /// added.
  package func message(
    kind: Message.Kind, domain: String, code: String?, label: String?
  ) -> UInt32 {
    let (domain, code) = (text(domain), code.map(text) ?? 0)
    let label = label.map(text) ?? 0
    let name = name(.message(kind: kind, domain: domain, code: code)) {
      add(JournalFormat.NameKind.message, length: 16, [kind.journalNumber, domain, code, label])
    }
    let labelPlace = Self.start + Int(name) + 4
    if name > JournalFormat.lostName, memory[half: labelPlace] == 0 {
      memory[half: labelPlace] = label
    }
    return name
  }

  /// The name of a list of names.
  package func list(_ list: [UInt32]) -> UInt32 {
    name(.list(list)) { add(JournalFormat.NameKind.list, length: list.count * 4, list) }
  }

  private func name(_ name: Name, _ add: () -> UInt32?) -> UInt32 {
    if let place = names[name] { return place }
    guard let place = add() else {
      lostCount += 1
      memory[JournalFormat.Header.namesLost] = UInt64(lostCount)
      return JournalFormat.lostName
    }
    names[name] = place
    return place
  }

  private func add(_ kind: UInt32, length: Int, _ units: [UInt32]) -> UInt32? {
    let place = end
    guard place + 1 + units.count <= capacity else { return nil }
    memory[half: Self.start + place] = kind << 24 | UInt32(length)
    for (offset, unit) in units.enumerated() {
      memory[half: Self.start + place + 1 + offset] = unit
    }
    end = place + 1 + units.count
    memory.commit(UInt64(end), at: JournalFormat.Header.namesEnd)
    return UInt32(place)
  }
}
