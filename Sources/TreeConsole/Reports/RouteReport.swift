import TextIO
import TreeAnalysis
import TreeSnapshot

/// A route as text and as JSON.
struct RouteReport {
  let route: Route
  let label: String?
  let snapshot: Snapshot
  /// What nearly took the message, as far as it is shown.
  var nearMisses: [NearMiss] = []
  /// How many near misses of one sort the text shows.
  var limit = NearMissReport.usualLimit

  // MARK: Text

  func write(to text: inout StyledText) {
    text.append("\(route.message)", Color(route.message.kind))
    text.append(label.map { " (\($0))" } ?? "")
    text.append(" raised at \(name(route.raiser))")
    text.line(" #\(snapshot[route.raiser].id)", .dim)
    let session = snapshot.eventSession(ofRaiserAt: route.raiser)
    if route.message.kind == .event {
      text.line("it goes down from \(name(session)) to every model registered for it")
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
        "the other \(counted(others, "model")) from \(name(session)) down "
          + "\(others == 1 ? "is" : "are") not registered for it", .dim)
    }
    if !nearMisses.isEmpty { nearMissReport.write(to: &text) }
  }

  /// How many models of an event's session are not registered for it.
  var passedBy: Int {
    var receivers = 0
    if case .delivered(let to) = route.outcome { receivers = to.count }
    return snapshot[snapshot.eventSession(ofRaiserAt: route.raiser)].subtree.count - receivers
  }

  private func writeHops(to text: inout StyledText) {
    write(names: route.hops.map { name($0.node) }, from: 0, to: &text) { index, text in
      let hop = route.hops[index]
      text.append(
        ("\(hop.verdict.rawValue)" as SafeText).padded(to: 9),
        hop.verdict == .handled ? .green : .dim)
      text.line("\(words.reason(of: hop))")
    }
  }

  private func writeReceivers(_ receivers: [Int], to text: inout StyledText) {
    let paths = NodePaths(snapshot)
    let names: [SafeText] = receivers.map { "\(paths.shortPath(of: $0))" }
    write(names: names, from: 1, to: &text) { index, text in
      text.line("\(words.registration(at: receivers[index]))")
    }
  }

  /// Writes a numbered row for each model of the route.
  private func write(
    names: [SafeText], from first: Int, to text: inout StyledText,
    _ rest: (Int, inout StyledText) -> Void
  ) {
    guard !names.isEmpty else { return }
    let width = names.map(\.count).max() ?? 0
    for (index, name) in names.enumerated() {
      let number: SafeText = "\(index + first)"
      text.append(SafeText(repeating: " ", count: max(0, 4 - number.count)) + number + "  ", .dim)
      text.append(name.padded(to: width + 2))
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

  private var words: RouteWords { RouteWords(route, in: snapshot) }

  private var nearMissReport: NearMissReport {
    NearMissReport(misses: nearMisses, route: route, snapshot: snapshot, limit: limit)
  }

  private func name(_ node: Int) -> SafeText { "\(snapshot[node].type)" }

  // MARK: JSON, whose keys are part of the contract

  func json(taken: TakenRoute? = nil, changes: TreeChanges? = nil) -> JSONText {
    .object { json in
      RouteJSON(route, in: snapshot).write(to: &json)
      if let taken { ConsequenceReport(taken: taken).write(to: &json) }
      if !nearMisses.isEmpty { nearMissReport.write(to: &json) }
      if let changes { json.write("changes", changes.json) }
    }
  }
}
