import ArgumentParser
import TextIO
import TreeAnalysis

/// Lists everything that is wrong, in one answer.
struct Problems: FormattedQuestion {
  static let commandName = "problems"
  static let abstract = "List what is wrong, the worst first, each with the command to ask next."
  static let explanation: String? = """
    Of what happened, as far as there is a journal: uncaught errors, unhandled bubbles, unheard events, \
    handlers that never returned or took more than 16 ms, and messages that led to each other in a \
    circle. Of a running app: models that left the tree and are still alive. Of the tree: what 'lint' \
    finds, such as sessions that were never opened. Alike problems are put together.

    The status is 1 if one is an error or a warning.

    With --json: {"problems": […], "models": 8, "records": 66}; records is missing without a journal. A \
    problem has what (uncaught, unhandled, unheard, unreturned, leaked, cycle, slow, or a rule of \
    'lint'), severity, reason, count, message, up to five models (id, type, and path if it is in the \
    tree) and records, source, remedy and next (command, or for an agent tool and arguments).
    """
  static let examples = ["", "--limit 3", "--at 62 --json"]

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let search = try ProblemSearch(view)
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
