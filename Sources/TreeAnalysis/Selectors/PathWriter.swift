import TextIO
import TreeSnapshot

/// Writes paths, one after the other.
struct PathWriter {
  private let columns: Columns
  /// By symbol: whether a path holds the name as it is; `unknown` until one does.
  private var verbatimNames: [Int8] = []
  /// The path that was written last: the next one mostly begins alike.
  private var path: [UInt8] = []
  private var levels: [Level] = []

  /// A node of the last path.
  private struct Level {
    var node: Int
    /// Whether the path names its place among its siblings.
    var isPlaced: Bool
    /// Where the path ends with it.
    var end: Int
    /// Whether all names up to it stand there as they are, and can be shown.
    var isVerbatim: Bool
  }

  private static let unknown: Int8 = -1

  init(_ columns: Columns) { self.columns = columns }

  /// The path of the last of some nodes.
  ///
  /// - Parameters:
  ///   - line: the node and its ancestors, the root first.
  ///   - placed: the levels that name their place among the siblings, ascending.
  ///   - places: which of its name each node is among its siblings.
  mutating func path(along line: [Int], placed: [Int], _ places: [Int32]) -> SafeText {
    if verbatimNames.isEmpty {
      verbatimNames = Array(repeating: Self.unknown, count: columns.symbols.count + 1)
    }
    var nextPlaced = 0
    func isPlaced(_ level: Int) -> Bool {
      nextPlaced < placed.count && placed[nextPlaced] == level
    }
    var common = 0
    while common < min(levels.count, line.count), levels[common].node == line[common],
      levels[common].isPlaced == isPlaced(common)
    {
      if levels[common].isPlaced { nextPlaced += 1 }
      common += 1
    }
    levels.removeSubrange(common...)
    path.removeSubrange((levels.last?.end ?? 0)...)
    var isVerbatim = levels.last?.isVerbatim ?? true
    for place in common..<line.count {
      let node = line[place]
      path.append(UInt8(ascii: "/"))
      isVerbatim = appendName(columns.nodes.fixed[node].type) && isVerbatim
      let isPlaced = isPlaced(place)
      if isPlaced {
        path += "[\(places[node])]".utf8
        nextPlaced += 1
      }
      levels.append(
        Level(node: node, isPlaced: isPlaced, end: path.count, isVerbatim: isVerbatim))
    }
    return SafeText(path, isPlain: isVerbatim)
  }

  /// Adds a name to the path.
  ///
  /// - Returns: whether it stands there as it is, and can be shown.
  private mutating func appendName(_ type: Symbol) -> Bool {
    let index = Int(type.rawValue)
    if verbatimNames[index] == Self.unknown {
      let isVerbatim =
        columns.symbols.isPlain(type)
        && columns.symbols.withBytes(of: type) { !$0.contains(where: Self.hasMeaning) }
      verbatimNames[index] = isVerbatim ? 1 : 0
    }
    let isVerbatim = verbatimNames[index] == 1
    columns.symbols.withBytes(of: type) { name in
      if isVerbatim { path.append(contentsOf: name) } else { Self.append(name, to: &path) }
    }
    return isVerbatim
  }

  /// Adds a name with every character escaped that has a meaning in a selector.
  static func append(_ name: UnsafeBufferPointer<UInt8>, to path: inout [UInt8]) {
    for byte in name {
      if hasMeaning(byte) { path.append(UInt8(ascii: "\\")) }
      path.append(byte)
    }
  }

  /// Whether a character has a meaning in a selector.
  private static func hasMeaning(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "#"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }
}
