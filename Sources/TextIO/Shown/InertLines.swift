/// Keeps lines of output from being commands of the service that shows them.
///
/// GitHub's runner takes a line for a command that begins, after white space, with `::`, and in its old
/// form any line that contains `##[`, as Azure's does any with `##vso[`. One character of these is written
/// as its number; everything else stays as it is. Lines may come in parts.
package struct InertLines: Sendable {
  /// What lines are made of.
  package enum Form: Hashable, Sendable {
    /// Text, in which a number is written as `\u{3a}`.
    case text
    /// JSON, in which a number changes nothing: `\u005b`.
    case json
    /// Bytes that aren't text, or commands on purpose: written unchanged.
    case verbatim
  }

  private enum State: Equatable {
    /// Nothing but white space precedes.
    case margin
    /// The bytes so far of a character at the margin that may be white space.
    case part(UInt32)
    /// One colon at the margin.
    case colon
    case within
    /// One `#`.
    case hash
    /// Two of them, and letters.
    case hashes
  }

  private var state = State.margin

  /// Begins at the margin of a line.
  package init() {}

  /// Lends bytes in which nothing is a command, behind those before.
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

  /// Whether two bytes beside each other may belong to a command. Costs one pass without branches.
  private static func hasPair(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var pairs: UInt8 = 0
    for index in bytes.indices.dropFirst() {
      let byte = bytes[index]
      let isMark = byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#")
      pairs |= isMark && byte == bytes[index &- 1] ? 1 : 0
    }
    return pairs != 0
  }

  /// Passes over bytes without a pair: only their end counts.
  private mutating func follow(_ bytes: UnsafeBufferPointer<UInt8>, _ form: Form) {
    // In JSON nothing at the margin is from outside.
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

  /// The state behind bytes that may be a character of white space beyond ASCII, or begin one.
  private static func state(behind bytes: UInt32) -> State {
    switch bytes {
    case 0xC2A0, 0xE19A80, 0xE28080...0xE2808A, 0xE280AF, 0xE2819F, 0xE38080: .margin
    case 0xC2, 0xE1...0xE3, 0xE19A, 0xE280, 0xE281, 0xE380: .part(bytes)
    default: .within
    }
  }
}

extension SafeText {
  /// The text, in one line or several, without a line that is a command of the service that shows it.
  package var inert: SafeText {
    var (text, lines) = (string, InertLines())
    return text.withUTF8 { bytes in
      lines.withInert(bytes, .text) { SafeText(lines: String(decoding: $0, as: UTF8.self)) }
    }
  }
}
