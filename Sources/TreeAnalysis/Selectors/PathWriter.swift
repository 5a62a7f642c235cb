import TextIO
import TreeSnapshot

/// Writes paths, one after the other.
struct PathWriter {
  private let columns: Columns
  private var classes: NameClasses
  /// By symbol: whether a path holds the name as it is; `unknown` until one does.
  private var verbatimNames: [Int8] = []

  /// The node that was asked for last and its ancestors, the root first; empty where it lies too deep.
  private var line: [Int] = []
  /// What is added to the line, the deepest first.
  private var climbed: [Int] = []
  /// The levels of the line at which its path names places, ascending.
  private var placed: [Int] = []

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

  init(_ columns: Columns) {
    self.columns = columns
    classes = NameClasses(columns)
  }

  /// Whether the path of the node that was asked for last names the place of a model among its siblings.
  var namesPlaces: Bool { !placed.isEmpty }

  /// Goes to a node, unless it has more levels than allowed. Costs the levels that it does not share
  /// with the last one.
  ///
  /// - Returns: whether its path may be asked for.
  mutating func enter(_ position: Int, levels: Int) -> Bool {
    if line.last == position { return line.count <= levels }
    while let last = line.last, last > position || position >= Int(columns.subtreeEnds[last]) {
      line.removeLast()
    }
    // The line ends with the deepest of its nodes that the position lies below.
    let end = line.last ?? -1
    climbed.removeAll(keepingCapacity: true)
    var node = position
    while node != end, line.count + climbed.count < levels {
      Steps.note()
      climbed.append(node)
      node = Int(columns.parents[node])
    }
    guard node == end, line.count + climbed.count <= levels else {
      line.removeAll(keepingCapacity: true)
      return false
    }
    while let next = climbed.popLast() { line.append(next) }
    classes.findPlacedLevels(along: line, &placed)
    return true
  }

  /// The path of the node that was asked for last.
  mutating func written() -> SafeText {
    let isPlain = write()
    return SafeText(path, isPlain: isPlain)
  }

  /// Lends the path of the node that was asked for last, and whether nothing in it must be escaped.
  mutating func withWritten(_ body: (UnsafeBufferPointer<UInt8>, _ isPlain: Bool) -> Void) {
    let isPlain = write()
    path.withUnsafeBufferPointer { body($0, isPlain) }
  }

  /// Writes the path of the node that was asked for last.
  ///
  /// - Returns: whether nothing in it must be escaped.
  private mutating func write() -> Bool {
    if verbatimNames.isEmpty {
      verbatimNames = Array(repeating: Self.unknown, count: columns.symbols.count + 1)
    }
    var nextPlaced = 0
    var common = 0
    while common < min(levels.count, line.count) {
      let level = levels[common]
      let isPlaced = nextPlaced < placed.count && placed[nextPlaced] == common
      guard level.node == line[common], level.isPlaced == isPlaced else { break }
      if isPlaced { nextPlaced += 1 }
      common += 1
    }
    levels.removeLast(levels.count - common)
    path.removeLast(path.count - (levels.last?.end ?? 0))
    var isVerbatim = levels.last?.isVerbatim ?? true
    for place in common..<line.count {
      let node = line[place]
      path.append(UInt8(ascii: "/"))
      isVerbatim = appendName(columns.nodes.fixed[node].type) && isVerbatim
      let isPlaced = nextPlaced < placed.count && placed[nextPlaced] == place
      if isPlaced {
        path.append(contentsOf: "[\(classes.places[node])]".utf8)
        nextPlaced += 1
      }
      levels.append(
        Level(node: node, isPlaced: isPlaced, end: path.count, isVerbatim: isVerbatim))
    }
    return isVerbatim
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
    if isVerbatim {
      columns.append(type, to: &path)
    } else {
      columns.symbols.withBytes(of: type) { Self.append($0, to: &path) }
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
