import TreeAnalysis
import TreeSnapshot

// JSON, whose keys are part of the contract.
extension RouteReport {
  func json(taken: TakenRoute? = nil, changes: TreeChanges? = nil) -> String {
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
    if let taken {
      ConsequenceReport(taken: taken).write(to: &json)
    }
    if !nearMisses.isEmpty {
      NearMissReport(misses: nearMisses, route: route, snapshot: snapshot).write(to: &json)
    }
    if let changes {
      json.write(", \"changes\": \(changes.json)")
    }
    json.write("}")
    return json.text
  }

  private func id(_ position: Int) -> Int { snapshot[position].id }

  private func list(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }
}

extension TreeChanges {
  /// What came and went as one JSON object.
  var json: String {
    func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }
    return "{\"replaced\": \(isOtherTree), \"removed\": [\(list(removedIDs))], "
      + "\"added\": [\(list(addedIDs))], \"changed\": [\(list(changedIDs))]}"
  }
}
