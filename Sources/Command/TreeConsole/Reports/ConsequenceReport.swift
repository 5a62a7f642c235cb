import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// The effects of a test message's handlers: how long each ran, and which messages were raised
/// meanwhile, each below the handler that raised it.
struct ConsequenceReport {
  let taken: TakenRoute

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
      text.line(RecordWords.duration(handling.duration.nanoseconds), .bold)
      for raised in handling.raised {
        text.append("\(indent)  and raised ")
        text.append("\(raised.message)", Color(raised.message.kind))
        text.append(raised.raiser == handling.model ? "" : " at \(name(raised.raiser))")
        let isTaken = !raised.isUncaught && !raised.handlings.isEmpty
        text.line(isTaken ? "" : ", \(raised.outcome)")
        write(raised, depth: depth + 1, to: &text)
      }
    }
  }

  private func name(_ stop: TakenRoute.Stop) -> SafeText { "\(stop.type) #\(stop.id)" }

  /// Writes `"handlers": [{"node": 2, "milliseconds": 0.21, "raised": [{"message": …, "from": 4,
  /// "outcome": …, "handlers": […]}]}]`.
  func write(to json: inout JSONObject) { write(taken.handlings, to: &json) }

  private func write(_ handlings: [TakenRoute.Handling], to json: inout JSONObject) {
    json.array("handlers", of: handlings) { handling, json in
      json.write("node", handling.model.id)
      let microseconds = (handling.duration / .microseconds(1)).rounded()
      json.raw("milliseconds") { $0.write("\(microseconds / 1_000)") }
      json.array("raised", of: handling.raised) { route, json in
        json.object("message") { $0.write(route.message) }
        json.write("from", route.raiser.id)
        json.write("outcome", route.outcome)
        write(route.handlings, to: &json)
      }
    }
  }
}

extension TakenRoute {
  /// The outcome, in the word of `trace`.
  fileprivate var outcome: String {
    switch message.kind {
    case .error: isUncaught || handlings.isEmpty ? "uncaught" : "handled"
    case .bubble: handlings.isEmpty ? "unhandled" : "handled"
    case .event: handlings.isEmpty ? "unheard" : "delivered"
    }
  }
}
