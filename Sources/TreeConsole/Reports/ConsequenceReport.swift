import TextIO
import TreeSnapshot

/// What the handlers of a test message did: how long each ran, and what was raised meanwhile, each
/// message below the handler that led to it.
struct ConsequenceReport {
  let taken: TakenRoute

  /// Handlers that raise one inside the other may go deep; so many levels are told, in JSON too.
  private static let levels = 64

  func write(to text: inout StyledText) {
    guard !taken.handlings.isEmpty else { return }
    text.line()
    for handling in taken.handlings {
      write(handling, isUncaught: taken.isUncaught, depth: 0, to: &text)
    }
  }

  private func write(
    _ handling: TakenRoute.Handling, isUncaught: Bool, depth: Int, to text: inout StyledText
  ) {
    let indent = String(repeating: "  ", count: depth * 2)
    let told = isUncaught ? "was told, and " : ""
    text.append("\(indent)\(name(handling.model)) \(told)took ")
    text.line(Self.words(handling.duration), .bold)
    guard depth < Self.levels else { return }
    for route in handling.raised {
      text.append("\(indent)  and raised ")
      text.append(SafeText.escape(route.message.description), Color(route.message.kind))
      text.line(raiser(of: route, in: handling) + outcome(of: route))
      for inner in route.handlings {
        write(inner, isUncaught: route.isUncaught, depth: depth + 1, to: &text)
      }
    }
  }

  private func raiser(of route: TakenRoute, in handling: TakenRoute.Handling) -> String {
    route.raiser == handling.model ? "" : " at \(name(route.raiser))"
  }

  private func outcome(of route: TakenRoute) -> String {
    if route.isUncaught { return ", which nobody handles" }
    if !route.takers.isEmpty { return "" }
    return route.message.kind == .event ? ", which nobody hears" : ", which nobody handles"
  }

  private func name(_ stop: TakenRoute.Stop) -> String {
    "\(SafeText.escape(stop.type)) #\(stop.id)"
  }

  /// `8 µs`, `2.1 ms`, `12 ms`, `3.4 s`.
  private static func words(_ duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    if milliseconds >= 1_000 { return "\(rounded(milliseconds / 1_000, 10)) s" }
    if milliseconds >= 10 { return "\(Int(milliseconds.rounded())) ms" }
    if milliseconds >= 1 { return "\(rounded(milliseconds, 10)) ms" }
    return "\(max(1, Int((milliseconds * 1_000).rounded()))) µs"
  }

  private static func rounded(_ number: Double, _ parts: Double) -> Double {
    (number * parts).rounded() / parts
  }

  /// `"handlers": [{"node": 2, "milliseconds": 0.21, "raised": [{"message": …, "from": 4, "outcome":
  /// …, "handlers": […]}]}]`, with what is before it.
  func write(to json: inout MemorySink) { write(taken.handlings, depth: 0, to: &json) }

  private func write(
    _ handlings: [TakenRoute.Handling], depth: Int, to json: inout MemorySink
  ) {
    json.write(", \"handlers\": [")
    for (index, handling) in handlings.enumerated() {
      if index > 0 { json.write(", ") }
      let milliseconds = Self.rounded(handling.duration / .milliseconds(1), 1_000)
      json.write("{\"node\": \(handling.model.id), \"milliseconds\": \(milliseconds)")
      json.write(", \"raised\": [")
      for (index, route) in handling.raised.enumerated() where depth < Self.levels {
        if index > 0 { json.write(", ") }
        write(route, depth: depth, to: &json)
      }
      json.write("]}")
    }
    json.write("]")
  }

  private func write(_ route: TakenRoute, depth: Int, to json: inout MemorySink) {
    json.write("{\"message\": {\"kind\": \"\(route.message.kind.rawValue)\", \"domain\": ")
    JSONString.write(route.message.domain, to: &json)
    json.write(", \"code\": ")
    JSONString.write(route.message.code, to: &json)
    json.write("}, \"from\": \(route.raiser.id), \"outcome\": \"\(route.outcome)\"")
    write(route.handlings, depth: depth + 1, to: &json)
    json.write("}")
  }
}

extension TakenRoute {
  /// The outcome in the word that `trace` has for it.
  fileprivate var outcome: String {
    switch message.kind {
    case .error: isUncaught || handlings.isEmpty ? "uncaught" : "handled"
    case .bubble: handlings.isEmpty ? "unhandled" : "handled"
    case .event: handlings.isEmpty ? "unheard" : "delivered"
    }
  }
}
