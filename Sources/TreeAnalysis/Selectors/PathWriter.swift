import TextIO
import TreeSnapshot

/// Writes paths, one after the other.
struct PathWriter {
  private let columns: Columns
  /// By symbol: whether a path holds the name as it is; `unknown` until one does.
  private var verbatimNames: [Int8] = []
  /// The path that was written last, kept for its memory.
  private var path: [UInt8] = []

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
    path.removeAll(keepingCapacity: true)
    var isVerbatim = true
    var nextPlaced = 0
    for level in line.indices {
      let node = line[level]
      path.append(UInt8(ascii: "/"))
      isVerbatim = appendName(columns.nodes.fixed[node].type) && isVerbatim
      if nextPlaced < placed.count, placed[nextPlaced] == level {
        path += "[\(places[node])]".utf8
        nextPlaced += 1
      }
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
