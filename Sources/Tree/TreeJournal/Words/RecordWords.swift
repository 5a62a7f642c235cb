package import TextIO
package import TreeSnapshot

/// Records of a journal as sentences.
package struct RecordWords: Sendable {
  private let contents: JournalContents
  /// The models that it names.
  package let types: JournalTypes
  private let names: ShownNames
  /// The numbers of the records that are written.
  private var shown: Set<Int> = []
  /// How far records are indented by what led to them, at most.
  private static let deepest = 12

  /// Names models by the types that the journal knows.
  package init(contents: JournalContents, types: JournalTypes) {
    self.contents = contents
    self.types = types
    names = ShownNames(of: types.names)
  }

  /// Writes a record on a line.
  ///
  /// - Parameter others: Those of its group, which add to it.
  package mutating func write(
    _ record: JournalRecord, and others: ArraySlice<JournalRecord> = [], to text: inout StyledText
  ) {
    let number: SafeText = "\(record.number)"
    text.append(SafeText(repeating: " ", count: max(0, 7 - number.columns)) + number + "  ", .dim)
    text.append("\(WallClock.localTime(ofNanoseconds: record.time))  ", .dim)
    text.append(SafeText(repeating: "  ", count: depth(of: record)))
    text.append(subject(record))
    if record.event == .vocabulary, !others.isEmpty { text.append("\(name(record.node)): ") }
    let color: Color =
      switch record.event {
      case .raised: Color(record.message?.kind ?? .error)
      case .uncaught, .unhandled: .red
      case .unheard: .yellow
      case .handled, .delivered: .green
      default: .plain
      }
    text.append(sentence(record) + summary(others), color)
    if let source = record.source { text.append("  \(source)", .dim) }
    text.line(record.isTest ? "  (a test)" : "")
    shown.formUnion([record.number] + others.map(\.number))
  }

  /// What the other records of a group say, in a few words.
  private func summary(_ others: ArraySlice<JournalRecord>) -> SafeText {
    func messages(_ event: JournalEvent, _ verb: SafeText) -> [SafeText] {
      let own = others.filter { $0.event == event }
      guard let first = own.first else { return [] }
      let what = own.count == 1 ? Self.name(first.message) : counted(own.count, "message")
      return ["\(verb) \(what)"]
    }
    let rest = others.filter { $0.event != .registered && $0.event != .declared }
    return
      (messages(.registered, "registers for") + messages(.declared, "may raise")
      + rest.map { sentence($0, of: "") })
      .map { ", \($0)" }.joined(separator: "")
  }

  /// A record on a line by itself: its number, the time, and what happened.
  package func line(_ record: JournalRecord) -> SafeText {
    let source: SafeText = record.source.map { "  \($0)" } ?? ""
    return "\(record.number)  \(WallClock.localTime(ofNanoseconds: record.time))  "
      + subject(record) + sentence(record) + source + (record.isTest ? "  (a test)" : "")
  }

  /// Records as lines, each indented by what led to it.
  package static func lines(
    of records: Range<Int>, in contents: JournalContents
  ) -> [SafeText] {
    var words = RecordWords(contents: contents, types: JournalTypes(of: contents))
    return records.compactMap { contents[$0] }.map { record in
      var text = StyledText(isColored: false)
      words.write(record, to: &text)
      return SafeText(lines: text.text.split(separator: "\n").joined())
    }
  }

  /// The message of a record whose raise is not shown.
  private func subject(_ record: JournalRecord) -> SafeText {
    guard let raise = record.begun, !shown.contains(raise) else { return "" }
    // Outcomes name the raiser; a receiver knows it by the record of the message alone.
    let raiser = contents[raise]?.node ?? (record.raise == nil ? nil : record.node)
    let by: SafeText = raiser.map { ", raised by \(name($0))" } ?? ""
    return "\(Self.name(record.message))\(by): "
  }

  /// How many records led to this one, up to the most by which it is indented.
  private func depth(of record: JournalRecord) -> Int {
    let before = sequence(first: record) { ($0.begun ?? $0.cause).flatMap { contents[$0] } }
    return before.dropFirst().prefix(Self.deepest).reduce(0) { depth, _ in depth + 1 }
  }

  /// A model by its type and id.
  package func name(_ node: JournalNode) -> SafeText {
    types[node].map { "\(names[$0]) #\(node.id)" } ?? "#\(node.id)"
  }

  private func name(_ id: Int?, _ record: JournalRecord) -> SafeText {
    id.map { name(JournalNode(tree: record.node.tree, id: $0)) } ?? "nobody"
  }

  /// A message with its label.
  package static func name(_ message: KnownMessage?) -> SafeText {
    guard let message else { return "…" }
    if message.code == nil { return "all of \(message.kind.rawValue) \(message.domain)" }
    return "\(message)"
  }

  /// The sentence of a record, without its time.
  package func sentence(_ record: JournalRecord) -> SafeText {
    sentence(record, of: "\(name(record.node)) ")
  }

  /// - Parameter node: the model and a space; empty if it is clear.
  private func sentence(_ record: JournalRecord, of node: SafeText) -> SafeText {
    let message = Self.name(record.message)
    switch record.event {
    case .raised: return "\(node)raises \(message)"
    case .handled:
      let hops = counted(record.hops ?? 0, "hop")
      return "\(name(record.handler, record)) handles it after \(hops)\(took(record))"
    case .uncaught:
      if record.handler == nil { return "uncaught outside of sessions" }
      return "uncaught; reported to \(name(record.handler, record))\(took(record))"
    case .unhandled, .unheard: return "\(record.event.rawValue)"
    case .delivered: return "\(counted(record.count ?? 0, "model")) received it\(took(record))"
    case .attached:
      let kind: SafeText = record.isSession ? ", a session," : ""
      return "\(name(record.node))\(kind) is attached under \(name(record.parent, record))"
    case .detached: return "\(node)is \(record.isSession ? "gone" : "detached")"
    case .leaked: return "\(node)has left and is still alive"
    case .released: return "\(name(record.node)), which had left, is released"
    case .registered:
      let made = record.message?.subscription(source: nil, payload: record.payload)
      return "\(node)registers for \(message)\(made?.shownPayload ?? "")"
    case .unregistered: return "\(node)ends its subscription to \(message)"
    case .provided: return "\(node)provides \(record.service ?? "…")"
    case .represented:
      guard let shown = record.representation else { return "\(node)is no longer represented" }
      return "\(node)is shown by \(shown)"
    case .opened: return "\(node)opens"
    case .closed: return "\(node)closes"
    case .declared: return "\(node)declares that it may raise \(message)"
    case .performed:
      let place: SafeText = record.node.id == 0 ? "" : " at \(name(record.node))"
      return "'\(record.action ?? "…")' is performed\(place)\(took(record))"
    case .received: return "\(node)receives it\(took(record))"
    case .started: return "\(node)starts work"
    case .ended:
      return "\(name(record.node))'s work \(Self.ending(record.outcome))\(lasted(record))"
        + cancelled(record)
    case .described: return "\(node)is \(record.saying ?? "")"
    case .changed: return "\(name(record.node)): \(record.saying ?? "")"
    case .vocabulary:
      let domain = record.vocabulary.first?.domain ?? "…"
      let count = record.vocabulary.count
      return "\(counted(count, "code")) of \(domain) \(count == 1 ? "becomes" : "become") known"
    }
  }

  /// What cancelled work: its model left, a session closed, or the app did.
  private func cancelled(_ record: JournalRecord) -> SafeText {
    guard record.outcome == .cancelled, let started = record.started else { return "" }
    let above = Set(sequence(first: record.node, next: types.parent))
    var cause: JournalRecord?
    contents.forEachRecord(in: started..<record.number, of: [.detached, .closed]) { other in
      if above.contains(other.node) { cause = other }
      return cause == nil
    }
    // What cancelled it may have been dropped.
    guard let cause else { return contents.records.contains(started) ? " by the app" : "" }
    let whose: SafeText = cause.node == record.node ? "it" : name(cause.node)
    return ", as \(whose) \(cause.event == .closed ? "closed" : "left") (record \(cause.number))"
  }

  private static func ending(_ outcome: WorkOutcome?) -> SafeText {
    switch outcome {
    case .answered: "is answered"
    case .failed: "fails"
    case .cancelled: "is cancelled"
    case .dropped: "ends, and its answer is dropped"
    case nil: "ends"
    }
  }

  /// How long work ran.
  private func lasted(_ record: JournalRecord) -> SafeText {
    guard let start = record.started.flatMap({ contents[$0] }) else { return "" }
    return " after \(Self.duration(max(0, record.elapsed - start.elapsed)))"
  }

  /// How long the handlers took.
  private func took(_ record: JournalRecord) -> SafeText {
    record.nanoseconds.map { ", \(Self.duration($0))" } ?? ", and has not returned"
  }

  /// A duration, in a unit that fits.
  package static func duration(_ nanoseconds: Int) -> SafeText {
    let units: [(SafeText, Int)] = [("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000)]
    for (name, unit) in units where nanoseconds >= unit {
      return "\(nanoseconds / unit).\(nanoseconds / (unit / 10) % 10) \(name)"
    }
    return "\(nanoseconds) ns"
  }

  /// Why a record is there: the action, or the handler during which it happened, and its message; nil if
  /// neither ran.
  package func reason(_ record: JournalRecord) -> SafeText? {
    guard let cause = record.cause else { return nil }
    let before = contents[cause]
    let by = record.by ?? before?.handler.map { JournalNode(tree: record.node.tree, id: $0) }
    let words: SafeText
    switch before?.event {
    case nil:
      words = by.map { "in a handler or an action of \(name($0))" } ?? "because of what was dropped"
    case .performed: words = "in '\(before?.action ?? "…")'"
    case .ended:
      words = "in \(name(before?.node ?? record.node)), as its work \(Self.ending(before?.outcome))"
    default:
      let message = Self.name(before?.message)
      words = by.map { "in \(name($0))'s handler of \(message)" } ?? "because of \(message)"
    }
    return "\(words), record \(cause)"
  }
}

extension JournalRecord {
  /// What a model says of itself, or what of that has changed, in a few words; nil for other records.
  package var saying: SafeText? {
    switch event {
    case .described:
      let state = self.state.map { "\($0.key): \($0.value)" as SafeText }.joined(separator: ", ")
      let parts: [SafeText] =
        (self.label.map { ["\"\($0)\""] } ?? []) + (state.isEmpty ? [] : ["{\(state)}"])
      return parts.joined(separator: " ")
    case .changed:
      let after: SafeText = self.since.map { ", after #\($0)" } ?? ""
      return "\(self.key ?? "label") \(self.old ?? "–") → \(self.new ?? "–")\(after)"
    default: return nil
    }
  }
}
