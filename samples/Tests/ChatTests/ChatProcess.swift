import Foundation
import Testing

/// The built app as a process, with what is typed in a file, or with standard input closed.
struct ChatProcess {
  let status: Int32
  let output: String
  let errors: String

  /// The built app, which lies beside the bundle of its tests.
  private static func path() throws -> String {
    let bundle = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
    let folder = URL(filePath: bundle).resolvingSymlinksInPath()
    let products = folder.path().components(separatedBy: "/").prefix { !$0.contains(".xctest") }
    let path = products.joined(separator: "/") + "/Chat"
    try #require(FileManager.default.isExecutableFile(atPath: path), "no Chat at \(path)")
    return path
  }

  /// Runs the app to its end; `typed` nil closes standard input.
  init(_ arguments: [String], typed: String? = "") throws {
    let folder = try TemporaryFolder()
    // Files, and no pipes, which would have to be read while the app runs.
    for name in ["in", "out", "err"] {
      _ = try folder.write(name == "in" ? typed ?? "" : "", to: name)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // A shell can close standard input, which Foundation cannot.
    let closing = typed == nil ? " <&-" : ""
    process.arguments = ["-c", "exec \"$0\" \"$@\"\(closing)", try Self.path()] + arguments
    process.standardInput = try FileHandle(forReadingFrom: folder.url.appending(path: "in"))
    process.standardOutput = try FileHandle(forWritingTo: folder.url.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "err"))
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try folder.text("out")
    errors = try folder.text("err")
  }

  var lines: [String] { output.components(separatedBy: "\n") }

  /// What the app told beside the inspector's answers, as it was in the end.
  var lastFrame: [String] {
    let told = errors.components(separatedBy: "\n").filter { !$0.isEmpty }
    let start = told.lastIndex(of: "┌ Chat").map { $0 + 1 } ?? 0
    return told[start...].map { String($0.dropFirst(2)) }
  }
}
