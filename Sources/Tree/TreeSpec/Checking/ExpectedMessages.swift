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
  private let claims: [(line: Int, claim: RouteClaim)]

  /// The number of records to show.
  private static let shownRecords = 30

  /// Parses the lines; a text without lines expects no messages.
  ///
  /// - Throws: `SpecError` with every faulty line.
  package init(_ text: String, name: String) throws(SpecError) {
    var parser = SpecParser(text.utf8, name: name, .expectations)
    let spec = try parser.parse()
    self.spec = spec
    claims = spec.statements.compactMap { statement in
      guard case .route(let claim) = statement.claim else { return nil }
      return (statement.line, claim)
    }
  }

  /// Compares them with what a journal recorded.
  ///
  /// Costs a look at each record for each expected message.
  ///
  /// - Returns: the differences, the record, and the lines that would pass, for a person; nil if all is as
  ///   expected.
  /// - Throws: `MomentError` if a line needs more than types, and the tree can't be rebuilt.
  package func problem(in history: RecordedHistory) throws(MomentError) -> [SafeText]? {
    let never = JournalCheck(spec, history).findings().values
      .filter { $0.outcome == .failed }.sorted { $0.line < $1.line }
    let isComplete = !claims.isEmpty || spec.statements.isEmpty
    var comparison = isComplete ? try compare(with: history) : nil
    if comparison?.isEqual == true { comparison = nil }
    if comparison == nil, never.isEmpty { return nil }
    let records = RecordWords.lines(
      of: history.records.suffix(Self.shownRecords), in: history.contents)
    let more = history.records.count - Self.shownRecords
    var text = never.flatMap { finding -> [SafeText] in
      ["\(finding.name): \(finding.problem)"] + finding.details.map { "  \($0)" } + [""]
    }
    if let comparison { text += comparison.differences + [""] }
    text += ["what was recorded:", ""] + (more > 0 ? ["  … \(more) before"] : [])
    text += records.isEmpty ? ["  nothing"] : records
    guard let lines = comparison?.passing, lines.count <= MessageComparison.shown else {
      return text
    }
    // What wouldn't pass isn't offered.
    let passing = lines.isEmpty ? ["# no message"] : lines
    let literal = passing.map(\.string).joined(separator: "\n")
    let offer = try? ExpectedMessages(literal, name: "")
    if try offer?.compare(with: history).isEqual != true { return text }
    // The number signs that a literal needs around its quotes to be taken as it is.
    let signs = SwiftLiteral.signs(around: literal)
    let heading: SafeText =
      signs.isEmpty ? "" : " between \(signs)\"\"\" and \"\"\"\(signs)"
    return text + ["", "if that is right, write\(heading):", ""] + passing
  }

  private func compare(with history: RecordedHistory) throws(MomentError) -> MessageComparison {
    try MessageComparison(claims, spec, JournalReader(history))
  }
}

/// Expected messages next to the raised ones.
private struct MessageComparison {
  /// A message that was raised.
  private struct Raised {
    var record: JournalRecord
    /// The line that it would pass.
    var line: SafeText
    /// The indices of the lines that it fits.
    var fits: Set<Int> = []
  }

  /// What was raised and expected, as aligned rows.
  private var rows: [(mark: SafeText, text: SafeText, note: SafeText)] = []
  private var missing = 0
  private var extra = 0
  /// The lines that would pass.
  private(set) var passing: [SafeText] = []

  /// The number of messages to show.
  static let shown = 40

  var isEqual: Bool { missing + extra == 0 }

  init(
    _ claims: [(line: Int, claim: RouteClaim)], _ spec: Spec, _ reader: JournalReader
  ) throws(MomentError) {
    var numbers: [Int: Int] = [:]
    var raised: [Raised] = []
    try reader.forEachRecord { record throws(MomentError) in
      if record.event == .raised {
        numbers[record.number] = raised.count
        raised.append(Raised(record: record, line: Self.line(record, nil, reader)))
      }
      guard let number = record.raise.flatMap({ numbers[$0] }), record.event != .received else {
        return
      }
      raised[number].line = Self.line(raised[number].record, record, reader)
      for (index, own) in claims.enumerated() {
        if try reader.isOutcome(record, of: own.claim) == true { raised[number].fits.insert(index) }
      }
    }
    passing = raised.map(\.line)
    // As many messages as possible get their lines, in order.
    let changes = raised.indices.difference(from: claims.indices) { raised[$1].fits.contains($0) }
    let gone = Set(changes.removals.map(\.offset))
    let new = Set(changes.insertions.map(\.offset))
    (missing, extra) = (gone.count, new.count)
    var (line, message) = (0, 0)
    while line < claims.count || message < raised.count {
      if gone.contains(line) {
        let number = claims[line].line
        rows.append(
          ("-", "\(spec.statement(ofLine: number))", "line \(number): this did not happen"))
        line += 1
      } else if new.contains(message) {
        let number = raised[message].record.number
        rows.append(("+", raised[message].line, "record \(number): not expected"))
        message += 1
      } else {
        rows.append((" ", "\(spec.statement(ofLine: claims[line].line))", ""))
        (line, message) = (line + 1, message + 1)
      }
    }
  }

  // MARK: In words

  var differences: [SafeText] {
    let counts: [SafeText?] = [
      missing > 0 ? "\(missing) missing" : nil, extra > 0 ? "\(extra) extra" : nil,
    ]
    let shown = rows.prefix(Self.shown)
    let width = min(64, shown.map(\.text.columns).max() ?? 0)
    let heading: SafeText = "other messages were raised than expected: "
    return [heading + counts.compactMap { $0 }.joined(separator: ", "), ""]
      + shown.map { row in
        "  \(row.mark) "
          + (row.note.isEmpty ? row.text : row.text.padded(to: width) + "  " + row.note)
      } + (rows.count > shown.count ? ["  … and \(rows.count - shown.count) more"] : [])
  }

  /// A message in the form of an expectation.
  private static func line(
    _ raise: JournalRecord, _ outcome: JournalRecord?, _ reader: JournalReader
  ) -> SafeText {
    func type(_ node: JournalNode) -> String {
      reader.types[node].map(SpecText.selector) ?? "**"
    }
    let name = (outcome ?? raise).message
    let text = name.map { SpecText.message($0.domain, $0.label ?? $0.code ?? "*") } ?? "…"
    let kind = name?.kind ?? .error
    var end = kind.outcomes.lost
    if let outcome, outcome.event == .handled { end = type(outcome.handlerNode) }
    if let outcome, outcome.event == .delivered {
      let names = ((try? reader.receivers(of: outcome)) ?? []).map(type)
      let unique = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
      end =
        (1...5).contains(names.count)
        ? "\(unique.joined(separator: ", ")) only" : kind.outcomes.taken
    }
    return "\(kind.rawValue) \(text) from \(type(raise.node)) => \(end)"
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
