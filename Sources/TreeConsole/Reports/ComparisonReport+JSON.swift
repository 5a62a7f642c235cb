import TextIO
import TreeAnalysis
import TreeComparison
import TreeJournal
import TreeSnapshot

// The keys are part of the contract; the help of `compare` documents them.
extension ComparisonReport {
  /// The maximum number of actions before the first difference.
  private static let inputs = 5

  /// - Parameter limit: The maximum number of elements in each list.
  func json(limit: Int) -> JSONText {
    let sides = [
      JSONSide(old, of: shown(consequences.old, limit, \.old, \.context.old)),
      JSONSide(new, of: shown(consequences.new, limit, \.new, \.context.new)),
    ]
    return .object { json in
      json.write("equal", comparison.isEqual)
      json.write("alike", comparison.alike)
      if let first = comparison.first {
        json.object("first") { json in
          write(first, sides, to: &json)
          writeInputs(before: first, to: &json)
        }
        json.object("consequences") { json in
          for (side, places) in zip(sides, [consequences.old, consequences.new]) {
            json.array(side.name) { list in
              for place in places.prefix(limit) { list.object { side.write(place, to: &$0) } }
            }
          }
        }
      }
      json.array("others") { list in
        for group in others.prefix(limit) {
          list.object { json in
            write(group.example, sides, to: &json)
            json.write("count", group.count)
          }
        }
      }
      json.write("reordered", comparison.reordered.count)
      json.write("notes", notes.map(\.string))
    }
  }

  /// The places of one side's records in the answer.
  private func shown(
    _ consequences: [Int32], _ limit: Int, _ paths: KeyPath<Difference, Int32>...
  ) -> [Int32] {
    let differences = [comparison.first].compactMap { $0 } + others.prefix(limit).map(\.example)
    return consequences.prefix(limit)
      + differences.flatMap { difference in paths.map { difference[keyPath: $0] } }
  }

  private func write(_ difference: Difference, _ sides: [JSONSide], to json: inout JSONObject) {
    json.write("what", difference.what.rawValue)
    for side in sides {
      let (place, model) = (difference.place(side.side), difference.model(side.side))
      if place < 0, model < 0 {
        json.raw(side.name) { $0.write("null" as StaticString) }
      } else {
        json.object(side.name) { json in
          let sentence = side.words.words(of: difference)
          if let rate = side.words.rate(of: difference) {
            json.write("perSecond", ActivityReport.decimal(rate))
          }
          if place >= 0 { return side.write(place, sentence, to: &json) }
          json.write("path", side.run.selector(model))
          json.write("type", side.run.type(model))
          json.write("sentence", sentence.string)
        }
      }
    }
    let inner = sides.filter { difference.context($0.side) >= 0 }
    if inner.isEmpty { return }
    json.object("context") { json in
      for side in inner {
        let place = difference.context(side.side)
        let sentence = side.words.record(place).map { side.words.context($0, place) }
        json.object(side.name) { side.write(place, sentence, to: &$0) }
      }
    }
  }

  private func writeInputs(before difference: Difference, to json: inout JSONObject) {
    let actions = comparison.inputs(before: difference, limit: Self.inputs)
    json.object("inputs") { json in
      json.array("old") { list in
        for record in actions.old { list.object { record.write(to: &$0) } }
      }
      json.array("new") { list in
        for record in actions.new { list.object { record.write(to: &$0) } }
      }
    }
  }
}

/// One of the runs as JSON.
private struct JSONSide {
  /// Its key.
  var name: String { side.rawValue }
  var side: RunSide { words.side }
  var run: Run { words.run }
  let words: ComparisonSide
  /// The paths of the records' models as of their moments.
  private let paths: [Int: String]

  init(_ words: ComparisonSide, of places: [Int32]) {
    self.words = words
    paths = words.contents.paths(of: places.filter { $0 >= 0 }.map(words.run.number))
  }

  /// Writes a record with the path and the type of its model.
  ///
  /// - Parameter sentence: Its words; nil for those of the record alone.
  func write(_ place: Int32, _ sentence: SafeText? = nil, to json: inout JSONObject) {
    guard var record = words.record(place) else { return }
    record.type = record.type ?? words.types[record.node]
    record.write(to: &json)
    json.write("path", paths[record.number] ?? run.selector(run.model(of: place)))
    json.write("sentence", (sentence ?? words.words.sentence(record)).string)
  }
}

extension JournalContents {
  /// The maximum number of paths to find.
  private static let mostPaths = 1_000

  /// The paths of the models of records in the trees of the records' moments, as far as they have one.
  fileprivate func paths(of numbers: [Int]) -> [Int: String] {
    var paths: [Int: String] = [:]
    var moving: MovingTree?
    for number in Set(numbers).sorted().prefix(Self.mostPaths) {
      guard let record = self[number] else { continue }
      // A detached model is in the tree before.
      let moment = record.event == .detached ? number - 1 : number
      if moving == nil {
        moving = try? MovingTree(of: self, at: max(moment, records.lowerBound - 1))
      }
      moving?.advance(to: moment)
      if let snapshot = try? moving?.snapshot(ofTree: record.node.tree),
        let position = snapshot.position(ofID: record.node.id)
      {
        paths[number] = NodePaths(snapshot).shortPath(of: position).string
      }
    }
    return paths
  }
}
