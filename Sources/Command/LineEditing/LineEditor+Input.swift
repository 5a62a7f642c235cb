import CEditLine
import TextIO

extension LineEditor {
  /// libedit's source of characters: 1 for a character, 0 at the end, -1 when interrupted.
  ///
  /// All events during line editing are handled in this wait, on this thread.
  func readCharacter(into character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    while true {
      if let result = handleSignals() { return result }
      if let lines = appOutput?.takeLines() { showAbove(lines) }
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
      guard let bytes = waitForInput() else {
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
      discardInput()
      ending = .interrupted
      ceditline_errno().pointee = EINTR
      return -1
    }
    if notes.contains(.suspended) {
      moveBelowLine()
      ceditline_set_raw(library, handle, 0)
      TerminalSignals.suspend()
    }
    if !notes.isDisjoint(with: [.suspended, .continued]) {
      // The shell has changed the terminal's mode; libedit only notices when it is set twice.
      ceditline_set_raw(library, handle, 0)
      ceditline_set_raw(library, handle, 1)
      write("\r".utf8)
      library.el_resize(handle)
      ceditline_redraw(library, handle)
    } else if notes.contains(.resized) {
      resize()
    }
    return nil
  }

  /// Waits for typed bytes, a signal, or output to show. Empty if it wasn't for the first; nil if the
  /// terminal is gone.
  private func waitForInput() -> [UInt8]? {
    var waits = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&waits, nfds_t(waits.count), -1) >= 0 else {
      return ceditline_errno().pointee == EINTR ? [] : nil
    }
    if waits[1].revents != 0 { wake.clear() }
    // This may be a hang-up or an error: only reading tells which.
    guard waits[0].revents != 0 else { return [] }
    guard let bytes = Descriptor.chunk(of: input, limit: 1024) else {
      return ceditline_errno().pointee == EAGAIN ? [] : nil
    }
    return bytes.isEmpty ? nil : bytes
  }
}

/// Splits typed bytes into scalars: UTF-8 that may arrive in pieces and may be invalid.
struct InputDecoder {
  enum Step: Equatable {
    case scalar(Unicode.Scalar)
    /// A byte that isn't part of a character was dropped.
    case damaged
  }

  private var bytes: [UInt8] = []

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  mutating func removeAll() { bytes = [] }

  /// The next character; nil when more bytes are needed.
  mutating func next() -> Step? {
    guard let first = bytes.first else { return nil }
    // The first byte of several begins with as many ones.
    let length = max(1, (~first).leadingZeroBitCount)
    let character = bytes.prefix(length)
    if let scalar = String(utf8Bytes: character)?.unicodeScalars.first {
      bytes.removeFirst(length)
      return .scalar(scalar)
    }
    let isIncomplete = character.dropFirst().allSatisfy { $0 & 0xc0 == 0x80 }
    if isIncomplete, character.count < length, length <= 4 { return nil }
    bytes.removeFirst()
    return .damaged
  }
}
