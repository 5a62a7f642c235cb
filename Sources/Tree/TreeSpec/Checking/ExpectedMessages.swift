package import TextIO
import TreeAnalysis
import TreeJournal
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
  private let claims: [(text: String, line: Int, claim: RouteClaim)]

  /// The number of records, and of messages, to show.
  private static let shownRecords = 30
  private static let shownMessages = 40

  /// Parses the lines; a text without lines expects no messages.
  ///
  /// - Throws: `SpecError` with every faulty line.
  package init(_ text: String, name: String) throws(SpecError) {
    var parser = SpecParser(text.utf8, name: name, .expectations)
    let spec = try parser.parse()
    self.spec = spec
    claims = spec.statements.compactMap { statement in
      guard case .route(let claim) = statement.claim else { return nil }
      return (statement.text, statement.line, claim)
    }
  }

  /// Compares them with what a journal recorded.
  ///
  /// Costs a look at each record for each expected message.
  ///
  /// - Returns: the differences, the record, and the lines that would pass, for a person; nil if all is as
  ///   expected.
  /// - Throws: `MomentError` if a line needs more than types, and the tree can't be rebuilt.
  package func problem(in history: RecordedHistory) throws -> [SafeText]? {
    let never = JournalCheck(spec, history).findings().values
      .filter { $0.outcome == .failed }.sorted { $0.line < $1.line }
    let isComplete = !claims.isEmpty || spec.statements.isEmpty
    let (differences, passing) = isComplete ? try compare(with: history) : ([], [])
    if differences.isEmpty, never.isEmpty { return nil }
    let records = RecordWords.lines(
      of: history.records.suffix(Self.shownRecords), in: history.contents)
    let more = history.records.count - Self.shownRecords
    let broken = never.flatMap { finding -> [SafeText] in
      ["\(finding.name): \(finding.problem)"] + finding.details.map { "  \($0)" } + [""]
    }
    let text =
      broken + differences + ["what was recorded:", ""] + (more > 0 ? ["  … \(more) before"] : [])
      + (records.isEmpty ? ["  nothing"] : records)
    if differences.isEmpty || passing.count > Self.shownMessages { return text }
    // What wouldn't pass isn't offered.
    let lines = passing.isEmpty ? ["# no message"] : passing
    let literal = lines.map(\.string).joined(separator: "\n")
    let offer = try? ExpectedMessages(literal, name: "")
    if try offer?.compare(with: history).differences.isEmpty != true { return text }
    // The number signs that a literal needs around its quotes to be taken as it is.
    let signs = SwiftLiteral.signs(around: literal)
    let heading: SafeText =
      signs.isEmpty ? "" : " between \(signs)\"\"\" and \"\"\"\(signs)"
    return text + ["", "if that is right, write\(heading):", ""] + lines
  }

  // MARK: Comparing

  /// A message that was raised.
  private struct Raised {
    var record: JournalRecord
    /// The line that it would pass.
    var line: SafeText
    /// The indices of the lines that it fits.
    var fits: Set<Int> = []
  }

  /// The differences in lines, if there are any, and the lines that would pass.
  private func compare(
    with history: RecordedHistory
  ) throws -> (differences: [SafeText], passing: [SafeText]) {
    let reader = JournalReader(history)
    var numbers: [Int: Int] = [:]
    var raised: [Raised] = []
    try reader.forEachRecord { record in
      if record.event == .raised {
        numbers[record.number] = raised.count
        raised.append(Raised(record: record, line: Self.line(record, nil, reader)))
      }
      guard let number = record.raise.flatMap({ numbers[$0] }), record.event != .received else {
        return
      }
      raised[number].line = Self.line(raised[number].record, record, reader)
      for (index, own) in claims.enumerated()
      where try reader.isOutcome(record, of: own.claim) == true {
        raised[number].fits.insert(index)
      }
    }
    return (differences(raised), raised.map(\.line))
  }

  private func differences(_ raised: [Raised]) -> [SafeText] {
    // As many messages as possible get their lines, in order.
    let changes = raised.indices.difference(from: claims.indices) { raised[$1].fits.contains($0) }
    if changes.isEmpty { return [] }
    let missing = Set(changes.removals.map(\.offset))
    let extra = Set(changes.insertions.map(\.offset))
    var rows: [(mark: SafeText, text: SafeText, note: SafeText)] = []
    var message = 0
    func addExtra() {
      while extra.contains(message) {
        let number = raised[message].record.number
        rows.append(("+", raised[message].line, "record \(number): not expected"))
        message += 1
      }
    }
    for (index, own) in claims.enumerated() {
      if missing.contains(index) {
        rows.append(("-", "\(own.text)", "line \(own.line): this did not happen"))
        continue
      }
      addExtra()
      rows.append((" ", "\(own.text)", ""))
      message += 1
    }
    addExtra()
    let counts: [SafeText] =
      (missing.isEmpty ? [] : ["\(missing.count) missing"])
      + (extra.isEmpty ? [] : ["\(extra.count) extra"])
    let width = min(64, rows.prefix(Self.shownMessages).map(\.text.columns).max() ?? 0)
    return ["other messages were raised than expected: " + counts.joined(separator: ", "), ""]
      + rows.prefix(Self.shownMessages).map { row in
        "  \(row.mark) "
          + (row.note.isEmpty ? row.text : row.text.padded(to: width) + "  " + row.note)
      }
      + (rows.count > Self.shownMessages ? ["  … and \(rows.count - Self.shownMessages) more"] : [])
      + [""]
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
