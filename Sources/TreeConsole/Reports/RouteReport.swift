import TextIO
import TreeAnalysis
import TreeSnapshot

/// A route in words and as JSON.
struct RouteReport {
  let route: Route
  let label: String?
  let snapshot: Snapshot
  /// What almost took the message, as far as it is to be told.
  var nearMisses: [NearMiss] = []

  // MARK: Words

  func text(isColored: Bool) -> String {
    var text = StyledText(isColored: isColored)
    write(to: &text)
    return text.text
  }

  func write(to text: inout StyledText) {
    text.append(SafeText.escape(route.message.description), Color(route.message.kind))
    text.append(label.map { " (\(SafeText.escape($0)))" } ?? "")
    text.append(" raised at ")
    text.append(name(route.raiser))
    text.line(" #\(snapshot[route.raiser].id)", .dim)
    if route.message.kind == .event {
      let session = snapshot.eventSession(ofRaiserAt: route.raiser)
      text.line("it goes down from \(name(session)) to every model registered for it")
    }
    text.line()
    switch route.outcome {
    case .delivered(let receivers):
      writeReceivers(receivers, to: &text)
    default:
      writeHops(to: &text)
    }
    writeOutcome(to: &text)
    if route.message.kind == .event { writeOthers(to: &text) }
    if !nearMisses.isEmpty {
      NearMissReport(misses: nearMisses, route: route, snapshot: snapshot).write(to: &text)
    }
  }

  /// How many others an event passes by, and why.
  private func writeOthers(to text: inout StyledText) {
    let others = passedBy
    guard others > 0, route.outcome != .unheard else { return }
    let session = name(snapshot.eventSession(ofRaiserAt: route.raiser))
    text.line(
      "the other \(counted(others, "model")) from \(session) down "
        + "\(others == 1 ? "is" : "are") not registered for it", .dim)
  }

  /// The models of an event's session that are not registered for it.
  var passedBy: Int {
    var receivers = 0
    if case .delivered(let to) = route.outcome { receivers = to.count }
    return snapshot[snapshot.eventSession(ofRaiserAt: route.raiser)].subtree.count - receivers
  }

  private func writeHops(to text: inout StyledText) {
    guard !route.hops.isEmpty else { return }
    let width = route.hops.map { name($0.node).count }.max() ?? 0
    for (index, hop) in route.hops.enumerated() {
      let number = String(index)
      text.append(String(repeating: " ", count: max(0, 4 - number.count)) + number + "  ", .dim)
      text.append(name(hop.node).padded(to: width + 2))
      let isHandler = hop.verdict == .handled
      text.append(hop.verdict.rawValue.padded(to: 9), isHandler ? .green : .dim)
      text.line(words.reason(of: hop))
    }
    text.line()
  }

  private func writeReceivers(_ receivers: [Int], to text: inout StyledText) {
    let paths = NodePaths(snapshot)
    let names = receivers.map { paths.shortPath(of: $0) }
    let width = names.map(\.count).max() ?? 0
    for (index, receiver) in receivers.enumerated() {
      let number = String(index + 1)
      text.append(String(repeating: " ", count: max(0, 4 - number.count)) + number + "  ", .dim)
      text.append(names[index].padded(to: width + 2))
      text.line(words.registration(at: receiver))
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
    text.append(word, color)
    text.line(rest)
  }

  private var words: RouteWords { RouteWords(route, in: snapshot) }

  private func name(_ node: Int) -> String { words.name(node) }
}
