import TextIO
import TreeAnalysis

extension LintSettings {
  /// Reads `{"disabled": ["unheard-event"], "severity": {"leaked-model": "error"}}`.
  ///
  /// - Throws: `LintInputError` with the line of what is wrong or not known, or `FileError` where
  ///   the file cannot be read.
  init(contentsOf path: String) throws {
    let bytes = try FileBytes(path: path)
    self = try bytes.withBuffer { bytes throws(LintInputError) in
      var reader = LintSettingsReader(scanner: JSONScanner(bytes))
      do throws(JSONFailure) {
        return try reader.read()
      } catch {
        throw .file(path, line: JSONScanner(bytes).line(at: error.offset), .init(error.problem))
      }
    }
  }
}

/// Reads settings, and refuses whatever it does not know.
private struct LintSettingsReader: ~Copyable {
  var scanner: JSONScanner

  mutating func read() throws(JSONFailure) -> LintSettings {
    var settings = LintSettings()
    var seen: Set<String> = []
    var more = try opens("{", until: "}", "the file", "an object")
    while more {
      let (key, offset) = try key()
      if !seen.insert(key).inserted { throw refused(JSONProblem.duplicateKey(key), offset) }
      switch key {
      case "disabled": try readDisabled(into: &settings)
      case "severity": try readSeverities(into: &settings)
      default: throw refused(LintInputError.Fault.unknownKey(key), offset)
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
    try scanner.expectEnd()
    return settings
  }

  private mutating func readDisabled(into settings: inout LintSettings) throws(JSONFailure) {
    var more = try opens("[", until: "]", "disabled", "an array of rules")
    while more {
      let (name, offset) = try text("disabled", "an array of rules in double quotes")
      try check(name, offset)
      settings.disabled.insert(name)
      more = try scanner.continues(until: UInt8(ascii: "]"))
    }
  }

  private mutating func readSeverities(into settings: inout LintSettings) throws(JSONFailure) {
    var more = try opens("{", until: "}", "severity", "an object")
    while more {
      let (name, offset) = try key()
      try check(name, offset)
      if settings.severities[name] != nil { throw refused(JSONProblem.duplicateKey(name), offset) }
      let (word, wordOffset) = try text(name, "\"error\", \"warning\" or \"note\"")
      guard let severity = LintSeverity(rawValue: word) else {
        throw refused(LintInputError.Fault.unknownSeverity(word), wordOffset)
      }
      settings.severities[name] = severity
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
  }

  private func check(_ rule: String, _ offset: Int) throws(JSONFailure) {
    if LintRule.named(rule) == nil {
      throw refused(LintInputError.Fault.unknownRule(rule), offset)
    }
  }

  // MARK: Values

  private mutating func opens(
    _ open: Unicode.Scalar, until close: Unicode.Scalar, _ key: String, _ expected: String
  ) throws(JSONFailure) -> Bool {
    if scanner.peek() != UInt8(ascii: open) { throw scanner.wrongType(key, expected) }
    return try scanner.opens(UInt8(ascii: open), until: UInt8(ascii: close))
  }

  private mutating func key() throws(JSONFailure) -> (String, offset: Int) {
    _ = scanner.peek()
    let offset = scanner.position
    return (String(decoding: try scanner.key(), as: UTF8.self), offset)
  }

  private mutating func text(
    _ key: String, _ expected: String
  ) throws(JSONFailure) -> (String, offset: Int) {
    if scanner.peek() != UInt8(ascii: "\"") { throw scanner.wrongType(key, expected) }
    let offset = scanner.position
    return (String(decoding: try scanner.string(), as: UTF8.self), offset)
  }

  private func refused(_ problem: any Error, _ offset: Int) -> JSONFailure {
    JSONFailure(offset: offset, problem: problem)
  }
}

extension LintInputError.Fault {
  fileprivate init(_ problem: any Error) {
    self =
      problem as? LintInputError.Fault
      ?? .json(problem as? JSONProblem ?? .truncated)
  }
}
