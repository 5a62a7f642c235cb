import Foundation
import TextIO
import TreeConsole
import TreeJournal
import TreeSnapshot

/// A journal as a page without a server holds it: its records, and the tree at moments.
struct ExportedJournal {
  /// How many moments it holds.
  let momentCount: Int
  /// How many moments have trees of their own.
  let allMoments: Int
  /// The records, and the moments with what commands answer there.
  let json: JSONText

  /// Diagrams are left out if all have more boxes together.
  private static let mostBoxes = 20_000

  /// Asks what the views of a page ask at each moment.
  ///
  /// - Parameter limit: How many models all trees have together at most.
  init(
    _ look: JournalLook, name: String, largest: Int, limit: Int, _ service: CommandService
  ) {
    let contents = look.contents
    let moments = ExportedMoments(contents, limit: limit / max(1, largest))
    let raised = Self.raised(contents)
    let drawsAll = moments.numbers.count * largest <= Self.mostBoxes
    var written: [(at: Int, tree: [UInt8], answers: JSONText)] = []
    for (index, number) in moments.numbers.enumerated() {
      // At some moments the app holds no tree.
      guard let state = try? look.state(at: number, name: name).state else { continue }
      let later = moments.numbers.dropFirst(index + 1).first
      var commands = ExportedAnswers.ofTree
      if drawsAll { commands.append(ExportedAnswers.layout) }
      var known: Set<[String]> = []
      for record in raised where record.number >= number && record.number < later ?? .max {
        if let words = Self.trace(record), known.insert(words).inserted { commands.append(words) }
      }
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

  private static func raised(_ contents: JournalContents) -> [JournalRecord] {
    var found: [JournalRecord] = []
    contents.forEachRecord { record in
      if record.event == .raised { found.append(record) }
      return found.count < ExportedAnswers.mostTraces
    }
    return found
  }

  private static func trace(_ record: JournalRecord) -> [String]? {
    record.message?.message.map { ExportedAnswers.trace($0, from: record.node.id) }
  }
}

/// The moments of a journal whose trees a page without a server holds.
///
/// Between two of them the tree is as after the first.
struct ExportedMoments {
  /// The numbers of their records, ascending.
  let numbers: [Int]
  /// How many moments with trees of their own the journal has.
  let count: Int

  /// Chooses the moments after which something else happens than a change of the tree, where all would
  /// be too many; and of these up to a limit. Costs a look at each record.
  ///
  /// - Parameter limit: How many are chosen at most.
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

  /// A number of the given numbers, at equal distances, the first and the last among them.
  private static func evenly(_ numbers: [Int], limit: Int) -> [Int] {
    if numbers.count <= limit { return numbers }
    return (0..<limit).map { numbers[$0 * (numbers.count - 1) / (limit - 1)] }
  }
}

extension JournalEvent {
  /// Whether the tree changes with such a record.
  fileprivate var changesTree: Bool {
    switch self {
    case .attached, .detached, .registered, .unregistered, .provided, .represented, .declared,
      .vocabulary:
      true
    case .raised, .handled, .uncaught, .unhandled, .unheard, .delivered, .opened, .closed: false
    }
  }
}
