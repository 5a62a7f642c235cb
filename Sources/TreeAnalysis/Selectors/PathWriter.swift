import TextIO
import TreeSnapshot

/// Writes paths, one after the other.
struct PathWriter: ~Copyable {
  private let columns: Columns
  private var classes: NameClasses
  /// By symbol: whether a path holds the name as it is; `unknown` until one does.
  private var verbatimNames = GrowingBuffer<Int8>()

  /// The node that was asked for last and its ancestors, the root first; empty where it lies too deep.
  private var line = GrowingBuffer<Int>()
  /// The levels of the line at which its path names places, ascending.
  private var placed: [Int] = []

  /// The path that was written last: the next one mostly begins alike.
  private var path = GrowingBuffer<UInt8>()
  /// The levels of that path.
  private var levels = GrowingBuffer<Level>()
  /// Those of them that name places.
  private var writtenPlaces: [Int] = []
  /// How many levels the line has in common with it.
  private var common = 0

  /// A level of the last path.
  private struct Level {
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
    var count = line.count
    if count > 0, line[count - 1] == position { return count <= levels }
    while count > 0, !isWithin(line[count - 1], position) { count -= 1 }
    common = min(common, count)
    line.removeAll(behind: count)
    // The line ends with the deepest of its nodes that the position lies below.
    let end = count > 0 ? line[count - 1] : -1
    var node = position
    while node != end, count < levels {
      Steps.note()
      count += 1
      node = Int(columns.parents[node])
    }
    guard node == end, count <= levels else {
      line.removeAll()
      common = 0
      return false
    }
    let first = line.count
    line.append(position, times: count - first)
    node = position
    for level in (first..<count).reversed() {
      line[level] = node
      node = Int(columns.parents[node])
    }
    classes.findPlacedLevels(along: line, &placed)
    return true
  }

  /// Whether a node is another one or lies below it.
  private func isWithin(_ ancestor: Int, _ position: Int) -> Bool {
    ancestor <= position && position < Int(columns.subtreeEnds[ancestor])
  }

  /// The path of the node that was asked for last.
  mutating func written() -> SafeText {
    withWritten { SafeText(Array($0), isPlain: $1) }
  }

  /// Lends the path of the node that was asked for last, and whether nothing in it must be escaped.
  mutating func withWritten<Result>(
    _ body: (UnsafeBufferPointer<UInt8>, _ isPlain: Bool) -> Result
  ) -> Result {
    write()
    let isPlain = levels.count == 0 || levels[levels.count - 1].isVerbatim
    return path.withElements { body($0, isPlain) }
  }

  /// Writes the path of the node that was asked for last, from where it is another one.
  private mutating func write() {
    if verbatimNames.count == 0 {
      verbatimNames.append(Self.unknown, times: columns.symbols.count + 1)
    }
    var next = 0
    while next < placed.count, next < writtenPlaces.count, placed[next] == writtenPlaces[next] {
      next += 1
    }
    if next < placed.count { common = min(common, placed[next]) }
    if next < writtenPlaces.count { common = min(common, writtenPlaces[next]) }
    levels.removeAll(behind: common)
    while let last = writtenPlaces.last, last >= common { writtenPlaces.removeLast() }
    next = writtenPlaces.count
    path.removeAll(behind: common == 0 ? 0 : levels[common - 1].end)
    var isVerbatim = common == 0 || levels[common - 1].isVerbatim
    // Held here: taken from this writer, which changes, the table would be retained for each name.
    let columns = columns
    while levels.count < line.count {
      let (level, node) = (levels.count, line[levels.count])
      path.append(UInt8(ascii: "/"))
      isVerbatim = appendName(columns.nodes.fixed[node].type, of: columns) && isVerbatim
      if next < placed.count, placed[next] == level {
        path.append(UInt8(ascii: "["))
        classes.place(of: node).withDecimalBytes { path.append($0) }
        path.append(UInt8(ascii: "]"))
        writtenPlaces.append(level)
        next += 1
      }
      levels.append(Level(end: path.count, isVerbatim: isVerbatim))
    }
    common = levels.count
  }

  /// Adds a name to the path.
  ///
  /// - Returns: whether it stands there as it is, and can be shown.
  private mutating func appendName(_ type: Symbol, of columns: Columns) -> Bool {
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
      columns.symbols.withBytes(of: type) { name in
        Self.escaped(name).withUnsafeBufferPointer { path.append($0) }
      }
    }
    return isVerbatim
  }

  /// A name with every character escaped that has a meaning in a selector.
  static func escaped(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var escaped: [UInt8] = []
    for byte in name {
      if hasMeaning(byte) { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte)
    }
    return escaped
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
