import TextIO
import TreeAnalysis

/// Which rules run, and the severity of their findings.
struct LintSettings: Hashable {
  /// The settings file that is read by default.
  static let defaultFile = ".modeltree-lint.json"

  /// The names of the disabled rules.
  private(set) var disabled: Set<String> = []
  /// The severities of rules, if they differ from the default.
  private var severities: [String: LintSeverity] = [:]

  /// Reads the settings of a file, or of the default file if it exists, and disables more rules.
  ///
  /// - Throws: `ConsoleError` with the faulty line, `FileError` if the file can't be read.
  init(file: String?, disabling names: [String]) throws {
    if let file = file ?? (FileNames.isFile(Self.defaultFile) ? Self.defaultFile : nil) {
      try read(file)
    }
    for name in names {
      if let words = Self.fault(ofRule: name) { throw ConsoleError(words) }
      disabled.insert(name)
    }
  }

  /// The problem with a rule's name; nil if the rule exists.
  private static func fault(ofRule name: String) -> SafeText? {
    if LintRule.named(name) != nil { return nil }
    let hint = LintRule.all.map(\.name).hint(for: name, otherwise: "'help lint' lists the rules")
    return "unknown rule '\(name)'; \(hint)"
  }

  /// Parses `{"disabled": ["unheard-event"], "severity": {"leaked-model": "error"}}`.
  private mutating func read(_ path: String) throws {
    try FileBytes(path: path).withBuffer { bytes throws(ConsoleError) in
      var scanner = JSONScanner(bytes)
      do throws(JSONFailure) {
        try read(&scanner)
        try scanner.expectEnd()
      } catch {
        let words = (error.problem as? JSONProblem)?.words ?? "\(error.problem)"
        throw ConsoleError("\(path): line \(JSONScanner(bytes).line(at: error.offset)): \(words)")
      }
    }
  }

  private mutating func read(_ scanner: inout JSONScanner) throws(JSONFailure) {
    func refuse(_ words: SafeText?, at scanner: borrowing JSONScanner) throws(JSONFailure) {
      guard let words else { return }
      throw JSONFailure(offset: scanner.position, problem: ConsoleError(words))
    }
    try scanner.readObject("the file") { scanner, key throws(JSONFailure) in
      switch key {
      case "disabled":
        try scanner.readArray(key) { scanner throws(JSONFailure) in
          let name = try scanner.readString("a rule")
          try refuse(Self.fault(ofRule: name), at: scanner)
          disabled.insert(name)
        }
      case "severity":
        try scanner.readObject(key) { scanner, name throws(JSONFailure) in
          try refuse(Self.fault(ofRule: name), at: scanner)
          let word = try scanner.readString(name)
          severities[name] = LintSeverity(rawValue: word)
          let hint = LintSeverity.allCases.map(\.rawValue).hint(
            for: word, otherwise: "write error, warning or note")
          try refuse(
            severities[name] == nil ? "'\(word)' isn't a severity; \(hint)" : nil, at: scanner)
          return true
        }
      default:
        let hint = ["disabled", "severity"].hint(
          for: key, otherwise: "write 'disabled' or 'severity'")
        try refuse("'\(key)' isn't a setting; \(hint)", at: scanner)
      }
      return true
    }
  }

  /// The enabled rules.
  var rules: [LintRule] { LintRule.all.filter { !disabled.contains($0.name) } }

  /// The findings of the enabled rules, with the severities of the settings.
  func findings(in subject: LintSubject) -> [LintFindings] {
    subject.findings(of: rules).map { found in
      var found = found
      if let severity = severities[found.rule.name] { found.severity = severity }
      return found
    }
  }
}
