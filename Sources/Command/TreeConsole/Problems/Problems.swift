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

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    var search = try ProblemSearch(view)
    try search.check(spec.map(\.rawValue))
    let problems = search.problems
    let hasFindings = problems.contains { $0.severity != .note }
    if list.count { return .count(problems.count, hasFindings: hasFindings) }
    let (limit, limitInJSON) = (list.limits.number(view), list.limits.numberInJSON)
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
    let severities = LintSeverity.allCases.compactMap { severity -> SafeText? in
      let count = search.problems.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, "\(severity)")
    }
    let found: SafeText =
      severities.isEmpty
      ? "no problems"
      : "\(counted(search.problems.count, "problem")): \(severities.joined(separator: ", "))"
    let models = counted(search.modelCount, "model")
    guard let records = search.recordCount else {
      return "\(found); looked at \(models), without a journal of what happened"
    }
    return "\(found); looked at \(models) and \(counted(records, "record"))"
  }
}

/// A problem of an app, with its evidence.
struct Problem {
  /// The kind of problem.
  enum Sort: Hashable {
    /// An error, a bubble, or an event that no model got, according to the journal.
    case uncaught, unhandled, unheard
    /// A spec that the app doesn't match.
    case spec
    /// A handler that never returned.
    case unreturned
    /// Models that left the tree and are still alive.
    case leaked
    /// Messages that led to each other in a circle.
    case cycle
    /// A slow handler.
    case slow
    /// A finding of a lint rule.
    case lint(String)

    /// The kind in one word.
    var word: String { if case .lint(let rule) = self { rule } else { "\(self)" } }

    /// Among problems of equal severity, lower ranks come first.
    var rank: Int {
      switch self {
      case .uncaught: 0
      case .spec: 1
      case .unreturned: 2
      case .unhandled: 3
      case .unheard: 4
      case .leaked: 5
      case .cycle: 6
      case .lint: 7
      case .slow: 8
      }
    }
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
}

extension Problem {
  func write(to text: inout StyledText, in view: View) {
    text.append("\(severity.rawValue)", severity.color)
    text.append(": \(sort.word)")
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
    json.write("what", sort.word)
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
    json.write("remedy", remedy)
    json.object("next") { next.write(to: &$0, in: view) }
  }
}

/// The next query about a problem: a command for a person, or a tool call for an agent.
struct NextCall {
  /// The command, which is also the agent's tool.
  private let command: String
  /// The arguments, without the target: each with the tool's name for it, and the command's option.
  private let arguments: [(name: String, option: String?, value: String)]

  private init(
    _ command: String, _ arguments: [(name: String, option: String?, value: String)],
    at moment: Int? = nil
  ) {
    self.command = command
    self.arguments = arguments + (moment.map { [("at", "--at", "\($0)")] } ?? [])
  }

  /// The handler of a message, and near misses.
  static func trace(
    _ kind: Message.Kind, _ name: String, from id: Int, at moment: Int?
  ) -> NextCall {
    NextCall(
      "trace",
      [("kind", nil, kind.rawValue), ("message", nil, name), ("from", "--from", "#\(id)")],
      at: moment)
  }

  /// The routes of a message from all models.
  static func routes(_ kind: Message.Kind, _ name: String, at moment: Int?) -> NextCall {
    NextCall(
      "routes", [("kind", "--message", kind.rawValue), ("message", nil, name)], at: moment)
  }

  /// The details of a model.
  static func show(_ id: Int, at moment: Int?) -> NextCall {
    NextCall("show", [("selector", nil, "#\(id)")], at: moment)
  }

  /// The history of a model.
  static func history(_ id: Int) -> NextCall {
    NextCall("history", [("selector", nil, "#\(id)")])
  }

  /// The causes of a record.
  static func journal(ledTo record: Int) -> NextCall {
    NextCall("journal", [("led_to", "--led-to", "\(record)")])
  }

  /// What differs from a spec.
  static func check(_ spec: String) -> NextCall { NextCall("check", [("spec", nil, spec)]) }

  /// The models that left the tree and are still alive.
  static let leaks = NextCall("leaks", [])

  /// The command line for a view.
  func line(in view: View) -> SafeText {
    // At a prompt, the target is implied.
    let target = view.isShell ? [view.targetWord ?? "TARGET"] : []
    let words = arguments.flatMap { [$0.option, $0.value].compactMap { $0 } }
    let line = ([command] + target + words).map { word in
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
      for (name, _, value) in arguments { json.write(name, value) }
    }
  }
}
