import ArgumentParser
import LineEditing
import TextIO
import TreeAnalysis
import TreeComparison
import TreeJournal
import TreeSnapshot

extension ComparisonRules {
  /// The rules, with those of the two runs that are still running.
  func running(_ old: ComparedRun, _ new: ComparedRun) -> ComparisonRules {
    var rules = self
    if old.isRunning { rules.running.insert(.old) }
    if new.isRunning { rules.running.insert(.new) }
    return rules
  }
}

/// What `compare` takes in the shell and at a prompt.
struct RunOptions: ParsableArguments {
  @Option(
    help: .value(
      "message",
      "Only differences about this message: a code, a label, a domain or Domain.code; may be repeated."
    ))
  var message: [String] = []

  @Option(
    help: .value(
      "type", "Only differences about models of this type, such as '*Flow'; may be repeated."))
  var model: [String] = []

  @Option(
    help: .value(
      "name",
      "Leave out a message, a type or a kind of record, and what it led to; may be repeated."))
  var ignore: [String] = []

  @Option(
    help: .value(
      "factor",
      """
      Handlers, actions and answers that take this many times as long, and 1 ms or more, differ, too; so do \
      rates of messages and actions that come ten times or more.
      """))
  var slower: FactorWord?

  @Option(
    help: .value("file", "Read such options from a file, one a line: 'ignore AppEvent.tick'."),
    completion: .file())
  var rules: InputFile?

  @Flag(help: "Show everything that is different, and what came in another order.")
  var all = false

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if output.at != nil {
      throw ValidationError("--at goes with one journal; whole runs are compared")
    }
  }

  /// The rules of the options and of the file.
  func words() throws -> RuleWords {
    try (rules?.fileNames.first.map(RuleWords.init(file:)) ?? RuleWords()).adding(self)
  }

  func answer(_ old: ComparedRun, _ new: ComparedRun, _ view: View) throws -> Answer {
    let rules = try words().rules(for: [old.contents, new.contents])
      .running(old, new)
    // In the shell, Ctrl-C answers with the differences so far; at a prompt it stops any command.
    let comparison = HeldInterrupt.during(isHolding: view.session == nil) { isRequested in
      RunComparison(old.contents, new.contents, rules: rules) { !isRequested() }
    }
    let report = ComparisonReport(comparison, old, new)
    let hasFindings = comparison.first != nil
    let limit = all ? Int.max : list.limits.number(view, usual: ComparisonReport.usualLines)
    let limitInJSON = list.limits.numberInJSON
    var answer =
      list.count
      ? .count(comparison.count, hasFindings: hasFindings)
      : Answer(hasFindings: hasFindings) {
        report.json(limit: limitInJSON)
      } text: {
        report.write(to: &$0, limit: limit, all: all)
      }
    // The rest may differ.
    if !comparison.isWhole, !hasFindings { answer.failure = "interrupted" }
    return answer
  }
}

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
