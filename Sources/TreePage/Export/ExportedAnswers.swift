import TextIO
import TreeAnalysis
import TreeConsole
import TreeSnapshot

/// Answers of commands, for a page that can't run them.
struct ExportedAnswers {
  /// An object: the words of a command as a JSON array, and its answer.
  let json: JSONText

  /// The maximum number of traces; with more, the page would exceed 20 MB and there are none.
  static let mostTraces = 10_000

  /// Runs commands.
  ///
  /// - Parameter moment: The moment; nil for the present.
  init(_ commands: [[String]], _ service: CommandService, at moment: Int? = nil) {
    json = .object { json in
      for words in commands {
        let key = JSONText.array { elements in for word in words { elements.write(word) } }
        let line = moment.map { [words[0], "--at=\($0)"] + words.dropFirst() } ?? words
        json.write(key.string, service.run(line).json)
      }
    }
  }

  /// The commands of views that show a whole tree.
  static let ofTree =
    [["routes"], ["routes", "--uncaught"]].flatMap {
      [$0 + ["--json", "--limit=500"], $0 + ["--json", "--count"]]
    } + [["lint", "--json", "--limit=500"], ["problems", "--json", "--limit=500"]]

  /// The command of the diagram.
  static let layout = ["render", "--format=layout", "--boxes=\(ExportedPage.limit)"]

  /// The command of a message's explanation.
  static func trace(_ message: Message, from id: Int) -> [String] {
    ["trace", "--json", "--from=#\(id)", "--", message.kind.rawValue, message.name]
  }

  /// The traces of all messages from all models; empty if there are too many.
  static func traces(_ snapshot: Snapshot) -> [[String]] {
    let messages = Message.Kind.allCases.flatMap { snapshot.knownMessages($0) }.map(\.message)
    if messages.count * snapshot.count > mostTraces { return [] }
    return messages.flatMap { message in
      snapshot.positions.map { trace(message, from: snapshot[$0].id) }
    }
  }
}
