import TextIO
import TreeAnalysis
import TreeConsole
import TreeSnapshot

/// Answers of commands, for a page that can't run them.
struct ExportedAnswers {
  /// An object: the words of a command as a JSON array, and its answer.
  let json: JSONText

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
}
