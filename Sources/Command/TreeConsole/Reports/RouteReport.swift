import TextIO
import TreeAnalysis
import TreeSnapshot

/// A route as text and as JSON.
struct RouteReport {
  let route: Route
  let label: String?
  let snapshot: Snapshot
  /// The near misses to show.
  let nearMisses: [NearMiss]
  /// Ended subscriptions to it, if a journal knows any.
  let endings: EndingReport?
  /// The maximum number of entries of one kind in text; nil for the default.
  let limit: Int?
  let words: RouteWords
  /// The type of the value that the message carries, if one is known.
  private let payload: String?

  /// The default number of an event's receivers in text.
  static let usualReceivers = 20
  /// The number of types named in the line below them.
  private static let summedTypes = 3

  /// - Parameter payload: The type of the value that the message carries, if one is known.
  init(
    route: Route, label: String?, payload: String?, snapshot: Snapshot,
    nearMisses: [NearMiss], endings: EndingReport? = nil, limit: Int?
  ) {
    self.route = route
    self.label = label
    self.snapshot = snapshot
    self.nearMisses = nearMisses.filter { endings?.knows($0, in: snapshot) != true }
    self.endings = endings.flatMap { $0.isEmpty ? nil : $0 }
    self.limit = limit
    words = RouteWords(route, in: snapshot)
    self.payload = payload
  }

  // MARK: Text

  func write(to text: inout StyledText) {
    text.append("\(route.message)", Color(route.message.kind))
    text.append(label.map { " (\($0))" } ?? "")
    text.append(" raised at \(words.raiserName)")
    text.line(" #\(snapshot[route.raiser].id)", .dim)
    if let payload { text.line("it carries \(route.message.words(forValueOf: payload))", .dim) }
    let session = snapshot.eventSession(ofRaiserAt: route.raiser)
    if route.message.kind == .event {
      text.line("it goes down from \(words.name(session)) to every model registered for it")
    }
    text.line()
    if case .delivered(let receivers) = route.outcome {
      writeReceivers(receivers, to: &text)
    } else {
      writeHops(to: &text)
    }
    writeOutcome(to: &text)
    let others = passedBy
    if route.message.kind == .event, others > 0, route.outcome != .unheard {
      text.line(
        "the other \(counted(others, "model")) from \(words.name(session)) down "
          + "\(others == 1 ? "is" : "are") not registered for it", .dim)
    }
    if hasNearMisses { writeNearMisses(to: &text) }
  }

  /// The number of models in an event's session that aren't registered for it.
  var passedBy: Int {
    var receivers = 0
    if case .delivered(let to) = route.outcome { receivers = to.count }
    return snapshot[snapshot.eventSession(ofRaiserAt: route.raiser)].subtree.count - receivers
  }

  private func writeHops(to text: inout StyledText) {
    write(names: route.hops.map { words.name($0.node) }, from: 0, to: &text) { index, text in
      let hop = route.hops[index]
      text.append(
        ("\(hop.verdict.rawValue)" as SafeText).padded(to: 9),
        hop.verdict == .handled ? .green : .dim)
      text.line("\(words.reason(of: hop))")
    }
  }

  private func writeReceivers(_ receivers: [Int], to text: inout StyledText) {
    let paths = NodePaths(snapshot)
    let shown = receivers.prefix(limit ?? Self.usualReceivers)
    write(names: shown.map(paths.labeledPath), from: 1, to: &text) { index, text in
      text.line("\(words.registration(at: receivers[index]))")
    }
    let others = receivers.dropFirst(shown.count)
    guard !others.isEmpty else { return }
    text.line("  and \(sum(of: others)); --limit all shows them", .dim)
    text.line()
  }

  /// `5920 more: 4000 Cell, 1920 Row`.
  private func sum(of models: ArraySlice<Int>) -> SafeText {
    var counts: [String: Int] = [:]
    for model in models { counts[snapshot[model].name, default: 0] += 1 }
    let largest = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.summedTypes)
    let parts = largest.map { type, count -> SafeText in "\(count) \(type)" }
    let others = counts.count - largest.count
    let rest: [SafeText] = others > 0 ? ["and \(counted(others, "other type"))"] : []
    return "\(models.count) more: \((parts + rest).joined(separator: ", "))"
  }

  /// Writes a numbered row for each model of the route.
  private func write(
    names: [SafeText], from first: Int, to text: inout StyledText,
    _ rest: (Int, inout StyledText) -> Void
  ) {
    guard !names.isEmpty else { return }
    let width = names.map(\.columns).max() ?? 0
    for (index, name) in names.enumerated() {
      let number: SafeText = "\(index + first)"
      text.append(SafeText(repeating: " ", count: max(0, 4 - number.columns)) + number + "  ", .dim)
      text.append(name, width: width + 2)
      rest(index, &text)
    }
    text.line()
  }

  private func writeOutcome(to text: inout StyledText) {
    let (word, rest) = words.outcome
    let color: Color =
      switch route.outcome {
      case .handled, .delivered: .green
      case .uncaught, .unhandled: .red
      case .unheard: .yellow
      }
    text.append("\(word)", color)
    text.line("\(rest)")
  }

  private var hasNearMisses: Bool { !nearMisses.isEmpty || endings != nil }

  // MARK: JSON, whose keys are part of the contract

  /// Writes the members of the JSON object.
  func write(to json: inout JSONObject, followedBy consequences: ConsequenceReport? = nil) {
    json.write(route, in: snapshot)
    json.write("payload", payload)
    consequences?.write(to: &json)
    if hasNearMisses { writeNearMisses(to: &json) }
  }
}

extension Message {
  /// `a value of type Exam`; without the type if the message is the value.
  func words(forValueOf type: String) -> SafeText {
    type == name ? "a value" : "a value of type \(type)"
  }
}
