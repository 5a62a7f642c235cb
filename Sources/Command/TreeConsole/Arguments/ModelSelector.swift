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
  func node(in snapshot: Snapshot) throws -> Int { try Selector(rawValue).node(in: snapshot) }

  /// Returns the positions of the matching models, at least one.
  ///
  /// - Throws: `SelectorSyntaxError`, or `SelectionError` if none matches.
  func matches(in snapshot: Snapshot) throws -> [Int] {
    let selector = try Selector(rawValue)
    let matches = selector.matches(in: snapshot)
    return matches.isEmpty ? [try selector.node(in: snapshot)] : matches
  }
}

extension ModelSelector {
  /// The maximum number of candidates, so that large trees respond quickly.
  static let limit = 2_000

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    guard let snapshot = view.snapshot else { return [] }
    if let slash = word.lastIndex(of: "/") {
      return Array(
        children(of: String(word[..<slash]), in: snapshot).lazy
          .filter { $0.hasPrefix(word) }.prefix(limit))
    }
    var symbols: Set<Symbol> = []
    for position in snapshot.positions { symbols.insert(snapshot.columns.shownType(position)) }
    return symbols.map { NodePaths.selectorName(snapshot.columns.symbols.string($0)).string }
      .sorted()
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
