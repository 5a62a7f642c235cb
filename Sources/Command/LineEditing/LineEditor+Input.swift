import CEditLine
import TextIO

extension LineEditor {
  /// How long an incomplete line of output is held back.
  private static let restDelay = Duration.milliseconds(50)

  /// libedit's source of characters: 1 for a character, 0 at the end, -1 when interrupted.
  ///
  /// All events during line editing are handled in this wait, on this thread.
  func readCharacter(into character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    while true {
      if let result = handleSignals() { return result }
      showAppOutput()
      switch decoder.next() {
      case .scalar(let scalar):
        character?.pointee = wchar_t(truncatingIfNeeded: scalar.value)
        return 1
      case .damaged:
        library.el_beep(handle)
        continue
      case nil:
        break
      }
      guard let bytes = waitForInput(timeout: timeout) else {
        ending = .endOfInput
        return 0
      }
      decoder.append(bytes)
    }
  }

  /// Nil to continue.
  private func handleSignals() -> Int32? {
    let notes = TerminalSignals.take()
    guard !TerminalSignals.isExiting else { return nil }
    if notes.contains(.interrupted) {
      moveBelowLine(mark: "^C")
      decoder.removeAll()
      ending = .interrupted
      ceditline_errno().pointee = EINTR
      return -1
    }
    if notes.contains(.suspended) {
      moveBelowLine()
      ceditline_set_raw(library, handle, 0)
      markPastes(false)
      TerminalSignals.suspend()
    }
    if !notes.isDisjoint(with: [.suspended, .continued]) {
      // The shell has changed the terminal's mode; libedit only notices when it is set twice.
      ceditline_set_raw(library, handle, 0)
      ceditline_set_raw(library, handle, 1)
      markPastes(true)
      write(Array("\r".utf8))
      library.el_resize(handle)
      ceditline_redraw(library, handle)
    } else if notes.contains(.resized) {
      resize()
    }
    return nil
  }

  private var timeout: Int32 {
    guard let restDeadline else { return -1 }
    let left = ContinuousClock.now.duration(to: restDeadline)
    return left <= .zero ? 0 : Int32(left / .milliseconds(1)) + 1
  }

  private func showAppOutput() {
    guard let appOutput else { return }
    let (lines, isRestLeft) = appOutput.takeLines()
    showAbove(lines)
    guard isRestLeft else {
      restDeadline = nil
      return
    }
    let now = ContinuousClock.now
    if let restDeadline, restDeadline <= now {
      showAbove(appOutput.takeAll())
      self.restDeadline = nil
    } else if restDeadline == nil || !lines.isEmpty {
      restDeadline = now + Self.restDelay
    }
  }
}

/// Splits typed bytes into scalars: UTF-8 that may arrive in pieces and may be invalid.
///
/// The marks around a paste are left out, and a pasted tab is a space: it completes nothing.
struct InputDecoder {
  enum Step: Equatable {
    case scalar(Unicode.Scalar)
    /// A byte that isn't part of a character was dropped.
    case damaged
  }

  private var bytes: [UInt8] = []
  private var position = 0
  private var isPasted = false
  private static let pasteStart = Array("\u{1b}[200~".utf8)
  private static let pasteEnd = Array("\u{1b}[201~".utf8)

  mutating func append(_ more: some Sequence<UInt8>) {
    bytes.removeFirst(position)
    position = 0
    bytes.append(contentsOf: more)
  }

  mutating func removeAll() {
    bytes = []
    position = 0
    isPasted = false
  }

  /// The next character; nil when more bytes are needed.
  mutating func next() -> Step? {
    while let mark = [Self.pasteStart, Self.pasteEnd].first(where: bytes[position...].starts) {
      position += mark.count
      isPasted = mark == Self.pasteStart
    }
    guard position < bytes.count else { return nil }
    // The beginning of a mark; the key alone, and with another, is held back only within a paste.
    let rest = bytes[position...]
    let isMark = Self.pasteStart.starts(with: rest) || Self.pasteEnd.starts(with: rest)
    if isMark, isPasted || rest.count > 2 { return nil }
    if isPasted, bytes[position] == UInt8(ascii: "\t") {
      position += 1
      return .scalar(" ")
    }
    let length = Self.length(startingWith: bytes[position])
    let available = bytes[position...].prefix(length)
    let isWellFormed = length > 0 && available.dropFirst().allSatisfy { $0 & 0xc0 == 0x80 }
    if isWellFormed, available.count < length { return nil }
    if isWellFormed, let scalar = Self.scalar(available) {
      position += length
      return .scalar(scalar)
    }
    position += 1
    return .damaged
  }

  private static func length(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0..<0x80: 1
    case 0xc2..<0xe0: 2
    case 0xe0..<0xf0: 3
    case 0xf0..<0xf5: 4
    default: 0
    }
  }

  private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var text = String(utf8Bytes: bytes)?.unicodeScalars.makeIterator()
    return text?.next()
  }
}
