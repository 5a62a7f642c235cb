import TextIO
import TreeAnalysis
import TreeSnapshot

/// What the handlers of a test message did: how long each ran, and what was raised meanwhile, each
/// message below the handler that raised it.
struct ConsequenceReport {
  let taken: TakenRoute

  /// Handlers that raise one inside the other may go deep; this many levels are written.
  private static let levels = 64

  func write(to text: inout StyledText) {
    guard !taken.handlings.isEmpty else { return }
    text.line()
    write(taken, depth: 0, to: &text)
  }

  private func write(_ route: TakenRoute, depth: Int, to text: inout StyledText) {
    let indent = SafeText(repeating: "    ", count: depth)
    for handling in route.handlings {
      let notified: SafeText = route.isUncaught ? "was notified, and " : ""
      text.append("\(indent)\(name(handling.model)) \(notified)took ")
      text.line(Self.words(handling.duration), .bold)
      guard depth < Self.levels else { continue }
      for raised in handling.raised {
        text.append("\(indent)  and raised ")
        text.append("\(raised.message)", Color(raised.message.kind))
        text.append(raised.raiser == handling.model ? "" : " at \(name(raised.raiser))")
        text.line(outcome(of: raised))
        write(raised, depth: depth + 1, to: &text)
      }
    }
  }

  private func outcome(of route: TakenRoute) -> SafeText {
    if !route.isUncaught, !route.takers.isEmpty { return "" }
    return route.message.kind == .event ? ", which no model receives" : ", which no model handles"
  }

  private func name(_ stop: TakenRoute.Stop) -> SafeText { "\(stop.type) #\(stop.id)" }

  /// `8 µs`, `2.1 ms`, `12 ms`, `3.4 s`.
  private static func words(_ duration: Duration) -> SafeText {
    let milliseconds = duration / .milliseconds(1)
    if milliseconds >= 1_000 { return "\(rounded(milliseconds / 1_000, 10)) s" }
    if milliseconds >= 10 { return "\(Int(milliseconds.rounded())) ms" }
    if milliseconds >= 1 { return "\(rounded(milliseconds, 10)) ms" }
    return "\(max(1, Int((milliseconds * 1_000).rounded()))) µs"
  }

  private static func rounded(_ number: Double, _ parts: Double) -> Double {
    (number * parts).rounded() / parts
  }

  /// Writes `"handlers": [{"node": 2, "milliseconds": 0.21, "raised": [{"message": …, "from": 4,
  /// "outcome": …, "handlers": […]}]}]`.
  func write(to json: inout JSONObject) { write(taken.handlings, depth: 0, to: &json) }

  private func write(
    _ handlings: [TakenRoute.Handling], depth: Int, to json: inout JSONObject
  ) {
    json.array("handlers") { handlers in
      for handling in handlings {
        handlers.object { json in
          json.write("node", handling.model.id)
          let milliseconds = Self.rounded(handling.duration / .milliseconds(1), 1_000)
          json.raw("milliseconds") { $0.write("\(milliseconds)") }
          json.array("raised") { raised in
            for route in handling.raised where depth < Self.levels {
              raised.object { json in
                json.object("message") {
                  $0.write(
                    route.message.kind, domain: route.message.domain, code: route.message.code)
                }
                json.write("from", route.raiser.id)
                json.write("outcome", route.outcome)
                write(route.handlings, depth: depth + 1, to: &json)
              }
            }
          }
        }
      }
    }
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
