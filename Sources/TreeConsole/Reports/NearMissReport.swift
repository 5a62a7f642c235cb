import TextIO
import TreeAnalysis
import TreeSnapshot

/// What almost took a message, in words and as JSON.
struct NearMissReport {
  let misses: [NearMiss]
  let route: Route
  let snapshot: Snapshot

  /// So many of each reason are told in words; JSON has them all.
  private static let shown = 5

  func write(to text: inout StyledText) {
    text.line()
    text.line("near misses:", .dim)
    let paths = NodePaths(snapshot)
    for (_, group) in groups {
      for miss in group.prefix(Self.shown) {
        text.line("  " + sentence(miss, paths.shortPath(of: miss.node)))
      }
      if group.count > Self.shown {
        text.line("  and \(group.count - Self.shown) more of these", .dim)
      }
    }
  }

  /// The misses by their reasons, in the order in which they come.
  private var groups: [(reason: NearMiss.Reason, misses: [NearMiss])] {
    var groups: [(reason: NearMiss.Reason, misses: [NearMiss])] = []
    for miss in misses {
      if groups.last?.reason == miss.reason {
        groups[groups.count - 1].misses.append(miss)
      } else {
        groups.append((miss.reason, [miss]))
      }
    }
    return groups
  }

  private var raiser: String { SafeText.escape(snapshot[route.raiser].type) }

  /// Who took the message.
  private var taker: String {
    guard case .handled(let node) = route.outcome else { return "" }
    return SafeText.escape(snapshot[node].type)
  }

  private func sentence(_ miss: NearMiss, _ path: String) -> String {
    let kind = route.message.kind
    let own = miss.subscription
    let source = own.source.map { SafeText.escape(" at \($0)") } ?? ""
    let name = SafeText.escape(
      "\(own.domain).\(own.code ?? "*")" + (own.label.map { " (\($0))" } ?? ""))
    switch miss.reason {
    case .further:
      return "\(path) is registered for it too\(source), but \(taker) takes it first"
    case .ended:
      return "\(path) was registered for it\(source), and no longer is"
    case .elsewhere where kind == .event:
      let session = snapshot.eventSession(ofRaiserAt: route.raiser)
      let outside = SafeText.escape(snapshot[session].type)
      return "\(path) is registered for it\(source), but stands outside \(outside)"
    case .elsewhere:
      return "\(path) is registered for it\(source), but is no ancestor of \(raiser)"
    case .otherCode:
      return "\(path) is on the way, but registered for \(name)\(source)"
    case .otherKind:
      return "\(path) is registered for the \(own.kind.rawValue) of that name\(source), "
        + "and this is \(kind == .bubble ? "a" : "an") \(kind.rawValue)"
    }
  }

  /// `"near": [{"node": 5, "why": "other-code", …}]`, with what is before it.
  func write(to json: inout MemorySink) {
    json.write(", \"near\": [")
    for (index, miss) in misses.enumerated() {
      if index > 0 { json.write(", ") }
      let own = miss.subscription
      json.write("{\"node\": \(snapshot[miss.node].id), \"why\": \"\(miss.reason.rawValue)\", ")
      json.write("\"kind\": \"\(own.kind.rawValue)\", \"domain\": ")
      JSONString.write(own.domain, to: &json)
      if let code = own.code {
        json.write(", \"code\": ")
        JSONString.write(code, to: &json)
      }
      if let source = own.source {
        json.write(", \"source\": ")
        JSONString.write(source, to: &json)
      }
      json.write("}")
    }
    json.write("]")
  }
}
