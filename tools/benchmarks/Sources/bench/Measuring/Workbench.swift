import Foundation

/// The files and binaries that measurements share.
final class Workbench {
  let command: String
  let smallDump: String
  /// The binary that writes the dumps of trees.
  private let trees: String
  /// A Python with the peers that are its packages; may be missing.
  private let python: String?
  private let pageProgram: String?
  private let chromium: String?
  let sampleTests: String?
  private let largeDumpPath: String
  private var writtenDumps: Set<String> = []

  /// The number of nodes in the large dump.
  static let largeCount = 100_000

  init(_ options: Options) {
    command = options.command
    smallDump = options.smallDump
    trees = options.trees
    python = options.python
    pageProgram = options.pageProgram
    chromium = options.chromium
    sampleTests = options.sampleTests
    largeDumpPath = options.largeDump
  }

  /// The path of the dump of 100,000 nodes, which is written on first use.
  func largeDump() throws -> String { try dump(nodes: Self.largeCount) }

  /// The path of a dump with a number of nodes, which is written on first use.
  ///
  /// A child process writes it: if the tree were built here, processes started later would be
  /// charged with its memory.
  func dump(_ shape: String = "app", nodes count: Int) throws -> String {
    let isUsual = shape == "app" && count == Self.largeCount
    let path = isUsual ? largeDumpPath : "\(largeDumpPath).\(shape).\(count).json"
    if writtenDumps.insert(path).inserted {
      _ = try ChildProcess(binary: trees, arguments: [shape, "\(count)", "-o", path]).run()
    }
    return path
  }

  /// Writes a text to a file, and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(largeDumpPath).\(name)"
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  /// Measures a page in Chromium.
  ///
  /// - Parameter measurement: The name of a function of `page.py`.
  /// - Returns: Our figures, and the peer's.
  func page(
    _ measurement: String, _ dump: String, turns: Int
  ) throws -> (ours: [Double], peer: [Double]) {
    guard let python, let chromium, let pageProgram else {
      throw BenchError(description: "Chromium, or what drives it, is not there")
    }
    let text = try outputOf(
      python, [pageProgram, measurement, command, chromium, dump, "\(turns)"],
      errors: FileHandle.standardError)
    let figures = try JSONDecoder().decode([[Double]].self, from: Data(text.utf8))
    return (figures[0], figures[1])
  }

  private func outputOf(
    _ program: String, _ arguments: [String], errors: FileHandle
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  /// The processor time of `orjson.loads` on a file's bytes, in milliseconds, as programs call it:
  /// with Python's garbage collector, without which it takes half to three quarters as long.
  ///
  /// - Returns: nil if Python or the package is missing.
  func orjson(_ file: String) throws -> Double? {
    try figure(
      ofPython: """
        import orjson, sys, time
        data = open(sys.argv[1], "rb").read()
        start = time.process_time()
        tree = orjson.loads(data)
        print((time.process_time() - start) * 1000)
        """, file)
  }

  /// The number printed by a Python program.
  ///
  /// - Returns: nil if Python or a package is missing.
  func figure(ofPython program: String, _ arguments: String...) throws -> Double? {
    guard let python else { return nil }
    let text = try outputOf(python, ["-c", program] + arguments, errors: FileHandle.nullDevice)
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}

/// Why something couldn't be measured.
struct BenchError: Error, CustomStringConvertible {
  var description: String
}
