import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeLink
import TreeSnapshot

/// Lists everything that is wrong, in one answer.
struct Problems: FormattedQuestion {
  static let commandName = "problems"
  static let abstract = "List problems, worst first, each with what to ask next."
  static let explanation: String? = """
    From a journal: uncaught errors, unhandled bubbles, unheard events, handlers that never returned or \
    took more than 16 ms, and messages that raised each other in a circle. From a running app: models \
    that left the tree and are still alive. From the tree: the findings of 'lint', such as sessions \
    that were never opened. The specs that are named. Problems of one kind and subject are grouped.

    The status is 1 if one is an error or a warning.

    With --json: {"problems": […], "models": 8, "records": 66}; records is missing without a journal. A \
    problem has what (uncaught, unhandled, unheard, unreturned, spec, leaked, cycle, slow, or a rule of \
    'lint'), severity, reason, related (another place), count, message, up to five models (id, type, and \
    path if it is in the tree) and records, source, remedy and next (command, or for an agent tool and \
    arguments).
    """
  static let examples = ["", "--limit 3", "--spec flow.treespec", "--at 62 --json"]

  @Option(help: .value("file", "A spec that must hold; may be repeated."))
  var spec: [InputFile] = []

  @OptionGroup var limits: LimitOptions

  @Flag(help: .countAlone) var count = false

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    var search = try ProblemSearch(view)
    try search.check(spec.map(\.rawValue))
    let problems = search.problems
    let hasFindings = problems.contains { $0.severity != .note }
    if count { return .count(problems.count, hasFindings: hasFindings) }
    let (limit, limitInJSON) = (limits.number(view), limits.numberInJSON)
    let view = view
    return Answer(hasFindings: hasFindings) {
      .object { json in
        json.array("problems", of: problems.prefix(limitInJSON)) { problem, json in
          problem.write(to: &json, in: view)
        }
        json.write("models", search.modelCount)
        json.write("records", search.recordCount)
      }
    } text: { text in
      text.list(problems, limit: limit) { $0.write(to: &$1, in: view) }
      text.line(Self.summary(of: search))
    }
  }

  /// `3 problems: 1 error, 2 notes; looked at 8 models and 66 records`
  private static func summary(of search: ProblemSearch) -> SafeText {
    let found: SafeText =
      search.problems.isEmpty
      ? "no problems"
      : "\(counted(search.problems.count, "problem")): "
        + LintSeverity.counts(search.problems.map(\.severity))
    let models = counted(search.modelCount, "model")
    guard let records = search.recordCount else {
      return "\(found); looked at \(models), without a journal of what happened"
    }
    return "\(found); looked at \(models) and \(counted(records, "record"))"
  }
}

/// A problem of an app, with its evidence.
struct Problem {
  /// The kind of problem. Among problems of equal severity, the first kinds come first.
  enum Sort: Int, Hashable {
    /// A message that no model got, a spec that the app doesn't match, or a handler that never returned.
    case uncaught, spec, unreturned, unhandled, unheard
    /// Models that left the tree and are still alive.
    case leaked
    /// Messages that led to each other in a circle.
    case cycle
    /// A finding of a lint rule.
    case lint
    /// A slow handler.
    case slow
  }

  /// A model that is involved.
  struct Model: Hashable {
    var id: Int
    var type: String?
    /// Its path, if it is in the tree.
    var path: String?
  }

  /// The maximum number of models and records to name.
  static let mostShown = 5

  var sort: Sort
  /// The rule of lint that found it, if any.
  var rule: LintRule?
  var severity: LintSeverity
  var reason: SafeText
  /// Another place that has to do with it, such as a nearer handler.
  var related: SafeText?
  /// The number of occurrences.
  var count = 1
  var message: KnownMessage?
  /// Some of the models.
  var models: [Model] = []
  /// Some of the journal's records.
  var records: [Int] = []
  /// The `file:line` of its source.
  var source: String?
  /// How to fix it.
  var remedy: String?
  var next: NextCall

  /// The kind in one word.
  var word: String { rule?.name ?? "\(sort)" }
}

extension Problem {
  func write(to text: inout StyledText, in view: View) {
    text.append("\(severity.rawValue)", severity.color)
    text.append(": \(word)")
    text.line(count > 1 ? "  ×\(count)" : "", .dim)
    text.line("  \(reason)")
    for model in models {
      if let path = model.path {
        text.line("    \(NodePaths.typed(SafeText(path))) #\(model.id)", .dim)
      }
    }
    if let source { text.line("    at \(source)", .dim) }
    if let related { text.line("    \(related)", .dim) }
    text.append("  next: ", .dim)
    text.line(next.line(in: view))
    text.line()
  }

  /// Writes the members of the JSON object, whose keys are part of the contract.
  func write(to json: inout JSONObject, in view: View) {
    json.write("what", word)
    json.write("severity", severity.rawValue)
    json.write("reason", reason)
    json.write("related", related?.string)
    json.write("count", count)
    if let message {
      json.object("message") { $0.write(message) }
    }
    json.array("models", of: models) { model, json in
      json.write("id", model.id)
      json.write("type", model.type)
      json.write("path", model.path)
    }
    json.write("records", records)
    json.write("source", source)
    json.write("remedy", rule?.remedy ?? remedy)
    json.object("next") { next.write(to: &$0, in: view) }
  }
}

/// The next query about a problem: a command for a person, or a tool call for an agent.
struct NextCall {
  /// The command, which is also the agent's tool.
  let command: String
  /// The arguments without the target, by the tool's names for them.
  let arguments: KeyValuePairs<String, String?>

  /// The command line for a view.
  func line(in view: View) -> SafeText {
    // At a prompt, the target is implied.
    var words = [command] + (view.isShell ? [view.targetWord ?? "TARGET"] : [])
    for case (let name, let value?) in arguments {
      switch name {
      case "kind" where command == "routes": words += ["--message", value]
      case "kind", "message", "selector", "spec": words.append(value)
      default: words += ["--" + name.replacing("_", with: "-"), value]
      }
    }
    let line = words.map { word in
      // A shell would take the rest of the line for a comment, or brackets for a pattern.
      let quoted = ShellWords.quote(word)
      let isSpecial = quoted == word && (word.hasPrefix("#") || word.contains { "[]".contains($0) })
      return isSpecial ? "'\(word)'" : quoted
    }
    return view.call + SafeText(line.joined(separator: " "))
  }

  /// Writes the members of the JSON object: `tool` and `arguments` for an agent, otherwise
  /// `command`.
  func write(to json: inout JSONObject, in view: View) {
    guard case .agent(let target) = view.prompt.caller else {
      return json.write("command", line(in: view))
    }
    json.write("tool", command)
    json.object("arguments") { json in
      json.write("target", target)
      for (name, value) in arguments { json.write(name, value) }
    }
  }
}
