/// What measurements share: the files and binaries they work on.
final class Workbench {
  let command: String
  let smallDump: String
  private let largeDumpPath: String
  private var isLargeDumpWritten = false

  /// How many nodes the large dump has.
  static let largeCount = 100_000

  init(_ options: Options) {
    command = options.command
    smallDump = options.smallDump
    largeDumpPath = options.largeDump
  }

  /// The path of the dump of 100,000 nodes, which is written when it is first asked for.
  func largeDump() throws -> String {
    if !isLargeDumpWritten {
      try DumpGenerator.write(nodes: Self.largeCount, to: largeDumpPath)
      isLargeDumpWritten = true
    }
    return largeDumpPath
  }
}

/// Why something could not be measured.
struct BenchError: Error, CustomStringConvertible {
  var description: String
}
