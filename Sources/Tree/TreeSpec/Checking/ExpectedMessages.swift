package import TextIO
import TreeAnalysis
package import TreeJournal
import TreeSnapshot

/// Messages that are expected in this order, without others between them, each with its outcome, and what
/// must never happen meanwhile.
///
/// ```
/// error NetworkErrors.badToken from ExamPicker => AppSession
/// event AppEvent.signedOut from AppSession => MainFlow only
/// never leaked
/// ```
///
/// Lines that only say what must never happen expect no messages in particular.
package struct ExpectedMessages {
  private let spec: Spec
  private var lines: [(line: Int, claim: RouteClaim)] = []
  /// Whether messages that no line expects fail.
  private let isComplete: Bool

  /// Parses the lines; a text without lines expects no messages.
  ///
  /// - Throws: `SpecError` with every faulty line.
  package init(_ text: String, name: String) throws(SpecError) {
    var parser = SpecParser(text.utf8, name: name, .expectations)
    spec = try parser.parse()
    for statement in spec.statements {
      if case .route(let claim) = statement.claim { lines.append((statement.line, claim)) }
    }
    isComplete = !lines.isEmpty || spec.statements.isEmpty
  }

  /// Compares them with what a journal recorded.
  ///
  /// Costs a look at each record for each expected message.
  ///
  /// - Returns: the differences, the record, and the lines that would pass, for a person; nil if all is as
  ///   expected.
  /// - Throws: `MomentError` if a line needs more than types, and the tree can't be rebuilt.
  package func problem(in history: RecordedHistory) throws(MomentError) -> [SafeText]? {
    let never = JournalCheck(spec, history).findings().values.filter {
      $0.outcome == .failed
    }.sorted { $0.line < $1.line }
    var text = never.flatMap { finding -> [SafeText] in
      ["\(finding.name): \(finding.problem)"] + finding.details.map { "  \($0)" } + [""]
    }
    let comparison = isComplete ? try MessageComparison(lines, spec, history) : nil
    if let comparison, !comparison.isEqual {
      text += comparison.differences + [""]
    } else if never.isEmpty {
      return nil
    }
    text += ["what was recorded:", ""] + story(history)
    if let comparison, !comparison.isEqual { text += offer(comparison, history) }
    while text.last?.isEmpty == true { text.removeLast() }
    return text
  }

  /// The number of records to show.
  private static let shownRecords = 30

  private func story(_ history: RecordedHistory) -> [SafeText] {
    let range = history.records
    var lines = RecordWords.lines(of: range.suffix(Self.shownRecords), in: history.contents)
    if range.count > lines.count { lines.insert("  … \(range.count - lines.count) before", at: 0) }
    return lines.isEmpty ? ["  nothing"] : lines
  }

  /// The lines that would pass, for pasting into the test; none if there are too many, or if they wouldn't.
  private func offer(_ comparison: MessageComparison, _ history: RecordedHistory) -> [SafeText] {
    let lines = comparison.passing.isEmpty ? ["# no message"] : comparison.passing
    let text = lines.map(\.string).joined(separator: "\n")
    guard lines.count <= MessageComparison.shown,
      let expected = try? ExpectedMessages(text, name: ""),
      let next = try? MessageComparison(expected.lines, expected.spec, history), next.isEqual
    else { return [] }
    // The number signs that a literal needs around its quotes to be taken as it is.
    let signs = SwiftLiteral.signs(around: text)
    let heading: SafeText =
      signs.isEmpty
      ? "if that is right, write:"
      : "if that is right, write between \(signs)\"\"\" and \"\"\"\(signs):"
    return ["", heading, ""] + lines
  }
}

/// Expected messages next to the raised ones.
private struct MessageComparison {
  /// A message that was raised.
  private struct Raised {
    var raise: JournalRecord
    /// Nil if a handler was still running.
    var outcome: JournalRecord?
    /// The receivers of an event.
    var receivers: [JournalNode] = []
    /// The indices of the lines that it fits.
    var fits: Set<Int> = []
  }

  private let lines: [(line: Int, claim: RouteClaim)]
  private let spec: Spec
  private let types: JournalTypes
  private var raised: [Raised] = []
  /// In order: a line, a message, or both if they match.
  private var pairs: [(line: Int?, message: Int?)] = []

  /// The number of messages to show.
  static let shown = 40

  init(
    _ lines: [(line: Int, claim: RouteClaim)], _ spec: Spec, _ history: RecordedHistory
  ) throws(MomentError) {
    self.lines = lines
    self.spec = spec
    let reader = JournalReader(history)
    types = reader.types
    var numbers: [Int: Int] = [:]
    var raised: [Raised] = []
    try reader.forEachRecord { record throws(MomentError) in
      if record.event == .raised {
        numbers[record.number] = raised.count
        raised.append(Raised(raise: record))
      }
      guard let number = record.raise.flatMap({ numbers[$0] }) else { return }
      raised[number].outcome = record
      for (index, line) in lines.enumerated() where line.claim.names(record, reader.names) {
        if try reader.isRaiser(of: line.claim, record.node),
          try reader.allows(line.claim, record)
        {
          raised[number].fits.insert(index)
        }
      }
      if record.event == .delivered {
        raised[number].receivers = (try? reader.receivers(of: record)) ?? []
      }
    }
    self.raised = raised
    align()
  }

  var isEqual: Bool { pairs.allSatisfy { $0.line != nil && $0.message != nil } }

  /// Pairs as many messages with their lines, in order, as possible.
  private mutating func align() {
    let changes = raised.indices.difference(from: lines.indices) { raised[$1].fits.contains($0) }
    let missing = Set(changes.removals.map(\.offset))
    let extra = Set(changes.insertions.map(\.offset))
    var (line, message) = (0, 0)
    while line < lines.count || message < raised.count {
      if missing.contains(line) {
        pairs.append((line, nil))
        line += 1
      } else if extra.contains(message) {
        pairs.append((nil, message))
        message += 1
      } else {
        pairs.append((line, message))
        (line, message) = (line + 1, message + 1)
      }
    }
  }

  // MARK: In words

  var differences: [SafeText] {
    let missing = pairs.count { $0.message == nil }
    let extra = pairs.count { $0.line == nil }
    let counts: [SafeText?] = [
      missing > 0 ? "\(missing) missing" : nil, extra > 0 ? "\(extra) extra" : nil,
    ]
    let rows = pairs.prefix(Self.shown).map(row)
    let width = min(64, rows.map(\.text.columns).max() ?? 0)
    var text: [SafeText] = [
      "other messages were raised than expected: "
        + counts.compactMap { $0 }.joined(separator: ", "), "",
    ]
    text += rows.map { row in
      "  \(row.mark) "
        + (row.note.isEmpty ? row.text : row.text.padded(to: width) + "  " + row.note)
    }
    if pairs.count > rows.count { text.append("  … and \(pairs.count - rows.count) more") }
    return text
  }

  private func row(
    _ pair: (line: Int?, message: Int?)
  ) -> (mark: SafeText, text: SafeText, note: SafeText) {
    switch (pair.line, pair.message) {
    case (let index?, nil):
      let number = lines[index].line
      return ("-", "\(spec.statement(ofLine: number))", "line \(number): this did not happen")
    case (nil, let message?):
      let record = raised[message].raise.number
      return ("+", line(raised[message]), "record \(record): not expected")
    default:
      return (" ", pair.line.map { "\(spec.statement(ofLine: lines[$0].line))" } ?? "", "")
    }
  }

  /// The lines that would pass.
  var passing: [SafeText] { raised.map(line) }

  /// A message in the form of an expectation.
  private func line(_ message: Raised) -> SafeText {
    let name = (message.outcome ?? message.raise).message
    let text = name.map { SpecText.message($0.domain, $0.label ?? $0.code ?? "*") } ?? "…"
    let kind = name?.kind ?? .error
    return "\(kind.rawValue) \(text) from \(type(message.raise.node)) => \(outcome(message, kind))"
  }

  private func type(_ node: JournalNode) -> String { types[node].map(SpecText.selector) ?? "**" }

  private func outcome(_ message: Raised, _ kind: Message.Kind) -> String {
    switch message.outcome?.event {
    case .handled: return message.outcome.map { type($0.handlerNode) } ?? kind.outcomes.taken
    case .delivered:
      let names = message.receivers.map(type)
      if names.isEmpty || names.count > 5 { return kind.outcomes.taken }
      var seen: Set<String> = []
      return names.filter { seen.insert($0).inserted }.joined(separator: ", ") + " only"
    default: return kind.outcomes.lost
    }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
