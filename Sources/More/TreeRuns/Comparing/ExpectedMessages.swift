package import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
package import TreeSpec

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

  /// The number of records to show, and of messages to offer.
  private static let shownRecords = 30
  private static let shownMessages = 40

  /// Parses the lines; a text without lines expects no messages.
  ///
  /// - Throws: `SpecError` with every faulty line.
  package init(_ text: String, name: String) throws(SpecError) {
    spec = try Spec(text, name: name, form: .expectations)
    claims = spec.statements.compactMap { statement in
      statement.route.map { (statement.text, statement.line, $0) }
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
    let never = spec.check(nil, history: history).filter { $0.outcome == .failed }
    let isComplete = !claims.isEmpty || spec.statements.isEmpty
    let raised = isComplete ? try messages(in: history) : []
    let differences = isComplete ? differences(raised) : []
    if differences.isEmpty, never.isEmpty { return nil }
    let records = RecordWords.lines(
      of: history.records.suffix(Self.shownRecords), in: history.contents)
    let more = history.records.count - Self.shownRecords
    let text =
      never.flatMap { [$0.name] + $0.explanation + [""] } + differences
      + ["what was recorded:", ""] + (more > 0 ? ["  … \(more) before"] : [])
      + (records.isEmpty ? ["  nothing"] : records)
    if differences.isEmpty || raised.count > Self.shownMessages { return text }
    // What wouldn't pass isn't offered.
    let lines = raised.isEmpty ? ["# no message"] : raised.map(\.line)
    let literal = lines.map(\.string).joined(separator: "\n")
    guard let offer = try? ExpectedMessages(literal, name: ""),
      offer.differences(try offer.messages(in: history)).isEmpty
    else { return text }
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

  /// The messages that were raised.
  private func messages(in history: RecordedHistory) throws -> [Raised] {
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
    return raised
  }

  /// The differences in lines, if there are any.
  private func differences(_ raised: [Raised]) -> [SafeText] {
    // As many messages as possible get their lines, in order.
    let changes = raised.indices.difference(from: claims.indices) { raised[$1].fits.contains($0) }
    if changes.isEmpty { return [] }
    var rows = claims.map { Finding.Row(mark: .none, depth: 0, text: "\($0.text)") }
    for case .remove(let offset, let claim, _) in changes.removals.reversed() {
      rows[offset].mark = .missing
      rows[offset].note = "line \(claims[claim].line): this did not happen"
    }
    // A message comes after the lines that are missing before it.
    var places = rows.indices.filter { rows[$0].mark == .none }
    places.append(rows.count)
    var added = 0
    for case .insert(let offset, let message, _) in changes.insertions {
      let place = places[offset - added] + added
      let own = raised[message]
      rows.insert(
        Finding.Row(
          mark: .extra, depth: 0, text: own.line, note: "record \(own.record.number): not expected"),
        at: place)
      added += 1
    }
    let counts: SafeText = "\(changes.removals.count) missing, \(added) extra"
    var finding = Finding(
      .message, file: spec.name, name: "",
      problem: "other messages were raised than expected: \(counts)")
    finding.rows = rows
    return finding.explanation + [""]
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
