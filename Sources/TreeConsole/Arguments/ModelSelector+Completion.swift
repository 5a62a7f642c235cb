import TextIO
import TreeAnalysis
import TreeSnapshot

extension ModelSelector {
  /// The maximum number of candidates, so that large trees respond quickly.
  static let limit = 2_000

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    guard let snapshot = view.snapshot else { return [] }
    if let bracket = word.lastIndex(of: "["), !word[bracket...].contains("]") {
      let test = word[word.index(after: bracket)...]
      return tests(for: test, in: snapshot).map { word[...bracket] + $0 }
    }
    if word.hasPrefix("#") {
      return Array(
        snapshot.positions.lazy.map { "#\(snapshot[$0].id)" }.filter { $0.hasPrefix(word) }
          .prefix(limit))
    }
    if let slash = word.lastIndex(of: "/") {
      return Array(
        children(of: String(word[..<slash]), in: snapshot).lazy
          .filter { $0.lowercased().hasPrefix(word.lowercased()) }.prefix(limit))
    }
    var symbols: Set<Symbol> = []
    for fields in snapshot.columns.nodes.fixed { symbols.insert(fields.type) }
    return symbols.map { NodePaths.selectorName(snapshot.columns.symbols.string($0)).string }
      .sorted()
  }

  /// The tests or, after a test's `=`, its values in the tree.
  private static func tests(for test: Substring, in snapshot: Snapshot) -> [String] {
    guard let sign = test.firstIndex(of: "=") else {
      return [
        "session]", "leaf]", "work]", "label=", "handles=", "service=", "representation=", "state=",
        "source=",
      ]
    }
    let nodes = snapshot.positions.lazy.map { snapshot[$0] }
    let messages = MessageNames(snapshot)
    let values =
      switch test[..<sign] {
      case "label": Set(nodes.compactMap(\.label))
      case "representation": Set(nodes.compactMap(\.representation))
      case "state": Set(nodes.flatMap(\.state).map { "\($0.key)=\($0.value)" })
      case "source": Set(nodes.compactMap(\.source))
      case "service": Set(snapshot.knownServices)
      case "handles":
        Set(
          nodes.flatMap(\.subscriptions).flatMap { own in
            let message = own.code.map { Message(kind: own.kind, domain: own.domain, code: $0) }
            return [own.domain]
              + (message.map(messages.names) ?? []).map { "\(own.domain).\($0)" }
          })
      default: Set<String>()
      }
    return values.sorted().map { "\(test[...sign])\(NodePaths.selectorName($0))]" }
  }

  /// Candidates one level deeper, like a shell's completion of folders. One with children ends in
  /// `/`.
  private static func children(of head: String, in snapshot: Snapshot) -> [String] {
    if head.isEmpty { return ["/" + name(of: snapshot.root, place: nil)] }
    guard let selector = try? Selector(head) else { return [] }
    return selector.matches(in: snapshot).flatMap { parent in
      let children = Array(snapshot[parent].children)
      var counts: [String: Int] = [:]
      for child in children { counts[child.type, default: 0] += 1 }
      var places: [String: Int] = [:]
      return children.map { child in
        places[child.type, default: 0] += 1
        let place = counts[child.type] == 1 ? nil : places[child.type]
        return "\(head)/\(name(of: child, place: place))"
      }
    }
  }

  private static func name(of node: Snapshot.Node, place: Int?) -> String {
    NodePaths.selectorName(node.type).string + (place.map { "[\($0)]" } ?? "")
      + (node.isLeaf ? "" : "/")
  }
}
