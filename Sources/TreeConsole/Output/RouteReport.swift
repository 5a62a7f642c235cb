import TreeAnalysis
import TreeSnapshot

/// A route in words and as JSON.
struct RouteReport {
  let route: Route
  let label: String?
  let snapshot: Snapshot

  // MARK: Words

  func text(isColoured: Bool) -> String {
    var text = StyledText(isColoured: isColoured)
    text.append(SafeText.escape(route.message.description), Colour(route.message.kind))
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
    return text.text
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
      text.line(reason(of: hop))
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
      text.line(registration(at: receiver))
    }
    text.line()
  }

  private func writeOutcome(to text: inout StyledText) {
    switch route.outcome {
    case .handled(let handler):
      let hops = route.hops.count - 1
      text.append("handled", .green)
      text.line(
        hops == 0
          ? " by \(name(handler)) itself"
          : " by \(name(handler)) after \(counted(hops, "hop"))")
    case .uncaught:
      text.append("uncaught", .red)
      text.line(
        ": no model up to the root is registered for it; it ends in \(name(0)), which is told")
    case .unhandled:
      text.append("unhandled", .red)
      text.line(": no model up to the root is registered for it; nothing happens")
    case .delivered(let receivers):
      text.append("delivered", .green)
      text.line(
        " to \(counted(receivers.count, "model"))"
          + (receivers.count > 1 ? ", in this order" : ""))
    case .unheard:
      text.append("unheard", .yellow)
      text.line(": no model below that session is registered for it")
    }
  }

  private func name(_ node: Int) -> String { SafeText.escape(snapshot[node].type) }

  /// Why a model took the message or let it pass, in words.
  private func reason(of hop: Route.Hop) -> String {
    let kind = route.message.kind.rawValue
    switch hop.reason {
    case .code, .domain:
      return registration(at: hop.node)
    case .noHandlers:
      return "nothing registered for \(kind)s"
    case .otherCodes:
      let codes = subscriptions(at: hop.node).filter { $0.domain == route.message.domain }
      return SafeText.escape(
        "only other codes of \(route.message.domain): "
          + Self.shortList(codes.map { ($0.code ?? "*") + ($0.label.map { " (\($0))" } ?? "") }))
    case .otherDomains:
      var seen: Set<String> = []
      let domains = subscriptions(at: hop.node).map(\.domain).filter { seen.insert($0).inserted }
      return SafeText.escape("only other domains: \(Self.shortList(domains))")
    }
  }

  /// The registration that takes the message, with where it was made.
  private func registration(at node: Int) -> String {
    let own = subscriptions(at: node).filter { $0.domain == route.message.domain }
    let exact = own.first { $0.code == route.message.code }
    let whole = own.first { $0.code == nil }
    let source = (exact ?? whole)?.source.map { " at \($0)" } ?? ""
    return SafeText.escape(
      exact != nil
        ? "registered for this code\(source)"
        : "registered for all of \(route.message.domain)\(source)")
  }

  private func subscriptions(at node: Int) -> [Subscription] {
    snapshot[node].subscriptions.filter { $0.kind == route.message.kind }
  }

  private static func shortList(_ names: [String]) -> String {
    names.prefix(6).joined(separator: ", ")
      + (names.count > 6 ? " and \(names.count - 6) more" : "")
  }
}

// JSON, whose keys are part of the contract.
extension RouteReport {
  func json(changes: TreeChanges? = nil) -> String {
    var json = MemorySink()
    json.write("{\"message\": {\"kind\": \"\(route.message.kind.rawValue)\", \"domain\": ")
    JSONText.write(route.message.domain, to: &json)
    json.write(", \"code\": ")
    JSONText.write(route.message.code, to: &json)
    json.write("}, \"from\": \(id(route.raiser))")
    if route.message.kind == .event {
      var receivers: [Int] = []
      if case .delivered(let to) = route.outcome { receivers = to }
      json.write(", \"receivers\": [\(list(receivers.map(id)))]")
    } else {
      let hops = route.hops.map { hop in
        "{\"node\": \(id(hop.node)), \"verdict\": \"\(hop.verdict.rawValue)\", "
          + "\"reason\": \"\(hop.reason.rawValue)\"}"
      }
      json.write(", \"hops\": [\(hops.joined(separator: ", "))]")
    }
    json.write(", \"outcome\": \"\(route.outcome.word)\"")
    if case .handled(let handler) = route.outcome { json.write(", \"handler\": \(id(handler))") }
    if let changes {
      json.write(
        ", \"changes\": {\"replaced\": \(changes.isOtherTree), "
          + "\"removed\": [\(list(changes.removedIDs))], "
          + "\"added\": [\(list(changes.addedIDs))], "
          + "\"changed\": [\(list(changes.changedIDs))]}")
    }
    json.write("}")
    return json.text
  }

  private func id(_ position: Int) -> Int { snapshot[position].id }

  private func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }
}
