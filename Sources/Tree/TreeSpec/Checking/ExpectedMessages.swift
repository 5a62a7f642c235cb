package import TextIO
import TreeAnalysis
package import TreeJournal
import TreeSnapshot

/// Messages expected in this order, without others between them, and their outcomes.
///
/// They are written like the routes of a spec:
///
/// ```
/// error NetworkErrors.badToken from ExamPicker => AppSession
/// event AppEvent.signedOut from AppSession => MainFlow only
/// error NetworkErrors.offline => uncaught
/// ```
package struct ExpectedMessages {
  private let spec: Spec

  private var lines: [(line: Int, claim: RouteClaim)] {
    spec.assertions.compactMap { assertion in
      if case .route(let claim) = assertion.claim { (assertion.line, claim) } else { nil }
    }
  }

  /// Parses the lines; a text without lines expects no messages.
  ///
  /// - Parameters:
  ///   - text: the lines.
  ///   - name: the text's name in errors.
  /// - Throws: `SpecError` with every faulty line.
  package init(_ text: String, name: String) throws(SpecError) {
    spec = try Spec(messages: text, name: name)
    for assertion in spec.assertions {
      guard case .route(let claim) = assertion.claim, claim.via.isEmpty, claim.limit == nil,
        claim.places.allSatisfy({ !$0.isCapture }), claim.raisers?.isCapture != true
      else {
        throw SpecError(
          name: name, problems: [spec.problem(.noExpectedMessage, line: assertion.line)])
      }
    }
  }

  /// Compares them with the messages in a journal.
  ///
  /// Costs a look at each record, and the product of the numbers of expected and raised messages.
  ///
  /// - Parameter records: the range of records to compare.
  /// - Returns: the comparison.
  /// - Throws: `MomentError` if a line needs more than types, and the tree can't be rebuilt.
  package func compare(
    _ contents: JournalContents, _ records: Range<Int>
  ) throws(MomentError) -> MessageComparison {
    let lines = lines
    let types = JournalTypes(of: contents)
    let trees = try MovingTree(
      of: contents, at: max(records.lowerBound, contents.records.lowerBound) - 1)
    let places = JournalPlaces(trees, types, contents.messageNames, [:])
    var messages: [MessageComparison.Message] = []
    var numbers: [Int: Int] = [:]
    var failure: MomentError?
    contents.forEachRecord(in: records) { record in
      if record.event == .raised {
        numbers[record.number] = messages.count
        messages.append(MessageComparison.Message(raise: record, fits: []))
      }
      guard let number = record.raise.flatMap({ numbers[$0] }) else { return true }
      messages[number].outcome = record
      places.advance(to: record.number)
      do throws(MomentError) {
        for (place, line) in lines.enumerated()
        where try line.claim.isMet(by: record, places) { messages[number].fits.insert(place) }
        if record.event == .delivered, places.hasTree(of: record.node),
          let message = record.message?.message
        {
          messages[number].receivers = try places.receivers(of: message, from: record.node)
        }
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    return MessageComparison(
      lines: lines.map { ($0.line, spec.statement(ofLine: $0.line)) }, messages: messages,
      contents: contents, records: records, types: types,
      pairs: MessageComparison.aligned(messages, withLines: lines.count))
  }
}

extension RouteClaim {
  /// Whether a message and its outcome are as expected.
  fileprivate func isMet(
    by outcome: JournalRecord, _ places: JournalPlaces
  ) throws(MomentError) -> Bool {
    guard names(outcome.message, places.messages) else { return false }
    if let raisers {
      guard try places.names(raisers, outcome.node) else { return false }
      if try places.names(exceptRaisers, outcome.node) { return false }
    }
    return try allows(outcome, places)
  }
}

/// Expected messages next to the raised ones.
package struct MessageComparison {
  /// A message that was raised.
  struct Message {
    var raise: JournalRecord
    /// Nil if there is no outcome, because a handler was still running.
    var outcome: JournalRecord?
    /// The receivers of an event.
    var receivers: [JournalNode] = []
    /// The indices of the lines that it matches.
    var fits: Set<Int>
  }

  fileprivate let lines: [(number: Int, text: String)]
  fileprivate let messages: [Message]
  fileprivate let contents: JournalContents
  fileprivate let records: Range<Int>
  fileprivate let types: JournalTypes
  /// Pairs in order: a line, a message, or both if they match.
  fileprivate let pairs: [(line: Int?, message: Int?)]

  /// Whether the messages are the expected ones.
  package var isEqual: Bool { pairs.allSatisfy { $0.line != nil && $0.message != nil } }

  /// The longest sequence of messages that match their lines.
  fileprivate static func aligned(
    _ messages: [Message], withLines count: Int
  ) -> [(line: Int?, message: Int?)] {
    let width = messages.count + 1
    var lengths = [Int32](repeating: 0, count: (count + 1) * width)
    for line in (0..<count).reversed() {
      for message in messages.indices.reversed() {
        let place = line * width + message
        lengths[place] =
          messages[message].fits.contains(line)
          ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
      }
    }
    var pairs: [(line: Int?, message: Int?)] = []
    var (line, message) = (0, 0)
    while line < count || message < messages.count {
      if line < count, message < messages.count, messages[message].fits.contains(line) {
        pairs.append((line, message))
        (line, message) = (line + 1, message + 1)
      } else if message == messages.count
        || line < count
          && lengths[(line + 1) * width + message] >= lengths[line * width + message + 1]
      {
        pairs.append((line, nil))
        line += 1
      } else {
        pairs.append((nil, message))
        message += 1
      }
    }
    return pairs
  }

  // MARK: In words

  /// The numbers of messages and records to show.
  private static let shown = (messages: 40, records: 30)

  /// The differences, the record, and the correct lines, for a person.
  package var explanation: [SafeText] {
    let missing = pairs.count { $0.message == nil }
    let extra = pairs.count { $0.line == nil }
    let counts: [SafeText?] = [
      missing > 0 ? "\(missing) missing" : nil, extra > 0 ? "\(extra) extra" : nil,
    ]
    var text: [SafeText] = [
      "other messages were raised than expected: "
        + "\(counts.compactMap { $0 }.joined(separator: ", "))", "",
    ]
    let rows = pairs.prefix(Self.shown.messages).map(row)
    let width = min(64, rows.map(\.text.columns).max() ?? 0)
    text += rows.map { row in
      let start: SafeText = "  \(row.mark) "
      return row.note.isEmpty
        ? start + row.text : start + row.text.padded(to: width) + "  " + row.note
    }
    if pairs.count > rows.count { text.append("  … and \(pairs.count - rows.count) more") }
    return text + ["", "what was recorded:", ""] + story + offer
  }

  /// The correct lines, for pasting into the test; empty if there are too many, or if they wouldn't
  /// pass.
  private var offer: [SafeText] {
    let lines = messages.isEmpty ? ["# no message" as SafeText] : messages.map(line)
    let text = lines.map(\.string).joined(separator: "\n")
    guard lines.count <= Self.shown.messages,
      let expected = try? ExpectedMessages(text, name: ""),
      let comparison = try? expected.compare(contents, records), comparison.isEqual
    else { return [] }
    let signs = Self.signs(around: text)
    let heading: SafeText =
      signs.isEmpty
      ? "if that is right, write:"
      : "if that is right, write between \(signs)\"\"\" and \"\"\"\(signs):"
    return ["", heading, ""] + lines
  }

  /// The number signs that a Swift literal needs around its quotes to be taken literally.
  private static func signs(around text: String) -> String {
    var signs = ""
    while text.contains("\\\(signs)") || text.contains("\"\"\"\(signs)") { signs += "#" }
    return signs
  }

  private func row(_ pair: (line: Int?, message: Int?)) -> (
    mark: SafeText, text: SafeText, note: SafeText
  ) {
    switch (pair.line, pair.message) {
    case (let line?, nil):
      ("-", "\(lines[line].text)", "line \(lines[line].number): this did not happen")
    case (nil, let message?):
      ("+", line(messages[message]), "record \(messages[message].raise.number): not expected")
    default: (" ", pair.line.map { "\(lines[$0].text)" } ?? "", "")
    }
  }

  private var story: [SafeText] {
    let range = records.clamped(to: contents.records)
    var lines = RecordWords.lines(of: range.suffix(Self.shown.records), in: contents)
    if range.count > lines.count { lines.insert("  … \(range.count - lines.count) before", at: 0) }
    return lines.isEmpty ? ["  nothing"] : lines
  }

  /// A message in the form of an expectation.
  private func line(_ message: Message) -> SafeText {
    let name = (message.outcome ?? message.raise).message
    let text = name.map { SpecText.messageName($0.domain, $0.label ?? $0.code ?? "*") } ?? "…"
    let kind = name?.kind ?? .error
    return
      "\(kind.rawValue) \(text) from \(type(message.raise.node)) => \(outcome(of: message, kind))"
  }

  private func type(_ node: JournalNode) -> String { types[node].map(SpecText.selector) ?? "**" }

  private func outcome(of message: Message, _ kind: TreeSnapshot.Message.Kind) -> String {
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
