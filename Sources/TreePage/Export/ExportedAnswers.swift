import TextIO
import TreeAnalysis
import TreeConsole
import TreeSnapshot

/// What commands answer, for a page that cannot ask them.
struct ExportedAnswers {
  /// An object: the words of a command as a JSON array, and what it answers.
  let json: JSONText

  /// Traces are left out where there would be more: a page of 20 MB is no report.
  private static let mostTraces = 10_000

  /// Asks what the views of a page ask.
  init(_ snapshot: Snapshot, _ service: CommandService) {
    var commands = [["routes", "--json"], ["lint", "--json"]]
    commands.append(["render", "--format=layout", "--boxes=\(ExportedPage.limit)"])
    let messages = Message.Kind.allCases.flatMap { snapshot.knownMessages($0) }.map(\.message)
    if messages.count * snapshot.count <= Self.mostTraces {
      for message in messages {
        for position in snapshot.positions {
          commands.append([
            "trace", "--json", "--from=#\(snapshot[position].id)", "--", message.kind.rawValue,
            message.name,
          ])
        }
      }
    }
    json = .object { json in
      for words in commands {
        let key = JSONText.array { elements in for word in words { elements.write(word) } }
        json.write(key.string, CommandAnswer(service.run(words)).json)
      }
    }
  }
}
