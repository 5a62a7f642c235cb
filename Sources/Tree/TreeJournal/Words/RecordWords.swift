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
    text.append(SafeText(repeating: "  ", count: min(depth(of: record), Self.deepest)))
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
    if others.isEmpty { return "" }
    func messages(_ event: JournalEvent, _ word: SafeText) -> [SafeText] {
      let own = others.filter { $0.event == event }
      if own.isEmpty { return [] }
      let what = own.count == 1 ? Self.name(own[0].message) : counted(own.count, "message")
      return ["\(word) \(what)"]
    }
    var parts = messages(.registered, "registers for") + messages(.declared, "may raise")
    let services = others.filter { $0.event == .provided }.map {
      "\($0.service ?? "…")" as SafeText
    }
    if !services.isEmpty { parts.append("provides \(services.joined(separator: ", "))") }
    if let shown = others.last(where: { $0.event == .represented })?.representation {
      parts.append("is shown by \(shown)")
    }
    for record in others where record.event == .described {
      parts.append("is \(record.saying ?? "")")
    }
    let codes = others.reduce(0) { $0 + $1.vocabulary.count }
    if codes > 0 {
      parts.append("\(counted(codes, "code")) \(codes == 1 ? "becomes" : "become") known")
    }
    return ", " + parts.joined(separator: ", ")
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
    var lines: [SafeText] = []
    contents.forEachRecord(in: records) { record in
      var text = StyledText(isColored: false)
      words.write(record, to: &text)
      lines.append(SafeText(lines: text.text.split(separator: "\n").joined()))
      return true
    }
    return lines
  }

  /// The message of a record whose raise is not shown.
  private func subject(_ record: JournalRecord) -> SafeText {
    guard let raise = record.begun, !shown.contains(raise) else { return "" }
    // Outcomes name the raiser; a receiver knows it by the record of the message alone.
    let raiser = contents[raise]?.node ?? (record.raise == nil ? nil : record.node)
    let by: SafeText = raiser.map { ", raised by \(name($0))" } ?? ""
    return "\(Self.name(record.message))\(by): "
  }

  /// How many records led to this one.
  private func depth(of record: JournalRecord) -> Int {
    var depth = 0
    var next = record.begun ?? record.cause
    while let number = next, depth <= Self.deepest, let before = contents[number] {
      depth += 1
      next = before.begun ?? before.cause
    }
    return depth
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
    guard let code = message.code else {
      return "all of \(message.kind.rawValue) \(message.domain)"
    }
    let label: SafeText = message.label.map { " (\($0))" } ?? ""
    return "\(message.kind.rawValue) \(message.domain).\(code)\(label)"
  }

  /// The sentence of a record, without its time.
  package func sentence(_ record: JournalRecord) -> SafeText {
    let node = name(record.node)
    let message = Self.name(record.message)
    switch record.event {
    case .raised: return "\(node) raises \(message)"
    case .handled:
      return
        "\(name(record.handler, record)) handles it after \(counted(record.hops ?? 0, "hop"))\(took(record))"
    case .uncaught:
      guard record.handler != nil else { return "uncaught outside of sessions" }
      return "uncaught; reported to \(name(record.handler, record))"
        + took(record)
    case .unhandled: return "unhandled"
    case .unheard: return "unheard"
    case .delivered: return "\(counted(record.count ?? 0, "model")) received it\(took(record))"
    case .attached:
      let kind: SafeText = record.isSession ? ", a session," : ""
      return "\(node)\(kind) is attached under \(name(record.parent, record))"
    case .detached: return record.isSession ? "\(node) is gone" : "\(node) is detached"
    case .leaked: return "\(node) has left and is still alive"
    case .released: return "\(node), which had left, is released"
    case .registered:
      let made = record.message?.subscription(source: nil, payload: record.payload)
      return "\(node) registers for \(message)\(made?.shownPayload ?? "")"
    case .unregistered: return "\(node) ends its subscription to \(message)"
    case .provided: return "\(node) provides \(record.service ?? "…")"
    case .represented:
      return record.representation.map { "\(node) is shown by \($0)" }
        ?? "\(node) is no longer represented"
    case .opened: return "\(node) opens"
    case .closed: return "\(node) closes"
    case .declared: return "\(node) declares that it may raise \(message)"
    case .performed:
      let place: SafeText = record.node.id == 0 ? "" : " at \(node)"
      return "'\(record.action ?? "…")' is performed\(place)\(took(record))"
    case .received: return "\(node) receives it\(took(record))"
    case .started: return "\(node) starts work"
    case .ended:
      return "\(node)'s work \(Self.ending(record.outcome))\(lasted(record))\(cancelled(record))"
    case .described:
      return "\(node) is \(record.saying ?? "")"
    case .changed: return "\(node): \(record.saying ?? "")"
    case .vocabulary:
      let domain = record.vocabulary.first?.domain ?? "…"
      let count = record.vocabulary.count
      return "\(counted(count, "code")) of \(domain) \(count == 1 ? "becomes" : "become") known"
    }
  }

  /// What cancelled work: its model left, a session closed, or the app did.
  private func cancelled(_ record: JournalRecord) -> SafeText {
    guard record.outcome == .cancelled else { return "" }
    guard let started = record.started else { return "" }
    var above: Set<JournalNode> = []
    var next: JournalNode? = record.node
    while let node = next, above.insert(node).inserted { next = types.parent(of: node) }
    var cause: JournalRecord?
    contents.forEachRecord(in: started..<record.number, of: [.detached, .closed]) { other in
      if above.contains(other.node) { cause = other }
      return cause == nil
    }
    guard let cause else { return " by the app" }
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
    guard let nanoseconds = record.nanoseconds else { return ", and has not returned" }
    return ", \(Self.duration(nanoseconds))"
  }

  /// A duration, in a unit that fits.
  package static func duration(_ nanoseconds: Int) -> SafeText {
    func tenths(_ unit: Int) -> SafeText {
      "\(nanoseconds / unit).\(nanoseconds / (unit / 10) % 10)"
    }
    if nanoseconds < 1_000 { return "\(nanoseconds) ns" }
    if nanoseconds < 1_000_000 { return "\(tenths(1_000)) µs" }
    if nanoseconds < 1_000_000_000 { return "\(tenths(1_000_000)) ms" }
    return "\(tenths(1_000_000_000)) s"
  }

  /// Why a record is there: the action, or the handler during which it happened, and its message; nil if
  /// neither ran.
  package func reason(_ record: JournalRecord) -> SafeText? {
    guard let cause = record.cause else { return nil }
    let end: SafeText = ", record \(cause)"
    guard let before = contents[cause] else {
      return
        (record.by.map { "in a handler or an action of \(name($0))" }
        ?? "because of what was dropped")
        + end
    }
    switch before.event {
    case .performed: return "in '\(before.action ?? "…")'" + end
    case .ended: return "in \(name(before.node)), as its work \(Self.ending(before.outcome))" + end
    default: break
    }
    let by = record.by ?? before.handler.map { JournalNode(tree: before.node.tree, id: $0) }
    let message = Self.name(before.message)
    return (by.map { "in \(name($0))'s handler of \(message)" } ?? "because of \(message)") + end
  }
}

extension JournalRecord {
  /// What a model says of itself, or what of that has changed, in a few words; nil for other records.
  package var saying: SafeText? {
    switch event {
    case .described:
      let state = state.map { "\($0.key): \($0.value)" as SafeText }.joined(separator: ", ")
      let parts: [SafeText] =
        (label.map { ["\"\($0)\""] } ?? []) + (state.isEmpty ? [] : ["{\(state)}"])
      return parts.joined(separator: " ")
    case .changed:
      let after: SafeText = since.map { ", after #\($0)" } ?? ""
      return "\(key ?? "label") \(old ?? "–") → \(new ?? "–")\(after)"
    default: return nil
    }
  }
}
