import TextIO
import TreeSnapshot

/// Paths for findings: as everywhere else, but cut where they are longer than a person reads, so that
/// a hundred thousand of them stay small. They hold no ids: a finding must be the same in the next
/// dump.
struct LintPaths {
  private let paths: NodePaths
  private let columns: Columns

  private static let readableLevels = 24
  private static let readableBytes = 2_000
  /// What is left of a path that is cut.
  private static let lastLevels = 6
  private static let lastCharacters = 60

  init(_ snapshot: Snapshot) {
    paths = NodePaths(snapshot)
    columns = snapshot.columns
  }

  func path(of position: Int) -> SafeText {
    var node = position
    var length = 0
    for _ in 0..<Self.readableLevels {
      length += columns.symbols.withBytes(of: columns.nodes.fixed[node].type, \.count)
      if length > Self.readableBytes { break }
      node = Int(columns.parents[node])
      if node < 0 { return paths.path(of: position) }
    }
    return cutPath(of: position)
  }

  /// The names of the last levels, each of readable length: `…/ExamFlow/Cell`.
  private func cutPath(of position: Int) -> SafeText {
    var names: [SafeText] = []
    var node = position
    while node >= 0, names.count < Self.lastLevels {
      names.append(name(of: node))
      node = Int(columns.parents[node])
    }
    return (node >= 0 ? "…/" : "/") + names.reversed().joined(separator: "/")
  }

  private func name(of node: Int) -> SafeText {
    // Four bytes are enough for any character.
    let start = columns.symbols.withBytes(of: columns.nodes.fixed[node].type) { bytes in
      String(decoding: bytes.prefix(Self.lastCharacters * 4), as: UTF8.self)
    }
    let characters = start.unicodeScalars.prefix(Self.lastCharacters)
    let isCut = characters.count < start.unicodeScalars.count
    return NodePaths.selectorName(String(characters)) + (isCut ? "…" : "")
  }
}
