import ArgumentParser
import TextIO
import TreeAnalysis
import TreeComparison
import TreeJournal
import TreeSnapshot

/// A factor on the command line: `5x`.
struct FactorWord: Hashable, ExpressibleByArgument {
  var factor: Double

  init?(argument: String) {
    let digits = argument.hasSuffix("x") ? argument.dropLast() : argument[...]
    guard let factor = Double(digits), factor.isFinite, factor > 1 else { return nil }
    self.factor = factor
  }
}

/// What counts in a comparison, as words of a person.
struct RuleWords {
  private var messages: [String] = []
  private var models: [String] = []
  private var ignored: [String] = []
  private var slower: FactorWord?
  /// The words of the command line, which must name something.
  private var named: Set<String> = []

  init() {}

  /// Reads rules from a file: a line each, `message`, `model`, `ignore` or `slower`, and a word. A line that
  /// begins with '#' is a comment.
  init(file: String) throws {
    let text = try FileBytes(path: file).withBuffer { String(decoding: $0, as: UTF8.self) }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let rest = words.dropFirst().joined(separator: " ")
      switch first {
      case "message" where !rest.isEmpty: messages.append(rest)
      case "model" where !rest.isEmpty: models.append(rest)
      case "ignore" where !rest.isEmpty: ignored.append(rest)
      case "slower" where FactorWord(argument: rest) != nil: slower = FactorWord(argument: rest)
      default:
        throw ConsoleError(
          "\(file):\(index + 1): '\(SafeText(line))' isn't a rule; write 'message NAME', "
            + "'model TYPE', 'ignore NAME' or 'slower 5x'")
      }
    }
  }

  /// These and those of the command line.
  func adding(_ options: RunOptions) -> RuleWords {
    var words = self
    words.messages += options.message
    words.models += options.model
    words.ignored += options.ignore
    words.slower = options.slower ?? words.slower
    words.named = Set(options.message + options.model + options.ignore)
    return words
  }

  /// The rules for some journals.
  func rules(for journals: [JournalContents]) throws -> ComparisonRules {
    var rules = ComparisonRules()
    rules.slowerBy = slower?.factor
    if messages.isEmpty, models.isEmpty, ignored.isEmpty { return rules }
    func matching(_ word: String) -> Set<KnownMessage> {
      journals.reduce(into: []) { $0.formUnion($1.messages(named: word)) }
    }
    let types = journals.reduce(into: Set<String>()) { $0.formUnion(JournalTypes(of: $1).names) }
    func typesMatching(_ word: String) throws -> Set<String> {
      let selector = try Selector(word)
      return types.filter { selector.lastSegmentFits(id: -1, type: $0) }
    }
    for word in messages {
      let found = matching(word)
      if found.isEmpty { try refuse(word, as: "message", hints: []) }
      rules.messages.formUnion(found)
      rules.hasMessages = true
    }
    for word in models {
      let found = try typesMatching(word)
      if found.isEmpty { try refuse(word, as: "type of a model", hints: types.sorted()) }
      rules.models.formUnion(found)
      rules.hasModels = true
    }
    for word in ignored {
      if let event = EventWord(rawValue: word).event {
        rules.ignored.events.insert(event)
        continue
      }
      let found = matching(word)
      let ignoredTypes = found.isEmpty ? try typesMatching(word) : []
      if found.isEmpty, ignoredTypes.isEmpty {
        try refuse(word, as: "message, type or kind of record", hints: types.sorted())
      }
      rules.ignored.messages.formUnion(found)
      rules.ignored.types.formUnion(ignoredTypes)
    }
    return rules
  }

  /// A kept file may name what these runs don't have; a person at a keyboard has mistyped it.
  private func refuse(_ word: String, as what: SafeText, hints: [String]) throws {
    guard named.contains(word) else { return }
    let hint = hints.hint(for: word, otherwise: "'journal' shows what they have")
    throw ConsoleError("neither run has a \(what) called '\(word)'; \(hint)")
  }
}
