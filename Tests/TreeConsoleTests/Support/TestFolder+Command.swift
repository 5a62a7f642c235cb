import TestSupport
import Testing

extension TestFolder {
  /// The built command.
  static func executable() throws -> String { try BuiltProduct.path(of: "modeltree") }

  /// The command's environment: a terminal that could show color, no settings.
  func environment(_ changes: [String: String] = [:]) -> [String: String] {
    [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": path, "LC_ALL": "C.UTF-8", "TERM": "xterm",
      "EDITRC": "/dev/null",
      // How long a command takes is the machine's affair.
      "MODELTREE_PROGRESS": "off",
    ].merging(changes) { $1 }
  }

  /// Runs the command in the folder, with its outputs in pipes.
  ///
  /// - Parameters:
  ///   - input: the content of standard input.
  ///   - output: a file to be standard output, in place of the pipe.
  func modeltree(
    _ arguments: String..., input: String? = nil, output: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try modeltree(arguments, input: input, output: output, environment: environment)
  }

  func modeltree(
    _ arguments: [String], input: String? = nil, output: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    #if os(Linux)
      if input == nil, output == nil, environment.isEmpty, CommandInProcess.canRun(arguments) {
        return try CommandInProcess.run(arguments, in: path)
      }
    #endif
    // In another folder, so that a test sees what the command leaves in this one.
    let inputFolder = try input.map { try TestFolder(dump: $0) }
    return try ChildProcess.run(
      [Self.executable()] + arguments,
      input: inputFolder?.path(of: "tree.json") ?? "/dev/null", output: output,
      environment: self.environment(environment), directory: path)
  }

  /// Runs a line of the shell in which `$MODELTREE` is the command.
  func shell(_ line: String) throws -> Outcome {
    try ChildProcess.run(
      ["/bin/sh", "-c", line],
      environment: environment(["MODELTREE": Self.executable()]), directory: path)
  }
}

extension Outcome {
  /// Asserts the status and both outputs, each for itself.
  func expect(
    status: Int32 = 0, output: String = "", errors: String = "",
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, sourceLocation: location)
    #expect(text == output, sourceLocation: location)
    #expect(self.errors == errors, sourceLocation: location)
  }

  /// Asserts a refusal: status 2, no answer, and this one line on standard error.
  func expectRefusal(_ message: String, at location: SourceLocation = #_sourceLocation) {
    expect(status: 2, errors: "modeltree: \(message)\n", at: location)
  }
}
