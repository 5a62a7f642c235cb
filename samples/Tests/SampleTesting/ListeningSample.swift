import Foundation

/// A built sample that runs with `--listen`, and the command that looks at it from outside.
package final class ListeningSample {
  /// What the command answered.
  package struct Answer: Equatable {
    package var status: Int32
    package var output: String
    package var errors: String
  }

  package struct NotListening: Error { let errors: String }

  private let name: String
  /// Under `/tmp`, as paths of sockets are short.
  private let folder: String
  private let process = Process()
  private let input = Pipe()

  /// Starts a sample, and waits until it listens.
  package init(_ name: String, _ arguments: [String] = []) throws {
    self.name = name
    folder = "/tmp/sample-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    process.executableURL = URL(filePath: try SampleProcess.path(of: name))
    process.arguments = ["--listen"] + arguments
    process.environment = environment
    process.standardInput = input
    for path in [output, errors] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.run()
    let end = ContinuousClock.now + .seconds(60)
    while try !text(errors).contains("\(name) listens: modeltree print @\(name)\n") {
      guard process.isRunning, ContinuousClock.now < end else {
        throw NotListening(errors: try text(errors))
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(
      ["MODELTREE_DIR": folder, "MODELTREE_PROGRESS": "off", "NO_COLOR": "1"]) { $1 }
  }

  private var output: String { "\(folder)/out" }
  private var errors: String { "\(folder)/err" }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Types a line.
  package func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Runs a command on it again and again until that answers so, for a minute at most.
  ///
  /// - Returns: the last answer.
  package func modeltree(
    _ words: String..., until isExpected: (Answer) -> Bool
  ) throws -> Answer {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let answer = try modeltree(words)
      if isExpected(answer) || ContinuousClock.now >= end { return answer }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// What it has shown so far.
  package func shown() throws -> String { try text(output) }

  /// The sockets that lie in its folder.
  package func sockets() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sock") }
  }

  /// Runs a command on the running sample: `@NAME` is put behind its first word.
  package func modeltree(_ words: [String]) throws -> Answer {
    let (answers, notes) = ("\(folder)/answers", "\(folder)/notes")
    for path in [answers, notes] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    let command = Process()
    command.executableURL = URL(filePath: try SampleProcess.path(of: "modeltree"))
    command.arguments = [words[0], "@\(name)"] + words.dropFirst()
    command.environment = environment
    command.standardInput = FileHandle.nullDevice
    command.standardOutput = try FileHandle(forWritingTo: URL(filePath: answers))
    command.standardError = try FileHandle(forWritingTo: URL(filePath: notes))
    try command.run()
    command.waitUntilExit()
    return Answer(
      status: command.terminationStatus, output: timeless(try text(answers)),
      errors: try text(notes))
  }

  /// The same in a few words.
  package func modeltree(_ words: String...) throws -> Answer { try modeltree(words) }

  /// Ends its input, and waits for its own end.
  package func finish() throws -> Int32 {
    try input.fileHandleForWriting.close()
    return end()
  }

  /// Waits for its end.
  package func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// What it has said beside that so far.
  package func said() throws -> String { try text(errors) }

  /// What a command answers in the sample's own prompt, and what it answers from outside; each in a
  /// sample of its own, whose tree it may change.
  package static func answers(
    to words: [String], of name: String, _ arguments: [String] = []
  ) throws -> (inside: Answer, outside: Answer) {
    // As a shell does, a prompt takes what is between single quotes as it is.
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let inside = try SampleProcess(name, arguments + ["--inspect", "-c", line])
    let outside = try ListeningSample(name, arguments).modeltree(words)
    // Inside, what the app shows stands beside its answers.
    return (
      Answer(status: inside.status, output: timeless(inside.output), errors: outside.errors),
      outside
    )
  }
}
