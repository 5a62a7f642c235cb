import TextIO
import TreeAnalysis
import TreeConsole
import TreeSnapshot

/// What commands answer, for a page that cannot ask them.
struct ExportedAnswers {
  /// An object: the words of a command as a JSON array, and what it answers.
  let json: JSONText

  /// Beyond this, traces are left out: a page of 20 MB isn't a report.
  static let mostTraces = 10_000

  /// Asks commands.
  ///
  /// - Parameter moment: The moment to look at; nil for the present.
  init(_ commands: [[String]], _ service: CommandService, at moment: Int? = nil) {
    json = .object { json in
      for words in commands {
        let key = JSONText.array { elements in for word in words { elements.write(word) } }
        let line = moment.map { [words[0], "--at=\($0)"] + words.dropFirst() } ?? words
        json.write(key.string, service.run(line).json)
      }
    }
  }

  /// What the views ask that show a whole tree.
  static let ofTree =
    [["routes"], ["routes", "--uncaught"]].flatMap {
      [$0 + ["--json", "--limit=500"], $0 + ["--json", "--count"]]
    } + [["lint", "--json", "--limit=500"]]

  /// What the diagram asks.
  static let layout = ["render", "--format=layout", "--boxes=\(ExportedPage.limit)"]

  /// What the explanation of a message asks.
  static func trace(_ message: Message, from id: Int) -> [String] {
    ["trace", "--json", "--from=#\(id)", "--", message.kind.rawValue, message.name]
  }

  /// The traces of all messages from all models; none if there are too many.
  static func traces(_ snapshot: Snapshot) -> [[String]] {
    let messages = Message.Kind.allCases.flatMap { snapshot.knownMessages($0) }.map(\.message)
    if messages.count * snapshot.count > mostTraces { return [] }
    return messages.flatMap { message in
      snapshot.positions.map { trace(message, from: snapshot[$0].id) }
    }
  }
}
