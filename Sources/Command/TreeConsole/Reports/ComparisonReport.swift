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

  /// Writes how the runs ended and where they diverge, each line after the name of its run.
  ///
  /// - Parameter limit: The maximum number of lines of a list.
  func write(to text: inout StyledText, limit: Int) {
    let alike = counted(comparison.alike, "record")
    text.line("\(old.name) → \(new.name)", .bold)
    write(sides.map { $0.outcomeLines(limit: limit) }, to: &text)
    for note in notes { text.line(note, .dim) }
    guard let first = comparison.first else {
      text.line("no difference: \(alike) alike, times and ids aside", .bold)
      return writeOrder(to: &text)
    }
    text.line("alike for \(alike), times and ids aside", .dim)
    text.line("first difference\(reason(of: first))", .bold)
    write(sides.map { [$0.line(of: first) + source(of: first, $0)] }, to: &text)
    let inputs = comparison.inputs(before: first, limit: 1)
    let actions = [inputs.old, inputs.new].map {
      $0.map { "\($0.number)  do \($0.action ?? "…")" as SafeText }
    }
    write("before it", actions, to: &text)
    write("led to", sides.map { consequences(of: $0, limit: limit) }, to: &text)
    if !others.isEmpty { text.line("also different", .dim) }
    text.list(others, limit: limit) { group, text in
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
    if comparison.hasTexts { return dropped }
    return dropped + [
      "the journals don't keep the same texts: words, contexts and values aren't compared"
    ]
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
    let width = (sides.map(\.name.columns).max() ?? 0) + 4
    for (side, lines) in zip(sides, lines) {
      for line in lines {
        text.append("  \(side.name)", .dim, width: width)
        text.line(line)
      }
    }
  }

  private func source(of difference: Difference, _ side: ComparisonSide) -> SafeText {
    side.record(difference.place(side.side))?.source.map { "  \($0)" } ?? ""
  }

  /// Why the record of a difference is there, after a comma; empty if nothing led to it.
  private func reason(of difference: Difference) -> SafeText {
    let reason = sides.lazy.compactMap { side in
      side.record(difference.place(side.side)).flatMap(side.words.reason)
    }.first
    return reason.map { ", \($0)" } ?? ""
  }

  private func consequences(of side: ComparisonSide, limit: Int) -> [SafeText] {
    let shown = side.consequences.prefix(limit).map { place -> SafeText in
      side.record(place).map { "\($0.number)  \(side.words.sentence($0))" } ?? "…"
    }
    let more = side.consequences.count - shown.count
    return shown + (more > 0 ? ["and \(more) more; --limit all shows them"] : [])
  }

  /// One side of another difference, with its message.
  private func line(_ difference: Difference, _ side: ComparisonSide) -> SafeText {
    let record = side.record(difference.place(side.side))
    let isOfMessage = record?.begun.flatMap { side.contents[$0] } != nil
    return side.line(of: difference)
      + (isOfMessage ? ", of \(RecordWords.name(record?.message))" : "")
  }
}
