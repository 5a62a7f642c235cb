import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// A problem of an app, with its evidence.
struct Problem {
  /// The kind of problem.
  enum Sort: Hashable {
    /// An error, a bubble, or an event that no model got, according to the journal.
    case uncaught, unhandled, unheard
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
      case .unreturned: 1
      case .unhandled: 2
      case .leaked: 3
      case .cycle: 4
      case .lint: 5
      case .slow: 6
      case .unheard: 7
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
      if let path = model.path { text.line("    \(path) #\(model.id)", .dim) }
    }
    if let source { text.line("    at \(source)", .dim) }
    text.append("  next: ", .dim)
    text.line(next.line(in: view))
    text.line()
  }

  /// Writes the members of the JSON object, whose keys are part of the contract.
  func write(to json: inout JSONObject, in view: View) {
    json.write("what", sort.word)
    json.write("severity", severity.rawValue)
    json.write("reason", reason)
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
