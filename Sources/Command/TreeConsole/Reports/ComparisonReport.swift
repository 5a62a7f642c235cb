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

  init(_ comparison: RunComparison, _ old: ComparedRun, _ new: ComparedRun) {
    self.comparison = comparison
    let isClear = old.name != new.name
    let (first, second) = comparison.consequences
    self.old = ComparisonSide(old, comparison, .old, name: isClear ? old.name : "old", first)
    self.new = ComparisonSide(new, comparison, .new, name: isClear ? new.name : "new", second)
    others = comparison.others(without: (first, second))
  }

  var sides: [ComparisonSide] { [old, new] }

  // MARK: Text

  /// Writes how the runs ended and where they diverge, in two columns.
  ///
  /// - Parameter limit: The maximum number of lines of a list.
  func write(to text: inout StyledText, limit: Int) {
    let alike = counted(comparison.alike, "record")
    text.append(ComparisonRow(old.name, new.name).text, .bold)
    write(sides.map { $0.outcomeLines(limit: limit) }, to: &text)
    for note in notes { text.line(note, .dim) }
    guard let first = comparison.first else {
      text.line("no difference: \(alike) alike, times and ids aside", .bold)
      return writeOrder(to: &text)
    }
    text.line("alike for \(alike), times and ids aside", .dim)
    text.line("first difference\(context(of: first))", .bold)
    write(sides.map { [$0.line(of: first) + source(of: first, $0)] }, to: &text)
    let inputs = comparison.inputs(before: first, limit: 1)
    let actions = [inputs.old, inputs.new].map {
      $0.map { "\($0.number)  do \($0.action ?? "…")" as SafeText }
    }
    write("before it", actions, to: &text)
    write("led to", sides.map { consequences(of: first, $0, limit: limit) }, to: &text)
    if !others.isEmpty { text.line("also different", .dim) }
    text.list(others, limit: limit, more: "more differences; --limit all shows them") {
      group, text in
      let times: SafeText = group.count > 1 ? "  (\(group.count) times)" : ""
      write(sides.map { [line(group.example, $0) + times] }, to: &text)
    }
    writeOrder(to: &text)
  }

  /// The limits of the answer.
  var notes: [SafeText] {
    let dropping = sides.filter { $0.contents.droppedCount > 0 }
    let dropped = dropping.map { side in
      "\(side.name) has dropped its first \(counted(side.contents.droppedCount, "record")): "
        + "both are compared from record \(side.run.first) on" as SafeText
    }
    return dropped + textNotes
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

  /// Writes lines of both runs below a title; nothing if there are none.
  private func write(_ title: SafeText, _ lines: [[SafeText]], to text: inout StyledText) {
    if lines.allSatisfy(\.isEmpty) { return }
    text.line(title, .dim)
    write(lines.map { $0.isEmpty ? [ComparisonSide.nothing] : $0 }, to: &text)
  }

  private func write(_ lines: [[SafeText]], to text: inout StyledText) {
    for index in 0..<(lines.map(\.count).max() ?? 0) {
      let cells = lines.map { $0.indices.contains(index) ? $0[index] : "" }
      text.append(ComparisonRow(cells[0], cells[1]).text)
    }
  }

  private func source(of difference: Difference, _ side: ComparisonSide) -> SafeText {
    side.record(difference.place(side.side))?.source.map { "  \($0)" } ?? ""
  }

  /// The handler, action or answer of a difference, after a comma; empty if there is none.
  private func context(of difference: Difference) -> SafeText {
    let (one, other) = difference.context
    let (side, place) = one >= 0 ? (old, one) : (new, other)
    return side.record(place).map { ", \(side.context($0, place))" } ?? ""
  }

  private func consequences(
    of first: Difference, _ side: ComparisonSide, limit: Int
  ) -> [SafeText] {
    let message = (new.record(first.new) ?? old.record(first.old))?.message
    let subject = side.run.model(of: first.place(side.side))
    let shown = side.consequences.prefix(limit).map { place -> SafeText in
      guard let record = side.record(place) else { return "…" }
      var sentence = side.sentence(record, place, withoutSubject: subject).string
      if let message, record.message?.unlabeled == message.unlabeled {
        sentence = sentence.replacing(RecordWords.name(record.message).string, with: "it")
      }
      return "\(record.number)  \(SafeText(sentence))"
    }
    let more = side.consequences.count - shown.count
    return shown + (more > 0 ? ["and \(more) more; --limit all shows them"] : [])
  }

  /// One side of another difference, with its message or its duration.
  private func line(_ difference: Difference, _ side: ComparisonSide) -> SafeText {
    let record = side.record(difference.place(side.side))
    if difference.what == .slower, let record {
      let duration = record.nanoseconds.map { RecordWords.duration($0) } ?? "…"
      return "\(record.number)  \(side.context(record, difference.place(side.side))): \(duration)"
    }
    let isOfMessage = record?.begun.flatMap { side.contents[$0] } != nil
    return side.line(of: difference)
      + (isOfMessage ? ", of \(RecordWords.name(record?.message))" : "")
  }
}

/// Two texts beside each other, each wrapped in its column.
struct ComparisonRow {
  private static let width = 39

  let text: SafeText

  init(_ old: SafeText, _ new: SafeText) {
    let (olds, news) = (Self.lines(of: old), Self.lines(of: new))
    text = (0..<max(olds.count, news.count)).map { index -> SafeText in
      let new = news.indices.contains(index) ? news[index] : ""
      let old = olds.indices.contains(index) ? olds[index] : ""
      return new.isEmpty ? "\(old)\n" : "\(old.padded(to: Self.width))  \(new)\n"
    }.joined()
  }

  /// The text broken between words, or within one that is too long.
  private static func lines(of text: SafeText) -> [SafeText] {
    var lines: [SafeText] = [""]
    for word in text.string.split(separator: " ", omittingEmptySubsequences: false) {
      var rest = SafeText(word)
      let last = lines.removeLast()
      let joined = last.isEmpty ? rest : "\(last) \(rest)"
      if joined.columns <= width {
        lines.append(joined)
        continue
      }
      if !last.isEmpty { lines.append(last) }
      while rest.columns > width {
        var (start, columns) = ("", 0)
        for character in rest.string {
          if columns + character.columns > width { break }
          start.append(character)
          columns += character.columns
        }
        lines.append(SafeText(start))
        rest = SafeText(rest.string.dropFirst(start.count))
      }
      lines.append(rest)
    }
    return lines
  }
}
