import TextIO
import TreeAnalysis
import TreeJournal
import TreeLSP
import TreeSnapshot

/// What a tree and a journal know of lines of code, by their `File.swift:12`.
struct SourceFacts {
  /// A line that registers models for messages.
  struct Registration {
    /// How often a model that it registered handled or received a message; nil without a journal.
    var handled: Int?
    /// The type of a nearer model that takes every message.
    var shadowedBy: String?
    /// Whether no model is known to raise any of the messages.
    var isIdle = true
  }

  /// A line that raises a message, or a message that lines raise.
  struct Raise {
    var kind = Message.Kind.error
    /// How often it was raised; nil without a journal.
    var count: Int?
    /// The number of models from which it isn't handled.
    var lost = 0
  }

  private(set) var registrations: [String: Registration] = [:]
  private(set) var raises: [String: Raise] = [:]
  /// By the name that code gives to a message, such as `NetworkErrors.badToken`.
  private(set) var messages: [String: Raise] = [:]

  /// Collects the facts. Costs a pass over both, and one over the tree for each message.
  ///
  /// - Parameters:
  ///   - snapshot: The tree.
  ///   - journal: What happened.
  init(_ snapshot: Snapshot?, _ journal: JournalContents?) {
    // What models raised counts as declared.
    let snapshot = snapshot.map { tree in
      (try? journal.map { try tree.raising($0.messagesRaisedByTypes()) }) ?? tree
    }
    var raised = Set(
      snapshot.map { tree in tree.positions.flatMap { tree[$0].raises.map(\.message) } } ?? [])
    var run = RecordedSources()
    if let journal {
      run.read(journal)
      raised.formUnion(run.raised)
    }
    // Without any declaration, a tree doesn't know what is raised.
    let isKnown = journal != nil || !raised.isEmpty
    // By line: the messages that it registers for.
    var targets = run.registered
    if let snapshot { read(snapshot, &targets) }
    for (source, messages) in targets {
      // Journals of old apps don't know who received an event.
      let isKept = run.keepsReceivers || !messages.contains { $0.kind == .event }
      registrations[source, default: Registration()].handled =
        journal == nil || !isKept ? nil : run.handled[source] ?? 0
      registrations[source]?.isIdle = isKnown && !messages.contains { $0.isAny(of: raised) }
    }
    for (source, places) in run.raises { raises[source] = places.raise }
    for (message, places) in run.raisesOfMessage {
      for name in message.names { messages[name] = places.raise }
    }
  }

  private mutating func read(
    _ snapshot: Snapshot, _ targets: inout [String: Set<KnownMessage>]
  ) {
    for position in snapshot.positions {
      for subscription in snapshot[position].subscriptions {
        guard let source = subscription.source else { continue }
        targets[source, default: []].insert(
          KnownMessage(
            kind: subscription.kind, domain: subscription.domain, code: subscription.code,
            label: subscription.label))
      }
    }
    let rules = [LintRule.named("shadowed-handler")].compactMap { $0 }
    for finding in LintSubject(snapshot).findings(of: rules).flatMap(\.findings) {
      guard let source = finding.place.source, let nearer = finding.relation?.place,
        targets[source] != nil
      else { continue }
      registrations[source, default: Registration()].shadowedBy = nearer.type
    }
    for coverage in snapshot.coverages(raisedAt: nil) {
      if coverage.message.code == nil { continue }
      // If no model is known to raise it, it counts from all, but only if it is never handled.
      let lost =
        coverage.raisers > 0
        ? coverage.lostRaisers.count : coverage.handlers.isEmpty ? coverage.uncaught : 0
      for name in coverage.message.names {
        messages[name] = Raise(kind: coverage.message.kind, count: nil, lost: lost)
      }
    }
  }
}

extension KnownMessage {
  /// The names that code may give to the message.
  fileprivate var names: [String] { [code, label].compactMap { $0 }.map { "\(domain).\($0)" } }

  fileprivate func isAny(of messages: Set<Message>) -> Bool {
    guard let code else { return messages.contains { $0.kind == kind && $0.domain == domain } }
    return messages.contains(Message(kind: kind, domain: domain, code: code))
  }
}

/// What a journal's records say of lines of code.
private struct RecordedSources {
  /// The raises of a line or of a message.
  struct Places {
    var kind: Message.Kind
    var count = 0
    /// The models from which it wasn't handled.
    var lost: Set<JournalNode> = []

    var raise: SourceFacts.Raise { .init(kind: kind, count: count, lost: lost.count) }
  }

  private(set) var registered: [String: Set<KnownMessage>] = [:]
  private(set) var handled: [String: Int] = [:]
  private(set) var raises: [String: Places] = [:]
  private(set) var raisesOfMessage: [KnownMessage: Places] = [:]
  private(set) var raised: Set<Message> = []
  /// Whether each receiver of an event has a record.
  private(set) var keepsReceivers = true

  /// A subscription of a model.
  private struct Key: Hashable {
    var node: JournalNode
    var message: KnownMessage
  }

  /// Where models registered: journals of old apps don't keep it with what is handled.
  private var sources: [Key: String] = [:]
  /// Where messages were raised, by their records.
  private var open: [Int: String] = [:]

  mutating func read(_ journal: JournalContents) {
    var events: Set<JournalEvent> = []
    journal.forEachRecord(of: [.delivered, .received]) { record in
      events.insert(record.event)
      return events.count < 2
    }
    keepsReceivers = events != [.delivered]
    journal.forEachRecord(of: [
      .registered, .raised, .handled, .received, .uncaught, .unhandled, .unheard,
    ]) { record in
      take(record)
      return true
    }
  }

  private mutating func take(_ record: JournalRecord) {
    guard let message = record.message else { return }
    switch record.event {
    case .registered:
      guard let source = record.source else { return }
      registered[source, default: []].insert(message)
      sources[key(record.node, message, message.code)] = source
    case .raised:
      if let code = message.code {
        raised.insert(Message(kind: message.kind, domain: message.domain, code: code))
      }
      raisesOfMessage[message, default: Places(kind: message.kind)].count += 1
      guard let source = record.source else { return }
      raises[source, default: Places(kind: message.kind)].count += 1
      open[record.number] = source
    case .handled, .received:
      let id = record.event == .handled ? record.handler ?? record.node.id : record.node.id
      let node = JournalNode(tree: record.node.tree, id: id)
      let source =
        record.source ?? sources[key(node, message, message.code)]
        ?? sources[key(node, message, nil)]
      if let source { handled[source, default: 0] += 1 }
    default:
      raisesOfMessage[message, default: Places(kind: message.kind)].lost
        .insert(record.node)
      if let source = record.raise.flatMap({ open[$0] }) {
        raises[source]?.lost.insert(record.node)
      }
    }
  }

  private func key(_ node: JournalNode, _ message: KnownMessage, _ code: String?) -> Key {
    Key(
      node: node, message: KnownMessage(kind: message.kind, domain: message.domain, code: code))
  }
}

extension SourceFacts {
  /// What the lines of a source file are worth knowing of, above the lines that register and raise.
  ///
  /// A line that has moved since the tree was written shows nothing, unless another one that
  /// registers or raises is in its place.
  ///
  /// - Parameters:
  ///   - file: The file's name, as sources are named: without its folder.
  ///   - text: Its text.
  func lenses(ofFile file: String, _ text: EditorText) -> [EditorLens] {
    (0..<text.lineCount).flatMap { number -> [EditorLens] in
      let line = String(decoding: text.line(number), as: UTF8.self)
      let source = "\(file):\(number + 1)"
      var titles: [SafeText] = []
      if line.contains("register("), let registration = registrations[source] {
        titles = registration.titles
      } else if let start = line.firstRange(of: "raise(")?.upperBound {
        titles = (raises[source] ?? messages[Self.name(in: line[start...])])?.titles ?? []
      }
      return titles.map { EditorLens(line: number, title: $0.string) }
    }
  }

  /// The name that begins an expression: `Network.Offline` of `Network.Offline(host: host))`.
  private static func name(in expression: Substring) -> String {
    String(expression.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
  }
}

extension SourceFacts.Registration {
  fileprivate var titles: [SafeText] {
    var titles: [SafeText] = []
    if let handled, handled > 0 { titles.append("handled \(times(handled)) in the last run") }
    if let shadowedBy {
      titles.append("shadowed by \(shadowedBy)")
    } else if isIdle, handled ?? 0 == 0 {
      titles.append("nobody raises it")
    } else if handled == 0 {
      titles.append("not handled in the last run")
    }
    return titles
  }
}

extension SourceFacts.Raise {
  fileprivate var titles: [SafeText] {
    var titles: [SafeText] = []
    if let count { titles.append("raised \(times(count)) in the last run") }
    if lost > 0 { titles.append("\(kind.outcomes.lost) from \(counted(lost, "model"))") }
    return titles
  }
}

/// `once`, or `12 times`.
private func times(_ count: Int) -> SafeText { count == 1 ? "once" : "\(count) times" }
