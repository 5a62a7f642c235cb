/// Writes each name once into a journal, and finds it again.
///
/// Everything lies in memory of a fixed size. A name is a place in the area of names, counted in
/// halves of words. Two tables find it: an index of all names by their bytes, and a memory of the
/// latest answers by what asked for them, such as the address of a type. The look into that, with each
/// record, is inlinable.
@usableFromInline
package final class JournalNameWriter {
  private let area: UnsafeMutablePointer<UInt32>
  private let capacity: Int
  /// Where the names end, and how often one did not fit. Readers find the same in the header, whose
  /// words others may write where they lie in a file.
  private(set) var end = 1
  private(set) var lostCount = 0
  private let sharedEnd: UnsafeMutablePointer<UInt64>
  private let sharedLostCount: UnsafeMutablePointer<UInt64>

  private let index: UnsafeMutablePointer<UInt32>
  private let indexMask: Int
  private var indexCount = 0

  /// An answer that was given.
  @usableFromInline
  struct Answer {
    @usableFromInline var asker: UInt64 = 0
    @usableFromInline var detail: UInt64 = 0
    @usableFromInline var name: UInt32 = 0
  }

  @usableFromInline let answers: UnsafeMutablePointer<Answer>
  @usableFromInline let answerMask: Int
  private var answerCount = 0

  /// The bytes of both tables for an area of names.
  static func tableBytes(forNames bytes: Int) -> Int { 2 * bytes }

  init(header: UnsafeMutablePointer<UInt64>, area words: UnsafeMutablePointer<UInt64>, bytes: Int) {
    capacity = bytes / 4
    area = UnsafeMutableRawPointer(words).bindMemory(to: UInt32.self, capacity: capacity)
    sharedEnd = header + JournalFormat.Header.namesEnd
    sharedLostCount = header + JournalFormat.Header.namesLost
    index = .allocate(capacity: bytes / 4)
    index.initialize(repeating: 0, count: bytes / 4)
    indexMask = bytes / 4 - 1
    let count = bytes / 32
    answers = .allocate(capacity: count)
    answers.initialize(repeating: Answer(), count: count)
    answerMask = count - 1
    // Place 0 is no name, and place 1 the one that stands for names that did not fit.
    area[0] = 0
    _ = text("…")
  }

  deinit {
    index.deallocate()
    answers.deallocate()
  }

  // MARK: By what asks

  /// The name that was given to the same question before; nil for a new one.
  ///
  /// - Parameters:
  ///   - asker: what kind of question it is; not 0.
  ///   - detail: the question.
  @inlinable @inline(__always)
  package func name(_ asker: UInt64, _ detail: UInt64) -> UInt32? {
    var place = Self.hash(asker, detail) & answerMask
    while answers[place].asker != 0 {
      if answers[place].detail == detail, answers[place].asker == asker {
        return answers[place].name
      }
      place = (place &+ 1) & answerMask
    }
    return nil
  }

  /// Keeps the answer to a new question, and returns it.
  @inline(never)
  package func remember(_ asker: UInt64, _ detail: UInt64, _ name: UInt32) -> UInt32 {
    if answerCount * 4 >= answerMask * 3 { forgetAnswers() }
    var place = Self.hash(asker, detail) & answerMask
    while answers[place].asker != 0 { place = (place + 1) & answerMask }
    answers[place] = Answer(asker: asker, detail: detail, name: name)
    answerCount += 1
    return name
  }

  /// Forgets which question led to which name; the names stay.
  package func forgetAnswers() {
    for place in 0...answerMask { answers[place].asker = 0 }
    answerCount = 0
  }

  @inlinable @inline(__always)
  static func hash(_ asker: UInt64, _ detail: UInt64) -> Int {
    let mixed = (detail ^ (asker &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: mixed >> 33)
  }

  // MARK: By content

  /// The name of a text. Costs a hash of its bytes.
  package func text(_ text: String) -> UInt32 {
    var text = text
    return text.withUTF8 { self.text($0) }
  }

  /// The name of a text. Costs a hash of its bytes.
  package func text(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    // A length has 24 bits; no name of an app comes near.
    let bytes = bytes.count < 1 << 20 ? bytes : UnsafeBufferPointer(rebasing: bytes[..<(1 << 20)])
    let units = (bytes.count + 3) / 4
    return intern(JournalFormat.NameKind.text, units: units, length: bytes.count) { place in
      place.update(repeating: 0, count: units)
      UnsafeMutableRawBufferPointer(start: place, count: units * 4).copyMemory(
        from: UnsafeRawBufferPointer(bytes))
    }
  }

  /// The name of a message, or of a whole domain where `code` is nil. A label that was not known
  /// before is added.
  package func message(kind: UInt32, domain: String, code: String?, label: String?) -> UInt32 {
    let (domain, code) = (text(domain), code.map(text) ?? 0)
    let label = label.map(text) ?? 0
    let name = intern(JournalFormat.NameKind.message, units: 4, length: 16, compared: 3) {
      $0[0] = kind
      $0[1] = domain
      $0[2] = code
      $0[3] = label
    }
    if name > JournalFormat.lostName, area[Int(name) + 4] == 0 { area[Int(name) + 4] = label }
    return name
  }

  /// The name of a list of names.
  package func list(_ names: [UInt32]) -> UInt32 {
    intern(JournalFormat.NameKind.list, units: names.count, length: names.count * 4) { place in
      for (offset, name) in names.enumerated() { place[offset] = name }
    }
  }

  /// Finds an entry with the content that `write` gives it, or adds it.
  ///
  /// - Parameter compared: how many units make the entry what it is; nil for all.
  private func intern(
    _ kind: UInt32, units: Int, length: Int, compared: Int? = nil,
    _ write: (UnsafeMutablePointer<UInt32>) -> Void
  ) -> UInt32 {
    let place = end
    // Written behind the last entry, where it becomes one if there is none like it.
    guard place + 1 + units <= capacity, indexCount * 8 < indexMask * 7 else {
      lostCount += 1
      sharedLostCount.pointee = UInt64(lostCount)
      return JournalFormat.lostName
    }
    area[place] = kind << 24 | UInt32(length)
    write(area + place + 1)
    let compared = (compared ?? units) + 1
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for unit in 0..<compared { hash = (hash ^ UInt64(area[place + unit])) &* 0x100_0000_01B3 }
    var slot = Int(truncatingIfNeeded: (hash ^ hash >> 29)) & indexMask
    while index[slot] != 0 {
      let known = Int(index[slot])
      if (0..<compared).allSatisfy({ area[known + $0] == area[place + $0] }) {
        return UInt32(known)
      }
      slot = (slot + 1) & indexMask
    }
    index[slot] = UInt32(place)
    indexCount += 1
    end = place + 1 + units
    JournalCommit.store(UInt64(end), at: sharedEnd)
    return UInt32(place)
  }
}
