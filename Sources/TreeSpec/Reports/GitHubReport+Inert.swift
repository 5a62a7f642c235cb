package import TextIO

// What a program prints within a workflow is read for commands by the runner.
extension GitHubReport {
  /// Text in which nothing is a workflow command; everything else stays as it is.
  ///
  /// The runner takes a line for a command that begins, after white space, with `::`, and in its old
  /// form any line that contains `##[`. One character of these is written as its number.
  ///
  /// - Parameter text: one line or several.
  package static func inert(_ text: SafeText) -> SafeText {
    guard text.string.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") })
    else { return text }
    var result = String.UnicodeScalarView()
    var state = State.margin
    for scalar in text.string.unicodeScalars {
      let next = state.after(scalar)
      if next == .command {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        state = .within
      } else {
        result.append(scalar)
        state = next
      }
    }
    return SafeText(lines: String(result))
  }

  private enum State {
    /// Nothing but white space precedes.
    case margin
    /// One colon at the margin.
    case colon
    case within
    /// One `#`.
    case hash
    /// Two of them.
    case hashes
    /// The character would complete a command.
    case command

    func after(_ scalar: Unicode.Scalar) -> State {
      switch (self, scalar) {
      case (_, "\n"): .margin
      case (.margin, _) where scalar.properties.isWhitespace: .margin
      case (.margin, ":"): .colon
      case (.colon, ":"): .command
      case (.hash, "#"), (.hashes, "#"): .hashes
      case (.hashes, "["): .command
      case (_, "#"): .hash
      default: .within
      }
    }
  }

  /// The same for JSON, in which a character may be written as its number without changing anything.
  static func inert(json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    let start = Array("##[".utf8)
    for (place, byte) in json.enumerated() {
      if byte == start[2], json[..<place].suffix(2).elementsEqual(start[..<2]) {
        result += "\\u005b".utf8
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
