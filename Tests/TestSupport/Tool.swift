import Foundation

/// A program that a machine may have, for a second opinion.
package struct Tool {
  private let path: String

  /// Finds the program; nil if it isn't installed.
  package init?(_ name: String) {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let path = folders.map { "\($0)/\(name)" }.first(
      where: FileManager.default.isExecutableFile(atPath:))
    guard let path else { return nil }
    self.path = path
  }

  /// For `.enabled(if:)`.
  package static func isInstalled(_ name: String) -> Bool { Tool(name) != nil }

  /// Runs the program on a file that holds the input.
  package func run(_ arguments: [String], input: [UInt8]) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(input, to: "input")
    // The plugins of the tested Graphviz, which may not be the machine's.
    var environment = ProcessInfo.processInfo.environment
    environment["GVBINDIR"] = nil
    return try ChildProcess.run(
      [path] + arguments + [folder.path(of: "input")], environment: environment,
      directory: folder.path)
  }
}
