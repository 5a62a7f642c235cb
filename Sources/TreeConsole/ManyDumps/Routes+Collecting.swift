import TextIO
import TreeAnalysis
import TreeSnapshot

extension Routes: CollectingCommand {
  static let factWords = (one: "route" as SafeText, list: "routes")

  func collector() throws -> @Sendable (Snapshot) -> [DumpFact] {
    if selector != nil { throw ConsoleError.conflict(.manyDumps(option: "a selector")) }
    if shadowed { throw ConsoleError.conflict(.manyDumps(option: "--shadowed")) }
    let reference = try message.reference()
    let isLostOnly = uncaught
    return { snapshot in
      var coverage = snapshot.coverage()
      if let reference {
        guard let wanted = try? snapshot.resolve(reference).message else { return [] }
        coverage = coverage.filter { $0.message.covers(wanted) }
      }
      let paths = NodePaths(snapshot)
      return coverage.flatMap { coverage -> [DumpFact] in
        let handled =
          isLostOnly ? [] : coverage.handlers.map { paths.selector(of: $0.node) }
        let lost: [SafeText?] = coverage.uncaught > 0 ? [nil] : []
        return (handled + lost).map { Self.fact(coverage.message, endingAt: $0) }
      }
    }
  }

  private static func fact(_ message: KnownMessage, endingAt path: SafeText?) -> DumpFact {
    let (taken, lost) = message.kind.outcomes
    let outcome: SafeText =
      if let path {
        message.kind == .event ? "\(taken) to \(path)" : "\(taken) by \(path)"
      } else {
        "\(lost) from somewhere"
      }
    return DumpFact(
      [
        "kind": message.kind.rawValue, "domain": message.domain, "code": message.code,
        "label": message.label, "outcome": path == nil ? lost : taken, "path": path?.string,
      ], text: ["\(message)", outcome])
  }
}
