import TextIO
import TreeAnalysis
import TreeJournal
import TreeRuns
import TreeSnapshot

/// Where two runs diverge, as text and as JSON.
struct ComparisonReport {
  /// The default maximum number of lines of a list.
  static let usualLines = 8

  let comparison: RunComparison
  let old: ComparisonSide
  let new: ComparisonSide
  let others: [DifferenceGroup]
  /// Whether a run is still running.
  private let isRunning: Bool

  init(_ comparison: RunComparison, _ old: ComparedRun, _ new: ComparedRun) {
    self.comparison = comparison
    let isClear = old.name != new.name
    let (first, second) = comparison.consequences
    self.old = ComparisonSide(old, comparison, .old, name: isClear ? old.name : "old", first)
    self.new = ComparisonSide(new, comparison, .new, name: isClear ? new.name : "new", second)
    others = comparison.others(without: (first, second))
    isRunning = old.isRunning || new.isRunning
  }

  var sides: [ComparisonSide] { [old, new] }

  /// The other differences without the inputs before the first one, which stand with it.
  var othersBesidesInputs: [DifferenceGroup] {
    others.filter { comparison.first?.what == .input || $0.example.what != .input }
  }

  // MARK: Text

  /// Writes where the runs part.
  ///
  /// - Parameter limit: The maximum number of lines of a list.
  func write(to text: inout StyledText, limit: Int) {
    let alike = counted(comparison.alike, "record")
    let isFinal = comparison.isWhole && !isRunning
    guard let first = comparison.first else {
      text.line(
        "no difference \(isFinal ? "" : "so far ")between \(old.name) and \(new.name): "
          + "\(alike) alike, times and ids aside", .bold)
      for note in notes { text.line(note, .dim) }
      return writeOrder(to: &text)
    }
    text.line("alike for \(alike), times and ids aside")
    for note in notes { text.line(note, .dim) }
    // The rest may come before it.
    text.append(comparison.isWhole ? "first difference" : "first difference so far", .bold)
    text.line(place(of: first))
    write(first, to: &text)
    if let inputs = inputs(before: first) {
      text.append(("before it" as SafeText).padded(to: 16), .dim)
      text.line(inputs)
    }
    for side in sides { writeConsequences(of: first, side, limit: limit, to: &text) }
    var label: SafeText = "also different"
    let others = othersBesidesInputs
    text.list(others, limit: limit, more: "more differences; --limit all shows them") {
      group, text in
      text.append(label.padded(to: 16), .dim)
      label = ""
      text.line(line(group))
    }
    writeOrder(to: &text)
  }

  /// The limits of the answer.
  var notes: [SafeText] {
    var notes: [SafeText] = []
    let dropping = sides.filter { $0.contents.droppedCount > 0 }
    if let start = comparison.start, !dropping.isEmpty {
      let dropped = dropping.map {
        "\($0.name) has dropped its first \(counted($0.contents.droppedCount, "record"))"
          as SafeText
      }.joined(separator: " and ")
      notes.append(
        "\(dropped): compared from \(start.old) | \(start.new) on, "
          + (start.isCommon
            ? "where both have the same tree" : "because they have no tree in common"))
    }
    notes += textNotes
    if comparison.pending > 0 {
      notes.append(
        "\(counted(comparison.pending, "record")) at the end of one run may still follow in the "
          + "other, which is running")
    }
    if !comparison.isWhole { notes.append("interrupted: the rest wasn't compared") }
    return notes
  }

  private var textNotes: [SafeText] {
    guard let texts = comparison.texts else { return [] }
    if !texts.hasTexts {
      let side = old.contents.texts == .names ? old : new
      return ["\(side.name) keeps names only: contexts, values, words and states aren't compared"]
    }
    if texts.hasValues { return [] }
    let side = old.contents.texts == .values ? new : old
    return ["\(side.name) keeps no values of messages: they aren't compared"]
  }

  private func writeOrder(to text: inout StyledText) {
    let count = comparison.reordered.count
    if count == 0 { return }
    text.line("order of independent work differs in \(counted(count, "place"))", .dim)
  }

  /// The two sides of the first difference, a line each.
  private func write(_ difference: Difference, to text: inout StyledText) {
    let width = max(old.name.columns, new.name.columns)
    for side in sides {
      text.append("  \(side.name.padded(to: width))  ", .dim)
      let what = side.words(of: difference)
      text.append(what, what == ComparisonSide.nothing ? .dim : .plain)
      if let source = side.record(difference.place(side.side))?.source {
        text.append(SafeText(repeating: " ", count: max(2, 60 - what.columns)) + "\(source)", .dim)
      }
      text.line()
    }
  }

  private func numbers(_ one: Int32, _ other: Int32) -> SafeText {
    "\(old.number(one)) | \(new.number(other))"
  }

  /// The handler, action or answer of a difference, and the records' numbers.
  func place(of difference: Difference) -> SafeText {
    let (one, other) = difference.context
    if one < 0, other < 0 {
      return difference.what == .start
        ? ", at the start" : " (\(numbers(difference.old, difference.new)))"
    }
    return "\(context(of: difference)) (\(numbers(one, other)))"
  }

  /// The handler, action or answer of a difference, after a comma; empty if there is none.
  private func context(of difference: Difference) -> SafeText {
    let (one, other) = difference.context
    let (side, place) = one >= 0 ? (old, one) : (new, other)
    return side.record(place).map { ", \(side.context($0, place))" } ?? ""
  }

  /// The last actions before a difference; nil if there are none.
  func inputs(before difference: Difference) -> SafeText? {
    let inputs = comparison.inputs(before: difference, limit: 1)
    let (before, after) = (inputs.old.last?.action, inputs.new.last?.action)
    if before == nil, after == nil { return nil }
    func action(_ words: String?) -> SafeText { words.map { "do \($0)" } ?? ComparisonSide.nothing }
    return before == after ? action(before) : "\(action(before))   |   \(action(after))"
  }

  private func writeConsequences(
    of first: Difference, _ side: ComparisonSide, limit: Int, to text: inout StyledText
  ) {
    let places = side.consequences
    if places.isEmpty { return }
    let message = (new.record(first.new) ?? old.record(first.old))?.message
    let subject = side.run.model(of: first.place(side.side))
    let shown = places.prefix(limit).map { place -> SafeText in
      guard let record = side.record(place) else { return "…" }
      var sentence = side.sentence(record, place, withoutSubject: subject).string
      if let message, record.message?.isSame(as: message) == true {
        sentence = sentence.replacing(RecordWords.name(record.message).string, with: "it")
      }
      return "\(record.number) " + SafeText(sentence)
    }
    let more = places.count - shown.count
    text.append("led to, in \(side.name)  ", .dim)
    text.line(
      shown.joined(separator: ", ") + (more > 0 ? " and \(more) more; --limit all shows them" : ""))
  }

  func line(_ group: DifferenceGroup) -> SafeText {
    let difference = group.example
    let times: SafeText = group.count > 1 ? "  (\(group.count) times)" : ""
    let record = old.record(difference.old)
    if difference.what == .slower {
      let what = record.map { old.context($0, difference.old) } ?? "…"
      let durations = sides.map { side -> SafeText in
        let nanoseconds = side.record(difference.place(side.side))?.nanoseconds
        return nanoseconds.map { RecordWords.duration($0) } ?? "…"
      }
      return "\(what): \(durations.joined(separator: " | "))" + times
    }
    let (one, other) = (old.words(of: difference), new.words(of: difference))
    let isOfMessage = difference.new >= 0 && record?.begun.flatMap { old.contents[$0] } != nil
    let subject: SafeText = isOfMessage ? "\(RecordWords.name(record?.message)): " : ""
    let change: SafeText =
      one == other ? "\(one), with another \(difference.what.rawValue)" : "\(one) | \(other)"
    return "\(numbers(difference.old, difference.new))  \(subject)\(change)" + times
  }
}
