import Foundation
import TestSupport
import Testing

/// A folder for sockets, and the programs run with it as `MODELTREE_DIR`.
final class LinkTestFolder: TemporaryFolder {
  /// Under `/tmp`, as paths of sockets are short.
  init() throws {
    try super.init(in: "/tmp")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: path)
  }

  /// A program's environment.
  var environment: [String: String] {
    [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": path, "LC_ALL": "C.UTF-8", "TERM": "xterm",
      "EDITRC": "/dev/null", "MODELTREE_PROGRESS": "off", "MODELTREE_DIR": path,
    ]
  }

  /// Runs the command.
  func modeltree(_ arguments: String...) throws -> Outcome { try modeltree(arguments) }

  /// Runs the command.
  ///
  /// - Parameter input: the name of a file in the folder that is its standard input.
  func modeltree(_ arguments: [String], input: String? = nil) throws -> Outcome {
    try run([BuiltProduct.path(of: "modeltree")] + arguments, input: input)
  }

  /// Runs a program.
  func run(_ command: [String], input: String? = nil) throws -> Outcome {
    try ChildProcess.run(
      command, input: input.map { path(of: $0) } ?? "/dev/null", environment: environment,
      directory: path)
  }

  /// Runs the command on a terminal without color.
  func terminal(_ arguments: String...) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: 100)
    try terminal.start(
      BuiltProduct.path(of: "modeltree"), arguments: arguments,
      environment: environment.merging(["NO_COLOR": "1"]) { $1 }, directory: path)
    return terminal
  }

  /// The interpreter of an environment with the official client; `tools/test` makes it.
  static let python = ProcessInfo.processInfo.environment["MODELTREE_TEST_PYTHON"] ?? ""

  /// The official client's answers to some calls of one server: for each whether it is an error, its
  /// structured content, and its texts.
  func ask(
    _ calls: [[Any]], of words: [String] = []
  ) throws -> [(isError: Bool, answer: [String: Any], texts: String)] {
    try write(JSONSerialization.data(withJSONObject: calls), to: "questions.json")
    let client = URL(filePath: #filePath)
      .appending(path: "../../../TreeConsoleTests/Agents/client.py").standardized
    let outcome = try run(
      [Self.python, client.path(), "auto", path(of: "questions.json")]
        + [BuiltProduct.path(of: "modeltree"), "mcp"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    #expect(try #require(found["definitions"] as? Int) < 10_000)
    return try #require(found["answers"] as? [[String: Any]]).map { answer in
      let structured = answer["structured"] as? [String: Any]
      return (
        answer["isError"] as? Bool ?? true, structured?["answer"] as? [String: Any] ?? [:],
        (answer["texts"] as? [String] ?? []).joined(separator: "\n")
      )
    }
  }

  /// Starts an app, and waits until it listens.
  ///
  /// - Parameter program: the name of its executable.
  func start(_ arguments: String..., of program: String = "ListeningApp") throws -> ListeningProcess
  {
    try ListeningProcess(program, arguments, environment: environment)
  }
}

/// An app in a process of its own.
final class ListeningProcess {
  struct NotReady: Error { let output: String }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var shown = ""

  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    process.executableURL = URL(filePath: try BuiltProduct.path(of: program))
    process.arguments = arguments
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try wait(for: "ready\n")
  }

  deinit {
    // Whatever the test did to it.
    if process.isRunning { kill(pid, SIGKILL) }
    process.waitUntilExit()
  }

  var pid: pid_t { process.processIdentifier }

  /// Reads until it has printed a text.
  func wait(for text: String) throws {
    let deadline = ContinuousClock.now + .seconds(600)
    let descriptor = output.fileHandleForReading.fileDescriptor
    while !shown.contains(text) {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard ContinuousClock.now < deadline, poll(&waiting, 1, 20_000) > 0 else {
        throw NotReady(output: shown)
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { throw NotReady(output: shown) }
      shown += String(decoding: data, as: UTF8.self)
    }
  }

  /// Sends a signal; one that stops the app has stopped all of it on return.
  func send(_ signal: Int32) {
    kill(pid, signal)
    guard signal == SIGSTOP else { return }
    while waitpid(pid, nil, WUNTRACED) == -1, errno == EINTR {}
  }

  /// Ends its input, and waits for its own end.
  func finish() -> Int32 {
    try? input.fileHandleForWriting.close()
    return waitForExit()
  }

  /// The status; the number of a signal below zero. What doesn't end within ten minutes is killed.
  func waitForExit() -> Int32 {
    let pid = pid
    let patience = DispatchWorkItem { kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: patience)
    process.waitUntilExit()
    patience.cancel()
    return process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
  }
}
