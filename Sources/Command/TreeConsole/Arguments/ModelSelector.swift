import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// A selector on the command line.
///
/// It is parsed on use, so that an error has its own message.
struct ModelSelector: TargetValue {
  var rawValue: String

  /// Returns the position of the only model that matches.
  ///
  /// - Throws: `SelectorSyntaxError`, or `SelectionError` if none or several match.
  func node(in snapshot: Snapshot, noting output: ConsoleOutput) throws -> Int {
    let (selector, isExact) = try selector(in: snapshot, output)
    let node = try selector.node(in: snapshot)
    if !isExact { note(output) }
    return node
  }

  /// Returns the positions of the matching models, at least one.
  ///
  /// - Throws: `SelectorSyntaxError`, or `SelectionError` if none matches.
  func matches(in snapshot: Snapshot, noting output: ConsoleOutput) throws -> [Int] {
    let (selector, isExact) = try selector(in: snapshot, output)
    let matches = selector.matches(in: snapshot)
    if matches.isEmpty { return [try selector.node(in: snapshot)] }
    if !isExact { note(output) }
    return matches
  }

  /// The selector, ignoring case if only that matches a model.
  private func selector(
    in snapshot: Snapshot, _ output: ConsoleOutput
  ) throws -> (selector: Selector, isExact: Bool) {
    let exact = try Selector(rawValue)
    noteAge(exact, in: snapshot, output)
    if !exact.matches(in: snapshot).isEmpty { return (exact, true) }
    let other = exact.ignoringCase
    return other.matches(in: snapshot).isEmpty ? (exact, true) : (other, false)
  }

  private func noteAge(_ selector: Selector, in snapshot: Snapshot, _ output: ConsoleOutput) {
    guard !snapshot.columns.nodes.ages.isEmpty, selector.asksForLabels || selector.asksForStates
    else { return }
    let what: SafeText = selector.asksForLabels ? "labels" : "states"
    output.note("note: '\(rawValue)' asks for \(what), which may be older\(snapshot.age)")
  }

  private func note(_ output: ConsoleOutput) {
    output.note(
      "note: no model matches '\(rawValue)' exactly; this is the answer without regard to case")
  }
}

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
    for position in snapshot.positions { symbols.insert(snapshot.columns.shownType(position)) }
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
    NodePaths.selectorName(node.name).string + (place.map { "[\($0)]" } ?? "")
      + (node.isLeaf ? "" : "/")
  }
}
