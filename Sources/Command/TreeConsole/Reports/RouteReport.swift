import TextIO
import TreeAnalysis
import TreeJournal
import TreeRuns
import TreeSnapshot

/// A route as text and as JSON.
struct RouteReport {
  let route: Route
  let label: String?
  let snapshot: Snapshot
  /// The near misses to show.
  private let nearMisses: [NearMiss]
  /// What a journal says of subscriptions that ended or came later; nil if there are none.
  private let recorded: RecordedMisses?
  /// The maximum number of entries of one kind in text.
  private let limit: Int
  private let words: RouteWords
  /// The type of the value that the message carries, if one is known.
  private let payload: String?

  /// - Parameter payload: The type of the value that the message carries, if one is known.
  init(
    _ route: Route, of resolved: ResolvedMessage, payload: String?, in snapshot: Snapshot,
    nearMisses: [NearMiss], recorded: RecordedMisses? = nil, limit: Int
  ) {
    self.route = route
    label = resolved.label
    self.snapshot = snapshot
    self.nearMisses = nearMisses.filter { recorded?.knows($0, in: snapshot) != true }
    self.recorded = recorded.flatMap { $0.isEmpty ? nil : $0 }
    self.limit = limit
    words = RouteWords(route, in: snapshot)
    self.payload = payload
  }

  /// The number of entries of one kind in text by default.
  static let usualLimit = 12

  // MARK: Text

  func write(to text: inout StyledText) {
    text.append("\(route.message)", Color(route.message.kind))
    text.append(label.map { " (\($0))" } ?? "")
    text.append(" raised at \(words.raiserName)")
    text.line(" #\(snapshot[route.raiser].id)", .dim)
    if let payload { text.line("it carries \(route.message.words(forValueOf: payload))", .dim) }
    if route.message.kind == .event {
      let session = words.name(snapshot.eventSession(ofRaiserAt: route.raiser))
      text.line("it goes down from \(session) to every model registered for it")
    }
    text.line()
    writeModels(to: &text)
    let (word, rest) = words.outcome
    text.append("\(word)", color)
    text.line("\(rest)")
    guard hasNearMisses else { return }
    text.line()
    text.line("near misses:", .dim)
    recorded?.write(to: &text, limit: limit)
    let paths = NodePaths(snapshot)
    text.list(nearMisses, limit: limit) { miss, text in
      text.line("  \(sentence(miss, paths.labeledPath(of: miss.node)))")
    }
  }

  private var color: Color {
    switch route.outcome {
    case .handled, .delivered: .green
    case .uncaught, .unhandled: .red
    case .unheard: .yellow
    }
  }

  /// Adds a numbered row for each model that the message passed or reached.
  private func writeModels(to text: inout StyledText) {
    var rows: [[StyledText.Cell]] = []
    var others = 0
    if case .delivered(let receivers) = route.outcome {
      let paths = NodePaths(snapshot)
      rows = receivers.prefix(limit).map { receiver in
        [(paths.labeledPath(of: receiver), .plain), (words.registration(at: receiver), .plain)]
      }
      others = receivers.count - rows.count
    } else {
      rows = route.hops.map { hop in
        let verdict = SafeText(hop.verdict.rawValue).padded(to: 7)
        return [
          (words.name(hop.node), .plain), (verdict, hop.verdict == .handled ? .green : .dim),
          (words.reason(of: hop), .plain),
        ]
      }
    }
    if rows.isEmpty { return }
    let first = route.message.kind == .event ? 1 : 0
    text.table(
      rows.enumerated().map { index, row in
        let number: SafeText = "\(index + first)"
        return [(SafeText(repeating: " ", count: max(0, 4 - number.columns)) + number, .dim)] + row
      })
    if others > 0 { text.line("  and \(others) more; --limit all shows them", .dim) }
    text.line()
  }

  private func sentence(_ miss: NearMiss, _ path: SafeText) -> SafeText {
    let kind = route.message.kind
    let own = miss.subscription
    let source: SafeText = own.source.map { " at \($0)" } ?? ""
    switch miss.reason {
    case .further:
      guard case .handled(let taker) = route.outcome else { return path }
      return "\(path) is registered for it too\(source), but \(words.name(taker)) handles it first"
    case .ended:
      return "\(path) was registered for it\(source), and no longer is"
    case .elsewhere where kind == .event:
      return miss.isOutside(words.name(snapshot.eventSession(ofRaiserAt: route.raiser)), path)
    case .elsewhere:
      let raiser = words.name(route.raiser)
      return "\(path) is registered for it\(source), but isn't an ancestor of \(raiser)"
    case .otherPayload:
      return "\(path) is registered for it with a payload of type \(own.payload ?? "…")\(source), "
        + "not \(words.carried)"
    case .otherCode:
      let label: SafeText = own.label.map { " (\($0))" } ?? ""
      return "\(path) is on the way, but registered for "
        + "\(own.domain).\(own.code ?? "*")\(label)\(source)"
    case .otherKind:
      return "\(path) is registered for the \(own.kind) of that name\(source), "
        + "and this is \(kind == .bubble ? "a" : "an") \(kind)"
    }
  }

  private var hasNearMisses: Bool { !nearMisses.isEmpty || recorded != nil }

  // MARK: JSON, whose keys are part of the contract

  /// Writes the members of the JSON object.
  func write(to json: inout JSONObject, followedBy consequences: ConsequenceReport? = nil) {
    json.write(route, in: snapshot)
    json.write("payload", payload)
    consequences?.write(to: &json)
    guard hasNearMisses else { return }
    json.array("near") { near in
      for miss in nearMisses {
        let own = miss.subscription
        near.write(
          snapshot[miss.node].id, why: miss.reason.rawValue, own, payload: own.payload, nil)
      }
      recorded?.write(to: &near)
    }
  }
}

extension JSONArray {
  /// Writes a model that nearly got a message, and the record that says so.
  mutating func write(
    _ node: Int, why: String, _ own: Subscription, payload: String?, _ record: JournalRecord?
  ) {
    object { json in
      json.write("node", node)
      json.write("why", why)
      json.write(own.kind, domain: own.domain, code: own.code)
      json.write("payload", payload)
      json.write("source", own.source)
      json.write("record", record?.number)
      json.write("by", record?.by?.id)
      json.write("cause", record?.cause)
    }
  }
}

extension NearMiss {
  /// Why a model didn't get an event that ends at a session's border.
  func isOutside(_ session: SafeText, _ path: SafeText) -> SafeText {
    let source: SafeText = subscription.source.map { " at \($0)" } ?? ""
    return "\(path) is registered for it\(source), but is outside \(session)"
  }
}

extension Message {
  /// `a value of type Exam`; without the type if the message is the value.
  func words(forValueOf type: String) -> SafeText {
    type == name ? "a value" : "a value of type \(type)"
  }
}
