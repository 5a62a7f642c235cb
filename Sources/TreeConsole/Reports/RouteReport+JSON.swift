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
      json.write(", \"changes\": \(changes.json)")
    }
    json.write("}")
    return json.text
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
