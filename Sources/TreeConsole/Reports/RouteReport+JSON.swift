import TextIO
import TreeAnalysis
import TreeSnapshot

// JSON, whose keys are part of the contract.
extension RouteReport {
  func json(taken: TakenRoute? = nil, changes: TreeChanges? = nil) -> String {
    var json = MemorySink()
    json.write("{" as StaticString)
    RouteJSON(route, in: snapshot).writeMembers(to: &json)
    if let taken {
      ConsequenceReport(taken: taken).write(to: &json)
    }
    if !nearMisses.isEmpty {
      NearMissReport(misses: nearMisses, route: route, snapshot: snapshot).write(to: &json)
    }
    if let changes {
      json.write(", \"changes\": \(changes.json.string)")
    }
    json.write("}")
    return json.text
  }
}
