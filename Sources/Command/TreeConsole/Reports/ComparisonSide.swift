import TextIO
import TreeAnalysis
import TreeJournal
import TreeRuns
import TreeSnapshot

// The keys are part of the contract; the help of `compare` documents them.
extension ComparisonReport {
  /// The maximum number of actions before the first difference.
  private static let inputs = 5

  /// - Parameter limit: The maximum number of elements in each list.
  func json(limit: Int) -> JSONText {
    let differences = [comparison.first].compactMap { $0 } + others.prefix(limit).map(\.example)
    let sides = sides.map { side in
      side.findingPaths(
        of: side.consequences.prefix(limit) + side.outcome.places(limit: limit)
          + differences.flatMap { [$0.place(side.side), $0.context(side.side)] })
    }
    return .object { json in
      json.write("equal", comparison.isEqual)
      json.write("alike", comparison.alike)
      json.object("outcome") { json in
        for side in sides {
          json.object(side.side.rawValue) { side.writeOutcome(limit: limit, to: &$0) }
        }
      }
      if let first = comparison.first {
        json.object("first") { json in
          write(first, sides, to: &json)
          writeInputs(before: first, to: &json)
        }
        json.object("consequences") { json in
          for side in sides {
            json.array(side.side.rawValue, of: side.consequences.prefix(limit)) {
              side.write($0, to: &$1)
            }
          }
        }
      }
      json.array("others", of: others.prefix(limit)) { group, json in
        write(group.example, sides, to: &json)
        json.write("count", group.count)
      }
      json.write("reordered", comparison.reordered.count)
      json.write("notes", notes.map(\.string))
    }
  }

  private func write(_ difference: Difference, _ sides: [ComparisonSide], to json: inout JSONObject)
  {
    json.write("what", difference.what.rawValue)
    for side in sides {
      let (place, model) = (difference.place(side.side), difference.model(side.side))
      if place < 0, model < 0 {
        json.raw(side.side.rawValue) { $0.write("null" as StaticString) }
      } else {
        json.object(side.side.rawValue) { json in
          let sentence = side.words(of: difference)
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
        json.object(side.side.rawValue) { side.write(place, to: &$0) }
      }
    }
  }

  private func writeInputs(before difference: Difference, to json: inout JSONObject) {
    let actions = comparison.inputs(before: difference, limit: Self.inputs)
    json.object("inputs") { json in
      json.array("old", of: actions.old) { $0.write(to: &$1) }
      json.array("new", of: actions.new) { $0.write(to: &$1) }
    }
  }
}

extension ComparisonSide {
  /// The same with the paths of records' models as of the records' moments.
  fileprivate func findingPaths(of places: [Int32]) -> ComparisonSide {
    var side = self
    side.paths = contents.paths(of: places.filter { $0 >= 0 }.map(run.number))
    return side
  }

  fileprivate func writeOutcome(limit: Int, to json: inout JSONObject) {
    func write(_ name: String, _ places: some Collection<Int32>, to json: inout JSONObject) {
      json.array(name, of: places.prefix(limit)) { self.write($0, to: &$1) }
    }
    let unhandled = Dictionary(grouping: outcome.unhandled) { record($0)?.event }
    write("uncaught", unhandled[.uncaught] ?? [], to: &json)
    write("unhandled", unhandled[.unhandled] ?? [], to: &json)
    write("leaked", outcome.leaked, to: &json)
    write("running", outcome.running, to: &json)
    if outcome.last >= 0 { json.object("last") { self.write(outcome.last, to: &$0) } }
  }

  /// Writes a record with the path and the type of its model.
  ///
  /// - Parameter sentence: Its words; nil for those of the record alone.
  fileprivate func write(_ place: Int32, _ sentence: SafeText? = nil, to json: inout JSONObject) {
    guard var record = record(place) else { return }
    record.type = record.type ?? words.types[record.node]
    record.write(to: &json)
    json.write("path", paths[record.number] ?? run.selector(run.model(of: place)))
    json.write("sentence", (sentence ?? words.sentence(record)).string)
  }
}

/// One of two compared runs, in words.
struct ComparisonSide {
  let name: SafeText
  let side: RunSide
  let run: Run
  let words: RecordWords
  /// The places of the records that the first difference led to.
  let consequences: [Int32]
  let outcome: RunOutcome
  /// The paths of some records' models.
  private var paths: [Int: String] = [:]

  static let nothing: SafeText = "–"

  init(
    _ compared: ComparedRun, _ comparison: RunComparison, _ side: RunSide, name: SafeText,
    _ consequences: [Int32]
  ) {
    self.name = name
    self.side = side
    self.consequences = consequences
    run = side == .old ? comparison.old : comparison.new
    outcome = RunOutcome(of: run)
    words = RecordWords(contents: run.contents, types: JournalTypes(of: run.contents))
  }

  var contents: JournalContents { run.contents }

  func record(_ place: Int32) -> JournalRecord? { run.record(place) }

  /// How the run ended, a line each.
  func outcomeLines(limit: Int) -> [SafeText] {
    let unhandled = outcome.unhandled.compactMap(record).map { record -> SafeText in
      "\(RecordWords.name(record.message)) \(record.event.rawValue), record \(record.number)"
    }
    let leaked = outcome.leaked.map { place -> SafeText in
      "\(run.selector(run.model(of: place))) leaked, record \(run.number(place))"
    }
    let running = outcome.running.map { place -> SafeText in
      "work of \(run.selector(run.model(of: place))) is running, record \(run.number(place))"
    }
    var lines = unhandled + leaked + running
    if lines.isEmpty { lines = ["nothing uncaught, leaked or running"] }
    let more = lines.count - limit
    if more > 0 { lines = lines.prefix(limit) + ["and \(more) more; --limit all shows them"] }
    let last = record(outcome.last).map {
      "last record \($0.number): \(words.sentence($0))" as SafeText
    }
    return lines + [last ?? "no records"]
  }

  /// A record's number and this side of a difference; "–" if there is nothing.
  func line(of difference: Difference) -> SafeText {
    let place = difference.place(side)
    return place < 0 ? words(of: difference) : "\(run.number(place))  \(words(of: difference))"
  }

  /// This side of a difference.
  func words(of difference: Difference) -> SafeText {
    guard let record = record(difference.place(side)) else {
      switch difference.what {
      case .leak: return "doesn't leak it"
      case .state: return "\(run.selector(difference.model(side))) has another label or state"
      default: return Self.nothing
      }
    }
    let sentence = words.sentence(record)
    guard difference.what == .outcome, record.event == .ended,
      let ender = self.record(run.ender(of: difference.place(side)))
    else { return sentence }
    return "\(sentence), after \(words.sentence(ender)), record \(ender.number)"
  }
}
