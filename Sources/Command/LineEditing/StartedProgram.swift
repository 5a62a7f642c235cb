import CEditLine
package import TextIO

/// A program that this process starts and ends: its input stays open until then.
package final class StartedProgram: Sendable {
  private let process: pid_t
  private let input: Int32
  /// The status once the program has ended.
  private let status = Lock<Int32?>(nil)

  /// Starts a program, in a group of its own: Ctrl-C doesn't reach it.
  ///
  /// - Parameters:
  ///   - words: The program, which is searched for as in a shell, and its arguments.
  ///   - environment: Variables to set, such as `NAME=value`.
  ///   - output: The file that receives its output and its errors.
  /// - Returns: Nil if the process can't be started.
  package convenience init?(_ words: [String], environment: [String], output: String) {
    let file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    self.init(environment + words, output: file)
  }

  /// Starts a program that writes to a descriptor.
  private init?(_ words: [String], output: Int32) {
    guard let pipe = Descriptor.makePipe() else { return nil }
    // The program's end of the pipe blocks, as programs expect.
    Descriptor.block(pipe.reader)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawn_file_actions_adddup2(&actions, pipe.reader, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // The process's own handlers and blocked signals don't apply to the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = [POSIX_SPAWN_SETSIGMASK, POSIX_SPAWN_SETSIGDEF, POSIX_SPAWN_SETPGROUP]
    posix_spawnattr_setflags(&attributes, flags.reduce(0) { $0 | Int16($1) })
    var process = pid_t()
    let strings = (["/usr/bin/env"] + words).map { strdup($0) }
    defer { for string in strings { free(string) } }
    let result = posix_spawn(
      &process, "/usr/bin/env", &actions, &attributes, strings + [nil], ceditline_environment())
    close(pipe.reader)
    guard result == 0 else {
      close(pipe.writer)
      return nil
    }
    (self.process, input) = (process, pipe.writer)
  }

  /// Runs a program without input to its end, and returns its output; nil if it fails.
  ///
  /// - Parameters:
  ///   - words: The program, which is searched for as in a shell, and its arguments.
  ///   - limit: The maximum size of its output in bytes; a program that writes more has failed.
  package static func output(of words: [String], limit: Int) -> [UInt8]? {
    guard let pipe = Descriptor.makePipe() else { return nil }
    Descriptor.block(pipe.reader)
    Descriptor.block(pipe.writer)
    let program = StartedProgram(words, output: pipe.writer)
    close(pipe.writer)
    if let program { close(program.input) }
    let bytes = Descriptor.bytes(of: pipe.reader, limit: limit)
    close(pipe.reader)
    return program?.waitForEnd() == 0 ? bytes : nil
  }

  /// How it ended, in words; nil as long as it runs.
  package var end: SafeText? {
    let status = status.withLock { status -> Int32? in
      if status == nil {
        var result: Int32 = 0
        if waitpid(process, &result, WNOHANG) == process { status = result }
      }
      return status
    }
    guard let status else { return nil }
    let signal = status & 0x7f
    if signal == 0 { return "exited with status \(Int(status >> 8 & 0xff))" }
    let name = strsignal(signal).map { String(cString: $0) } ?? ""
    return "was ended by signal \(Int(signal)) (\(name))"
  }

  /// Ends it with what it started, and waits for its end.
  package func stop() {
    close(input)
    if end != nil { return }
    kill(-process, SIGKILL)
    status.withLock { $0 = waitForEnd() ?? 0 }
  }

  /// Waits for the program's end, and returns its status; nil if the app itself waits for all
  /// processes.
  private func waitForEnd() -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status
  }
}
