import TextIO
import TreeAnalysis

/// Which rules run, and how much their findings matter.
struct LintSettings: Hashable {
  /// The file that is read by default.
  static let defaultFile = ".modeltree-lint.json"

  /// The names of the rules that are switched off.
  private(set) var disabled: Set<String> = []
  /// How much the findings of a rule matter, if that is not what the rule says.
  private var severities: [String: LintSeverity] = [:]

  /// The settings of a file, else of the default file if it exists, with more rules switched off.
  ///
  /// - Throws: `ConsoleError` with the line that is wrong, `FileError` if the file cannot be read.
  init(file: String?, disabling names: [String]) throws {
    if let file = file ?? (FileNames.isFile(Self.defaultFile) ? Self.defaultFile : nil) {
      try read(file)
    }
    for name in names {
      if let words = Self.fault(ofRule: name) { throw ConsoleError(words) }
      disabled.insert(name)
    }
  }

  /// What is wrong with a rule's name; nil for a rule's.
  private static func fault(ofRule name: String) -> SafeText? {
    if LintRule.named(name) != nil { return nil }
    let hint = LintRule.all.map(\.name).hint(for: name, otherwise: "'help lint' lists the rules")
    return "unknown rule '\(name)'; \(hint)"
  }

  /// Reads `{"disabled": ["unheard-event"], "severity": {"leaked-model": "error"}}`.
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

  /// The rules that are on.
  var rules: [LintRule] { LintRule.all.filter { !disabled.contains($0.name) } }

  /// What the rules find that are on, with the severities of the settings.
  func findings(in subject: LintSubject) -> [LintFindings] {
    subject.findings(of: rules).map { found in
      var found = found
      if let severity = severities[found.rule.name] { found.severity = severity }
      return found
    }
  }
}
