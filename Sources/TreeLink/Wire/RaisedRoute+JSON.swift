import TextIO
import TreeAnalysis
import TreeSnapshot

// On the wire.
extension RaisedRoute {
  var json: JSONText {
    .object { json in
      json.object("route") { json in
        json.object("message") {
          $0.write(message.kind, domain: message.domain, code: message.code)
        }
        json.write("from", raiser)
        if message.kind == .event {
          json.write("receivers", receivers)
        } else {
          json.array("hops") { array in
            for hop in hops {
              array.object { json in
                json.write("node", hop.node)
                json.write("verdict", hop.verdict.rawValue)
                json.write("reason", hop.reason.rawValue)
              }
            }
          }
        }
        json.write("outcome", outcome)
        json.write("handler", hops.last { $0.verdict == .handled }?.node)
      }
      Self.write(handlings, depth: 0, to: &json)
      json.write("notes", notes)
      mark?.write(to: &json)
      json.write("record", record)
    }
  }

  private static func write(
    _ handlings: [TakenRoute.Handling], depth: Int, to json: inout JSONObject
  ) {
    json.array("handlers") { handlers in
      for handling in handlings {
        handlers.object { json in
          json.write("node", handling.model.id)
          json.write("type", handling.model.type)
          let (seconds, attoseconds) = handling.duration.components
          json.write("nanoseconds", Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
          json.array("raised") { raised in
            for route in handling.raised where depth < levels {
              raised.object { json in
                json.object("message") {
                  $0.write(
                    route.message.kind, domain: route.message.domain, code: route.message.code)
                }
                json.write("from", route.raiser.id)
                json.write("type", route.raiser.type)
                if route.isUncaught { json.write("uncaught", true) }
                write(route.handlings, depth: depth + 1, to: &json)
              }
            }
          }
        }
      }
    }
  }

  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var read: RaisedRoute?
    var handlings: [TakenRoute.Handling] = []
    var notes: [String] = []
    var (tree, revision, record): (Int?, Int?, Int?)
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "route": read = try RaisedRoute(routeIn: &scanner, key)
      case "handlers": handlings = try Self.readHandlings(&scanner, key, depth: 0)
      case "notes":
        try scanner.readArray(key) { scanner throws(JSONFailure) in
          notes.append(try scanner.readString("a note"))
        }
      case "tree": tree = try scanner.readWholeNumber(key)
      case "revision": revision = try scanner.readWholeNumber(key)
      case "record": record = try scanner.readWholeNumber(key)
      default: return false
      }
      return true
    }
    self = try scanner.required(read, "route")
    self.handlings = handlings
    self.notes = notes
    self.record = record
    if let tree, let revision { mark = TreeMark(tree: tree, revision: revision) }
  }

  private init(routeIn scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var message: Message?
    var raiser: Int?
    var outcome: String?
    var hops: [Hop] = []
    var receivers: [Int] = []
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "message": message = try Message(&scanner, key)
      case "from": raiser = try scanner.readWholeNumber(key)
      case "outcome": outcome = try scanner.readString(key)
      case "receivers":
        try scanner.readArray(key) { scanner throws(JSONFailure) in
          receivers.append(try scanner.readWholeNumber("a receiver"))
        }
      case "hops":
        try scanner.readArray(key) { scanner throws(JSONFailure) in
          hops.append(try Hop(&scanner, "a hop"))
        }
      default: return false
      }
      return true
    }
    self.init(
      message: try scanner.required(message, "message"),
      raiser: try scanner.required(raiser, "from"), hops: hops, receivers: receivers,
      outcome: try scanner.required(outcome, "outcome"), handlings: [], notes: [])
  }

  private static func readHandlings(
    _ scanner: inout JSONScanner, _ key: String, depth: Int
  ) throws(JSONFailure) -> [TakenRoute.Handling] {
    var handlings: [TakenRoute.Handling] = []
    try scanner.readArray(key) { scanner throws(JSONFailure) in
      var (node, nanoseconds): (Int?, Int?)
      var type: String?
      var raised: [TakenRoute] = []
      try scanner.readObject("a handler") { scanner, key throws(JSONFailure) in
        switch key {
        case "node": node = try scanner.readWholeNumber(key)
        case "type": type = try scanner.readString(key)
        case "nanoseconds": nanoseconds = try scanner.readWholeNumber(key)
        // Deeper ones are walked over, so that no answer makes this go deeper than that.
        case "raised" where depth < levels:
          try scanner.readArray(key) { scanner throws(JSONFailure) in
            raised.append(try readRaised(&scanner, depth: depth + 1))
          }
        default: return false
        }
        return true
      }
      let id = try scanner.required(node, "node")
      handlings.append(
        TakenRoute.Handling(
          model: .init(id: id, type: type ?? "?"), duration: .nanoseconds(nanoseconds ?? 0),
          raised: raised))
    }
    return handlings
  }

  private static func readRaised(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(JSONFailure) -> TakenRoute {
    var message: Message?
    var from: Int?
    var type: String?
    var isUncaught = false
    var handlings: [TakenRoute.Handling] = []
    try scanner.readObject("a raised message") { scanner, key throws(JSONFailure) in
      switch key {
      case "message": message = try Message(&scanner, key)
      case "from": from = try scanner.readWholeNumber(key)
      case "type": type = try scanner.readString(key)
      case "uncaught": isUncaught = try scanner.readBoolean(key)
      case "handlers": handlings = try readHandlings(&scanner, key, depth: depth)
      default: return false
      }
      return true
    }
    let raiser = TakenRoute.Stop(id: try scanner.required(from, "from"), type: type ?? "?")
    return TakenRoute(
      message: try scanner.required(message, "message"), raiser: raiser, handlings: handlings,
      isUncaught: isUncaught)
  }
}

extension RaisedRoute.Hop {
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var node: Int?
    var (verdict, reason): (String?, String?)
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "node": node = try scanner.readWholeNumber(key)
      case "verdict": verdict = try scanner.readString(key)
      case "reason": reason = try scanner.readString(key)
      default: return false
      }
      return true
    }
    self.init(
      node: try scanner.required(node, "node"),
      verdict: try scanner.required(verdict.flatMap { Route.Verdict(rawValue: $0) }, "verdict"),
      reason: try scanner.required(reason.flatMap { Route.Reason(rawValue: $0) }, "reason"))
  }
}
