import TextIO
import TreeAnalysis
import TreeComparison
import TreeJournal
import TreeSnapshot

/// Where two runs part, as text and as JSON.
struct ComparisonReport {
  /// The number of lines of a list, unless an option changes it.
  static let usualLines = 8

  let comparison: RunComparison
  private let old: Side
  private let new: Side
  private let consequences: (old: [Int32], new: [Int32])
  private let others: [DifferenceGroup]

  /// One of the runs.
  private struct Side {
    let name: SafeText
    let run: Run
    let contents: JournalContents
    let words: RecordWords
    let types: JournalTypes
    let isOld: Bool
  }

  init(_ comparison: RunComparison, _ old: ComparedRun, _ new: ComparedRun) {
    func side(_ run: ComparedRun, _ records: Run, _ name: SafeText, isOld: Bool) -> Side {
      let types = JournalTypes(of: run.look.contents)
      return Side(
        name: name, run: records, contents: run.look.contents,
        words: RecordWords(contents: run.look.contents, types: types), types: types,
        isOld: isOld)
    }
    self.comparison = comparison
    let isClear = old.name != new.name
    self.old = side(old, comparison.old, isClear ? old.name : "old", isOld: true)
    self.new = side(new, comparison.new, isClear ? new.name : "new", isOld: false)
    consequences = comparison.consequences
    others = comparison.others(without: consequences)
  }

  // MARK: Text

  /// Writes where the runs part.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of lines of a list.
  ///   - all: Whether to show also what came in another order.
  func write(to text: inout StyledText, limit: Int, all: Bool) {
    let alike = counted(comparison.alike, "record")
    guard let first = comparison.first else {
      text.line(
        "no difference between \(old.name) and \(new.name): \(alike) alike, times and ids aside",
        .bold)
      for note in notes { text.line(note, .dim) }
      return writeOrder(to: &text, all: all)
    }
    text.line("alike for \(alike), times and ids aside")
    for note in notes { text.line(note, .dim) }
    text.append("first difference", .bold)
    text.line(place(of: first))
    let width = max(old.name.columns, new.name.columns)
    write(first, width: width, to: &text)
    writeInputs(before: first, to: &text)
    writeConsequences(consequences.old, old, limit: limit, to: &text)
    writeConsequences(consequences.new, new, limit: limit, to: &text)
    var label: SafeText = "also different"
    // What was put in stands above.
    let others = others.filter { first.what == .input || $0.example.what != .input }
    text.list(others, limit: limit, more: "more differences; --all shows them") { group, text in
      text.append(label.padded(to: 16), .dim)
      label = ""
      text.line(line(group))
    }
    writeOrder(to: &text, all: all)
  }

  /// What the answer leaves out.
  private var notes: [SafeText] {
    var notes: [SafeText] = []
    if let start = comparison.start, old.contents.droppedCount + new.contents.droppedCount > 0 {
      let dropped = [old, new].filter { $0.contents.droppedCount > 0 }.map {
        "\($0.name) has dropped its first \(counted($0.contents.droppedCount, "record"))"
          as SafeText
      }.joined(separator: " and ")
      notes.append(
        "\(dropped): compared from \(start.old) | \(start.new) on, "
          + (start.isCommon ? "where both have the same tree" : "where the trees differ"))
    }
    if comparison.pending > 0 {
      notes.append(
        "the run that goes on has not done what the other one did last (\(comparison.pending))")
    }
    if !comparison.isWhole { notes.append("interrupted: the rest was not compared") }
    return notes
  }

  private func writeOrder(to text: inout StyledText, all: Bool) {
    let moved = comparison.reordered
    if moved.isEmpty { return }
    text.line(
      "order of independent work differs in \(counted(moved.count, "place"))"
        + (all ? ":" : "; --all shows them"), .dim)
    guard all else { return }
    for (one, other) in moved {
      text.line(
        "  \(comparison.old.number(one)) | \(comparison.new.number(other))  "
          + (sentence(one, old, leavingOut: nil) ?? "…"))
    }
  }

  /// The two sides of the first difference, a line each.
  private func write(_ difference: Difference, width: Int, to text: inout StyledText) {
    for (side, isOld) in [(old, true), (new, false)] {
      text.append("  \(side.name.padded(to: width))  ", .dim)
      let place = isOld ? difference.old : difference.new
      let what = words(of: difference, isOld: isOld)
      text.append(what, what == Self.nothing ? .dim : .plain)
      if let source = record(place, side)?.source {
        text.append(SafeText(repeating: " ", count: max(2, 60 - what.columns)) + "\(source)", .dim)
      }
      text.line()
    }
  }

  private static let nothing: SafeText = "nothing"

  private func record(_ place: Int32, _ side: Side) -> JournalRecord? {
    place < 0 ? nil : side.contents[side.run.number(place)]
  }

  /// Where a difference is: the handler, action or answer, and its records.
  private func place(of difference: Difference) -> SafeText {
    let (one, other) = difference.context
    if one < 0, other < 0 {
      if difference.what == .start { return ", at the start" }
      return difference.old >= 0 && difference.new >= 0
        ? " (\(comparison.old.number(difference.old)) | \(comparison.new.number(difference.new)))"
        : difference.old >= 0
          ? " (\(comparison.old.number(difference.old)) | nothing)"
          : " (nothing | \(comparison.new.number(difference.new)))"
    }
    let numbers: SafeText =
      "\(one < 0 ? "–" : "\(comparison.old.number(one))" as SafeText) | "
      + "\(other < 0 ? "–" : "\(comparison.new.number(other))" as SafeText)"
    let (side, place) = one >= 0 ? (old, one) : (new, other)
    guard let record = record(place, side) else { return " (\(numbers))" }
    return ", \(context(record, place, side)) (\(numbers))"
  }

  private func context(_ record: JournalRecord, _ place: Int32, _ side: Side) -> SafeText {
    let name = RecordWords.name(record.message)
    let model = side.run.type(side.run.model(of: place))
    switch record.event {
    case .handled, .uncaught:
      return "in \(side.run.type(side.run.other(of: place)))'s handler of \(name)"
    case .received: return "in \(model)'s handler of \(name)"
    case .delivered: return "in a handler of \(name)"
    case .raised: return "in the way of \(name), raised by \(model)"
    case .performed: return "in the action '\(record.action ?? "…")'"
    case .ended: return "in the answer to \(model)'s work"
    case .started: return "in the work that \(model) started"
    default: return "after \(side.words.sentence(record))"
    }
  }

  /// What a side of a difference tells.
  private func words(of difference: Difference, isOld: Bool) -> SafeText {
    let side = isOld ? old : new
    if difference.what == .start {
      let model = isOld ? difference.models.old : difference.models.new
      let isThere: SafeText =
        difference.models.old >= 0 && difference.models.new >= 0
        ? " has other subscriptions or services" : " is there"
      return model < 0 ? Self.nothing : "\(side.run.path(model))" + isThere
    }
    let place = isOld ? difference.old : difference.new
    if difference.what == .state, place < 0 {
      return
        "\(side.run.path(isOld ? difference.models.old : difference.models.new)) says something else"
    }
    let context = isOld ? difference.context.old : difference.context.new
    return sentence(place, side, leavingOut: record(context, side), context: context)
      ?? Self.nothing
  }

  /// A record's sentence, without its model if that is the one whose handler ran.
  private func sentence(
    _ place: Int32, _ side: Side, leavingOut context: JournalRecord?,
    context contextPlace: Int32 = -1
  ) -> SafeText? {
    guard let record = record(place, side) else { return nil }
    let sentence = side.words.sentence(record)
    guard let context else { return sentence }
    let run = side.run
    let subject =
      context.event.isHandled ? run.other(of: contextPlace) : run.model(of: contextPlace)
    guard subject >= 0, subject == run.model(of: place), record.event != .attached else {
      return sentence
    }
    let name = side.words.name(record.node).string + " "
    guard sentence.string.hasPrefix(name) else { return sentence }
    return SafeText(sentence.string.dropFirst(name.count))
  }

  private func writeInputs(before difference: Difference, to text: inout StyledText) {
    let (one, other) = comparison.inputs(before: difference, limit: 1)
    let (before, after) = (one.last?.action, other.last?.action)
    if before == nil, after == nil { return }
    func action(_ words: String?) -> SafeText { words.map { "do \($0)" } ?? Self.nothing }
    text.append(("before it" as SafeText).padded(to: 16), .dim)
    text.line(
      before == after ? action(before) : "\(action(before))   |   \(action(after))")
  }

  private func writeConsequences(
    _ places: [Int32], _ side: Side, limit: Int, to text: inout StyledText
  ) {
    if places.isEmpty { return }
    let message = comparison.first.flatMap {
      (record($0.new, new) ?? record($0.old, old))?.message
    }
    let subject = comparison.first.map {
      side.run.model(of: side.isOld ? $0.old : $0.new)
    }
    text.append("led to, in \(side.name)  ", .dim)
    let shown = places.prefix(limit).map { place -> SafeText in
      guard let record = record(place, side) else { return "…" }
      var sentence = side.words.sentence(record).string
      let name = side.words.name(record.node).string + " "
      if side.run.model(of: place) == subject, sentence.hasPrefix(name) {
        sentence = String(sentence.dropFirst(name.count))
      }
      if let message, record.message?.isSame(as: message) == true {
        sentence = sentence.replacing(RecordWords.name(record.message).string, with: "it")
      }
      return "\(record.number) " + SafeText(sentence)
    }
    let more = places.count - shown.count
    text.line(
      shown.joined(separator: ", ") + (more > 0 ? " and \(more) more; --all shows them" : ""))
  }

  private func line(_ group: DifferenceGroup) -> SafeText {
    let difference = group.example
    let times: SafeText = group.count > 1 ? "  (\(group.count) times)" : ""
    if difference.what == .slower { return slower(difference) + times }
    let (one, other) = (words(of: difference, isOld: true), words(of: difference, isOld: false))
    let numbers: SafeText =
      "\(difference.old < 0 ? "–" : "\(comparison.old.number(difference.old))" as SafeText) | "
      + "\(difference.new < 0 ? "–" : "\(comparison.new.number(difference.new))" as SafeText)"
    var subject: SafeText = ""
    if difference.old >= 0, difference.new >= 0, let record = record(difference.old, old),
      record.raised(in: old.contents) != nil
    {
      subject = "\(RecordWords.name(record.message)): "
    }
    if one == other {
      return "\(numbers)  \(subject)\(one), with another \(difference.what.rawValue)" + times
    }
    return "\(numbers)  \(subject)\(one) | \(other)" + times
  }

  private func slower(_ difference: Difference) -> SafeText {
    let (one, other) = (record(difference.old, old), record(difference.new, new))
    func time(_ record: JournalRecord?) -> SafeText {
      record?.nanoseconds.map { RecordWords.duration($0) } ?? "…"
    }
    let what = one.map { context($0, difference.old, old) } ?? "…"
    return "\(what): \(time(one)) | \(time(other))"
  }

  /// The first difference, without what tells runs of one kind apart; nil if there is none.
  var fact: DumpFact? {
    guard let first = comparison.first else { return nil }
    let isOld = first.old >= 0 || (first.new < 0 && first.models.old >= 0)
    let side = isOld ? old : new
    let place = isOld ? first.old : first.new
    let (contextSide, contextPlace) =
      first.context.old >= 0 ? (old, first.context.old) : (new, first.context.new)
    let context = record(contextPlace, contextSide).map {
      ", " + self.context($0, contextPlace, contextSide)
    }
    let subject: SafeText
    if let record = record(place, side) {
      let message = record.message.map { " \(RecordWords.name($0))" as SafeText } ?? ""
      subject = "\(record.event.name)\(message), \(side.run.path(side.run.model(of: place)))"
    } else {
      subject = "\(side.run.path(isOld ? first.models.old : first.models.new))"
    }
    let what = first.what.rawValue
    let detail = subject + (context ?? "")
    return DumpFact(
      ["what": what, "detail": detail.string], text: ["\(what): \(detail)"], isFault: true)
  }

  // MARK: JSON, whose keys are part of the contract; the help of `compare` documents them

  /// - Parameter limit: The maximum number of elements in each list.
  func json(limit: Int) -> JSONText {
    let paths = recordPaths(limit: limit)
    return .object { json in
      json.write("equal", comparison.isEqual)
      json.write("alike", comparison.alike)
      if let first = comparison.first {
        json.object("first") { write(first, inputs: true, paths, to: &$0) }
        json.object("consequences") { json in
          for (name, places, side) in [
            ("old", consequences.old, old), ("new", consequences.new, new),
          ] {
            json.array(name) { list in
              for place in places.prefix(limit) {
                list.object { write(place, side, paths, to: &$0) }
              }
            }
          }
        }
      }
      json.array("others") { list in
        for group in others.prefix(limit) {
          list.object { json in
            write(group.example, inputs: false, paths, to: &json)
            json.write("count", group.count)
          }
        }
      }
      json.write("reordered", comparison.reordered.count)
      json.write("notes", notes.map(\.string))
    }
  }

  private func write(
    _ difference: Difference, inputs: Bool, _ paths: RecordPaths, to json: inout JSONObject
  ) {
    json.write("what", difference.what.rawValue)
    for (name, place, model, side) in [
      ("old", difference.old, difference.models.old, old),
      ("new", difference.new, difference.models.new, new),
    ] {
      if place < 0, model < 0 {
        json.raw(name) { $0.write("null" as StaticString) }
      } else {
        json.object(name) { json in
          if place >= 0 { return write(place, side, paths, to: &json) }
          json.write("path", side.run.path(model))
          json.write("type", side.run.type(model))
        }
      }
    }
    if difference.context.old >= 0 || difference.context.new >= 0 {
      json.object("context") { json in
        for (name, place, side) in [
          ("old", difference.context.old, old), ("new", difference.context.new, new),
        ] where place >= 0 {
          json.object(name) { write(place, side, paths, to: &$0) }
        }
      }
    }
    guard inputs else { return }
    let actions = comparison.inputs(before: difference, limit: Self.inputs)
    json.object("inputs") { json in
      for (name, records) in [("old", actions.old), ("new", actions.new)] {
        json.array(name) { list in for record in records { list.object { record.write(to: &$0) } } }
      }
    }
  }

  /// The number of actions before the first difference.
  private static let inputs = 5

  private func write(
    _ place: Int32, _ side: Side, _ paths: RecordPaths, to json: inout JSONObject
  ) {
    guard var record = record(place, side) else { return }
    record.type = record.type ?? side.types[record.node]
    record.write(to: &json)
    json.write("path", (side.isOld ? paths.old : paths.new)[record.number])
  }

  private typealias RecordPaths = (old: [Int: String], new: [Int: String])

  /// The paths of the models of all records that the answer holds, as of their moments.
  private func recordPaths(limit: Int) -> RecordPaths {
    var (places, otherPlaces) = (
      consequences.old.prefix(limit)[...], consequences.new.prefix(limit)[...]
    )
    for difference in [comparison.first].compactMap({ $0 }) + others.prefix(limit).map(\.example) {
      places += [difference.old, difference.context.old]
      otherPlaces += [difference.new, difference.context.new]
    }
    func paths(_ places: ArraySlice<Int32>, _ side: Side) -> [Int: String] {
      side.contents.paths(
        of: places.filter { $0 >= 0 }.map(side.run.number),
        otherwise: { side.run.path(side.run.model(of: Int32($0 - side.run.first))) })
    }
    return (paths(places, old), paths(otherPlaces, new))
  }
}

extension JournalEvent {
  /// Whether it runs a handler of another model than the raiser.
  fileprivate var isHandled: Bool { self == .handled || self == .uncaught }
}

extension JournalRecord {
  /// The record of the message that this one belongs to.
  fileprivate func raised(in contents: JournalContents) -> JournalRecord? {
    begun.flatMap { contents[$0] }
  }
}

extension JournalContents {
  /// The number of paths that are found in the tree as of their moments; others are types alone.
  private static let mostPaths = 1_000

  /// The paths of the models that records are about, as of the moments of the records.
  ///
  /// - Parameter otherwise: The path of a record's model that was in no tree.
  fileprivate func paths(
    of numbers: [Int], otherwise: (Int) -> String
  ) -> [Int: String] {
    var paths: [Int: String] = [:]
    let numbers = Array(Set(numbers)).sorted()
    var moving: MovingTree?
    for number in numbers.prefix(Self.mostPaths) {
      guard let record = self[number] else { continue }
      // What leaves is looked up before it has left.
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
    for number in numbers where paths[number] == nil { paths[number] = otherwise(number) }
    return paths
  }
}
