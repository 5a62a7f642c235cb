import TextIO
import TreeAnalysis
import TreeSnapshot

extension Find: CollectingCommand {
  static let factWords = (one: "path" as SafeText, list: "models")

  func collector() throws -> @Sendable (Snapshot) -> [DumpFact] {
    let selector = try Selector(selector.rawValue)
    return { snapshot in
      let paths = NodePaths(snapshot)
      return selector.matches(in: snapshot).map { position in
        let path = paths.selector(of: position)
        return DumpFact(
          ["type": snapshot[position].type, "path": path.string], text: [path])
      }
    }
  }
}
