import Foundation
import TextIO
import TreeConsole
import TreeJournal
import TreeSnapshot

/// A journal for a page without a server: its records, and the tree at some moments.
struct ExportedJournal {
  /// The number of exported moments.
  let momentCount: Int
  /// The number of moments at which the tree changed.
  let allMoments: Int
  /// The records, and the moments with the commands' answers.
  let json: JSONText

  /// The maximum total number of boxes; with more, diagrams are left out.
  private static let mostBoxes = 20_000

  /// Runs the commands of a page's views at each moment.
  ///
  /// - Parameter limit: The maximum total number of models in all trees.
  init(
    _ look: JournalLook, name: String, largest: Int, limit: Int, _ service: CommandService
  ) {
    let contents = look.contents
    let moments = ExportedMoments(contents, limit: limit / max(1, largest))
    let drawsAll = moments.numbers.count * largest <= Self.mostBoxes
    var written: [(at: Int, tree: [UInt8], answers: JSONText)] = []
    for number in moments.numbers {
      // At some moments, the app has no tree.
      guard let state = try? look.state(at: number, name: name).state else { continue }
      var commands = ExportedAnswers.ofTree
      if drawsAll { commands.append(ExportedAnswers.layout) }
      written.append(
        (
          number, TreeColumns(state, revision: 1).bytes,
          ExportedAnswers(commands, service, at: number).json
        ))
    }
    momentCount = written.count
    let all = moments.count - (moments.numbers.count - written.count)
    allMoments = all
    let records = JournalColumns(SeenJournal(look), after: 0, limit: limit)
    json = .object { json in
      json.write("records", Data(records.bytes).base64EncodedString())
      json.write("allMoments", all)
      json.array("moments") { moments in
        for (at, tree, answers) in written {
          moments.object { json in
            json.write("at", at)
            json.write("tree", Data(tree).base64EncodedString())
            json.write("answers", answers)
          }
        }
      }
    }
  }
}

/// The moments of a journal whose trees are in an exported page.
///
/// Until the next of these moments, the page shows the tree of the previous one.
struct ExportedMoments {
  /// The numbers of their records, ascending.
  let numbers: [Int]
  /// The number of moments at which the tree changed.
  let count: Int

  /// Chooses moments. If there are too many, it leaves out those that are directly followed by
  /// another change of the tree, and then chooses up to a limit. Costs a look at each record.
  ///
  /// - Parameter limit: The maximum number of moments.
  init(_ contents: JournalContents, limit: Int) {
    var all = [contents.records.lowerBound - 1]
    var ends: [Int] = []
    contents.forEachRecord { record in
      if record.event.changesTree {
        all.append(record.number)
      } else if let last = all.last, ends.last != last {
        ends.append(last)
      }
      return true
    }
    if let last = all.last, ends.last != last { ends.append(last) }
    count = all.count
    numbers = all.count <= limit ? all : Self.evenly(ends, limit: max(2, limit))
  }

  /// A selection of numbers at equal distances, including the first and the last.
  private static func evenly(_ numbers: [Int], limit: Int) -> [Int] {
    if numbers.count <= limit { return numbers }
    return (0..<limit).map { numbers[$0 * (numbers.count - 1) / (limit - 1)] }
  }
}
