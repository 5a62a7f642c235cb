import TextIO
import TreeAnalysis

/// Which rules run, and how much their findings matter.
struct LintSettings: Hashable {
  /// The file that is used where none is named.
  static let defaultFile = ".modeltree-lint.json"
  /// The keys that such a file may hold.
  static let keys = ["disabled", "severity"]

  /// The names of the rules that are switched off.
  var disabled: Set<String> = []
  /// How much the findings of a rule matter, where that is not what the rule says.
  var severities: [String: LintSeverity] = [:]

  /// The settings of a file, else of the default file if it is there, with more rules switched off.
  ///
  /// - Throws: `LintInputError`, or `FileError` where the file cannot be read.
  init(file: String?, disabling names: [String]) throws {
    if let file {
      self = try LintSettings(contentsOf: file)
    } else if FileNames.isFile(Self.defaultFile) {
      self = try LintSettings(contentsOf: Self.defaultFile)
    }
    for name in names {
      guard LintRule.named(name) != nil else { throw LintInputError.unknownRule(name) }
      disabled.insert(name)
    }
  }

  init() {}

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
