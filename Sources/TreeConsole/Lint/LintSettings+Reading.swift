import TextIO
import TreeAnalysis
import TreeSnapshot

extension LintSettings {
  /// Reads `{"disabled": ["unheard-event"], "severity": {"leaked-model": "error"}}`.
  ///
  /// - Throws: `LintInputError` with the line of what is wrong or not known, or `FileError` where
  ///   the file cannot be read.
  init(contentsOf path: String) throws {
    let bytes = try FileBytes(path: path)
    self = try bytes.withBuffer { bytes throws(LintInputError) in
      var reader = LintSettingsReader(bytes, path: path)
      return try reader.read()
    }
  }
}

/// Reads settings, and refuses whatever it does not know.
private struct LintSettingsReader: ~Copyable {
  private typealias Failure = JSONFailure
  private typealias Fault = LintInputError.Fault

  private var scanner: JSONScanner
  private let path: String
  private var settings = LintSettings()

  init(_ bytes: UnsafeBufferPointer<UInt8>, path: String) {
    scanner = JSONScanner(bytes)
    self.path = path
  }

  mutating func read() throws(LintInputError) -> LintSettings {
    var seen: Set<String> = []
    guard peek(is: "{") else { throw try wrongType("the file", "an object") }
    var more = try opens("{", until: "}")
    while more {
      let (key, offset) = try self.key()
      if !seen.insert(key).inserted { throw refused(.repeatedKey(key), offset) }
      switch key {
      case "disabled": try readDisabled()
      case "severity": try readSeverities()
      default: throw refused(.unknownKey(key), offset)
      }
      more = try continues(until: "}")
    }
    do { try scanner.expectEnd() } catch { throw refused(error) }
    return settings
  }

  private mutating func readDisabled() throws(LintInputError) {
    guard peek(is: "[") else { throw try wrongType("disabled", "an array of rules") }
    var more = try opens("[", until: "]")
    while more {
      let (name, offset) = try text("disabled", "an array of rules in double quotes")
      settings.disabled.insert(try rule(name, offset))
      more = try continues(until: "]")
    }
  }

  private mutating func readSeverities() throws(LintInputError) {
    guard peek(is: "{") else { throw try wrongType("severity", "an object") }
    var more = try opens("{", until: "}")
    while more {
      let (key, offset) = try self.key()
      let name = try rule(key, offset)
      if settings.severities[name] != nil { throw refused(.repeatedKey(name), offset) }
      let (word, wordOffset) = try text(name, "\"error\", \"warning\" or \"note\"")
      guard let severity = LintSeverity(rawValue: word) else {
        throw refused(.unknownSeverity(word), wordOffset)
      }
      settings.severities[name] = severity
      more = try continues(until: "}")
    }
  }

  private mutating func rule(_ name: String, _ offset: Int) throws(LintInputError) -> String {
    if LintRule.named(name) == nil { throw refused(.unknownRule(name), offset) }
    return name
  }

  // MARK: The text

  private mutating func peek(is character: Unicode.Scalar) -> Bool {
    // At the end of the text the scanner says best what is missing.
    scanner.peek().map { $0 == UInt8(ascii: character) } ?? true
  }

  private mutating func opens(
    _ open: Unicode.Scalar, until close: Unicode.Scalar
  ) throws(LintInputError) -> Bool {
    do {
      return try scanner.opens(UInt8(ascii: open), until: UInt8(ascii: close))
    } catch { throw refused(error) }
  }

  private mutating func continues(until close: Unicode.Scalar) throws(LintInputError) -> Bool {
    do { return try scanner.continues(until: UInt8(ascii: close)) } catch { throw refused(error) }
  }

  private mutating func key() throws(LintInputError) -> (String, offset: Int) {
    _ = scanner.peek()
    let offset = scanner.position
    do {
      return (String(decoding: try scanner.key(), as: UTF8.self), offset)
    } catch { throw refused(error) }
  }

  private mutating func text(
    _ key: String, _ expected: String
  ) throws(LintInputError) -> (String, offset: Int) {
    guard peek(is: "\"") else { throw try wrongType(key, expected) }
    let offset = scanner.position
    do {
      return (String(decoding: try scanner.string(), as: UTF8.self), offset)
    } catch { throw refused(error) }
  }

  private mutating func wrongType(
    _ key: String, _ expected: String
  ) throws(LintInputError) -> LintInputError {
    let offset = scanner.position
    do {
      let found = try scanner.describeValue()
      return refused(.wrongType(key: key, expected: expected, found: found), offset)
    } catch { throw refused(error) }
  }

  private func refused(_ fault: Fault, _ offset: Int) -> LintInputError {
    .file(path, line: scanner.line(at: offset), fault)
  }

  private func refused(_ failure: Failure) -> LintInputError {
    let fault: Fault =
      switch failure.problem {
      case JSONProblem.syntax(let expected, let found): .notJSON(expected: expected, found: found)
      case JSONProblem.invalidText: .invalidText
      default: .cutOff
      }
    return refused(fault, failure.offset)
  }
}
