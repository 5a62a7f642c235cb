import Foundation

/// What a run of a built sample left behind.
package struct SampleProcess {
  package let status: Int32
  package let output: String
  package let errors: String

  package struct NotBuilt: Error {
    let path: String
  }

  /// Runs a sample to its end, with its outputs in files, which need not be read meanwhile.
  ///
  /// - Parameter typed: what is typed; nil where standard input is closed.
  package init(_ sample: String, _ arguments: [String], typed: String? = "") throws {
    let folder = try TemporaryFolder()
    for name in ["in", "out", "err"] {
      _ = try folder.write(name == "in" ? typed ?? "" : "", to: name)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // A shell can close standard input, which Foundation cannot.
    let closing = typed == nil ? " <&-" : ""
    process.arguments =
      ["-c", "exec \"$0\" \"$@\"\(closing)", try Self.path(of: sample)] + arguments
    process.standardInput = try FileHandle(forReadingFrom: folder.url.appending(path: "in"))
    process.standardOutput = try FileHandle(forWritingTo: folder.url.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "err"))
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try folder.text("out")
    errors = try folder.text("err")
  }

  package var lines: [String] { output.components(separatedBy: "\n") }

  /// The built sample, which lies beside the bundle of the tests.
  package static func path(of sample: String) throws -> String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    let folder = URL(filePath: bundle).resolvingSymlinksInPath()
    let products = folder.path().components(separatedBy: "/").prefix { !$0.contains(".xctest") }
    let path = products.joined(separator: "/") + "/\(sample)"
    guard FileManager.default.isExecutableFile(atPath: path) else { throw NotBuilt(path: path) }
    return path
  }
}

/// The folder of the samples.
package let samplesFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// An answer without the times that handlers took, which differ each time.
package func timeless(_ answer: String) -> String {
  answer.replacing(/took [0-9.]+ .?s/, with: "took no time")
    .replacing(/, [0-9.]+ .?s\n/, with: ", no time\n")
    .replacing(/[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}/, with: "00:00:00.000")
}
