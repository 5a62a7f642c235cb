/// Keeps the service that shows output from taking its lines for commands.
///
/// GitHub's runner takes a line for a command if it begins, after white space, with `::`, or, in an
/// older form, contains `##[`. Azure's does so for `##vso[`. One character of each is written as
/// its number; everything else stays the same. Lines may arrive in parts.
package struct InertLines: Sendable {
  /// The format of the lines.
  package enum Form: Hashable, Sendable {
    /// Text, which writes a number as `\u{3a}`.
    case text
    /// JSON, in which an escape changes nothing: `\u005b`.
    case json
    /// Bytes that aren't text, or intended commands: written unchanged.
    case verbatim
  }

  private enum State: Equatable {
    /// Only white space so far.
    case margin
    /// An incomplete character at the margin that may be white space.
    case part(UInt32)
    /// One colon at the margin.
    case colon
    case within
    /// One `#`.
    case hash
    /// Two of them, and any letters.
    case hashes
  }

  private var state = State.margin

  /// Starts at the beginning of a line.
  package init() {}

  /// Passes on the next bytes, with any command in them disabled.
  package mutating func withInert<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ form: Form,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard form != .verbatim, state != .within && state != .margin || Self.hasPair(bytes) else {
      follow(bytes, form)
      return body(bytes)
    }
    var inert: [UInt8] = []
    inert.reserveCapacity(bytes.count + 16)
    for byte in bytes {
      if completesCommand(byte), form == .text || byte != UInt8(ascii: ":") {
        let number = String(byte, radix: 16)
        inert += (form == .json ? "\\u00\(number)" : "\\u{\(number)}").utf8
        state = .within
      } else {
        inert.append(byte)
        state = after(byte)
      }
    }
    return inert.withUnsafeBufferPointer(body)
  }

  /// Whether two adjacent bytes may be part of a command. Costs one pass without branches.
  private static func hasPair(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var pairs: UInt8 = 0
    for index in 1..<max(bytes.count, 1) {
      let byte = bytes[index]
      let isColon: UInt8 = byte == UInt8(ascii: ":") ? 1 : 0
      let isHash: UInt8 = byte == UInt8(ascii: "#") ? 1 : 0
      let isPair: UInt8 = byte == bytes[index &- 1] ? 1 : 0
      pairs |= (isColon | isHash) & isPair
    }
    return pairs != 0
  }

  /// Skips bytes without such a pair: only their end matters.
  private mutating func follow(_ bytes: UnsafeBufferPointer<UInt8>, _ form: Form) {
    // In JSON, text at the margin is never from outside.
    if form == .json {
      state = bytes.last.map { $0 == UInt8(ascii: "#") ? .hash : .within } ?? state
    } else {
      let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.startIndex
      for byte in bytes[end...] { state = after(byte) }
    }
  }

  private func completesCommand(_ byte: UInt8) -> Bool {
    switch state {
    case .colon: byte == UInt8(ascii: ":")
    case .hashes: byte == UInt8(ascii: "[")
    default: false
    }
  }

  private func after(_ byte: UInt8) -> State {
    switch (state, byte) {
    case (_, UInt8(ascii: "\n")): .margin
    case (.margin, UInt8(ascii: " ")), (.margin, 0x09...0x0D): .margin
    case (.margin, UInt8(ascii: ":")): .colon
    case (.margin, 0x80...): Self.state(behind: UInt32(byte))
    case (.part(let start), 0x80...): Self.state(behind: start << 8 | UInt32(byte))
    case (.hash, UInt8(ascii: "#")), (.hashes, UInt8(ascii: "#")): .hashes
    case (.hashes, UInt8(ascii: "a")...UInt8(ascii: "z")): .hashes
    case (_, UInt8(ascii: "#")): .hash
    default: .within
    }
  }

  /// The state after bytes that are, or may begin, white space beyond ASCII.
  private static func state(behind bytes: UInt32) -> State {
    switch bytes {
    case 0xC2A0, 0xE19A80, 0xE28080...0xE2808A, 0xE280AF, 0xE2819F, 0xE38080: .margin
    case 0xC2, 0xE1...0xE3, 0xE19A, 0xE280, 0xE281, 0xE380: .part(bytes)
    default: .within
    }
  }
}

extension SafeText {
  /// The text, in one or more lines, with any command in it disabled.
  package var inert: SafeText {
    var (text, lines) = (string, InertLines())
    return text.withUTF8 { bytes in
      lines.withInert(bytes, .text) { SafeText(lines: String(decoding: $0, as: UTF8.self)) }
    }
  }
}
