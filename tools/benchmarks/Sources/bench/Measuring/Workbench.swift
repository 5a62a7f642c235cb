/// What measurements share: the files and binaries they work on.
final class Workbench {
  let command: String
  let smallDump: String
  private let largeDumpPath: String
  private var writtenDumps: Set<Int> = []

  /// How many nodes the large dump has.
  static let largeCount = 100_000

  init(_ options: Options) {
    command = options.command
    smallDump = options.smallDump
    largeDumpPath = options.largeDump
  }

  /// The path of the dump of 100,000 nodes, which is written when it is first asked for.
  func largeDump() throws -> String { try dump(nodes: Self.largeCount) }

  /// The path of a dump of so many nodes, which is written when it is first asked for.
  func dump(nodes count: Int) throws -> String {
    let path = count == Self.largeCount ? largeDumpPath : "\(largeDumpPath).\(count).json"
    if writtenDumps.insert(count).inserted { try DumpGenerator.write(nodes: count, to: path) }
    return path
  }
}

/// Why something could not be measured.
struct BenchError: Error, CustomStringConvertible {
  var description: String
}
