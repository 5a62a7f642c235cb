import TextIO
import TreeSnapshot

// What a program prints within a workflow is read for commands by the runner.
extension GitHubReport {
  /// Text in which nothing is a workflow command; all else is left as it is.
  ///
  /// The runner takes a line for a command that begins, behind white space, with `::`, and in its old
  /// form any line that holds `##[`. One letter of these is written as its number. The runner compares
  /// as people do, for whom invisible letters are not there; nor do they hide anything here.
  ///
  /// - Parameter text: one line or several.
  package static func inert(_ text: String) -> String {
    let isSuspect = text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }
    guard isSuspect else { return text }
    var result = String.UnicodeScalarView()
    var state = State.margin
    for scalar in text.unicodeScalars {
      let next = state.after(scalar)
      if next == .command {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        state = .within
      } else {
        result.append(scalar)
        state = next
      }
    }
    return String(result)
  }

  private enum State {
    /// Nothing of the line has been seen yet.
    case margin
    /// One colon has been seen at the margin.
    case colon
    case within
    /// One `#`.
    case hash
    /// Two of them.
    case hashes
    /// The letter would complete a command.
    case command

    func after(_ scalar: Unicode.Scalar) -> State {
      if scalar == "\n" || scalar == "\r" { return .margin }
      switch (self, scalar) {
      case (.margin, _) where scalar.properties.isWhitespace: return .margin
      case (.margin, ":"): return .colon
      case (.colon, ":"): return .command
      case (.hash, "#"), (.hashes, "#"): return .hashes
      case (.hashes, "["): return .command
      case (_, "#"): return .hash
      case _ where !SafeText.isPlain(scalar): return self
      default: return .within
      }
    }
  }

  /// The same for JSON, in which a letter may be written as its number without changing anything.
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
