import Foundation
import Testing

/// The built app as a process, which lies beside the bundle of its tests.
enum AppProcess {
  /// What a run of the app left behind.
  struct Run {
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.components(separatedBy: "\n") }
  }

  /// Runs the app to its end.
  ///
  /// - Parameter typed: what is typed; nil where standard input is closed.
  static func run(_ arguments: [String], typed: String? = "") throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, and no pipes, which would have to be read while the app runs.
    for name in ["in", "out", "err"] {
      try Data((name == "in" ? typed ?? "" : "").utf8).write(to: folder.appending(path: name))
    }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // A shell can close standard input, which Foundation cannot.
    let closing = typed == nil ? " <&-" : ""
    process.arguments = ["-c", "exec \"$0\" \"$@\"\(closing)", try path()] + arguments
    process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "in"))
    process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: folder.appending(path: "err"))
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return Run(
      status: process.terminationStatus, output: try text("out"), errors: try text("err"))
  }

  private static func path() throws -> String {
    let bundle = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
    let folder = URL(filePath: bundle).resolvingSymlinksInPath()
    let products = folder.path().components(separatedBy: "/").prefix { !$0.contains(".xctest") }
    let path = products.joined(separator: "/") + "/Cars"
    try #require(FileManager.default.isExecutableFile(atPath: path), "no Cars at \(path)")
    return path
  }
}
