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
  package init?(_ words: [String], environment: [String], output: String) {
    let started = ProcessStart.start(
      "/usr/bin/env", ["/usr/bin/env"] + environment + words, output: .file(output),
      hasOwnGroup: true)
    guard let started else { return nil }
    (process, input) = started
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
    status.withLock { $0 = ProcessStart.waitForEnd(of: process) ?? 0 }
  }
}

/// A shell command with piped input that writes to a terminal.
package struct PipedCommand: ~Copyable {
  private let process: pid_t
  private let input: Int32

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - line: The command in the shell's syntax.
  ///   - output: The descriptor for its output and its errors.
  /// - Returns: Nil if the process can't be started.
  package init?(_ line: String, output: Int32) {
    let words = ["/bin/sh", "-c", line]
    guard let started = ProcessStart.start("/bin/sh", words, output: .descriptor(output)) else {
      return nil
    }
    (process, input) = started
    Descriptor.neverSignal(input)
  }

  /// Writes to the command while it reads, and waits for its end.
  ///
  /// - Returns: Its exit status; 128 or more if a signal ended it.
  package consuming func finish(writing bytes: [UInt8]) -> Int32 {
    // A pipe without a reader would end the process; here its signal stays pending on this thread.
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, nil)
    Descriptor.writeAll(bytes, to: input)
    close(input)
    guard let status = ProcessStart.waitForEnd(of: process) else { return 0 }
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }
}

/// Starts programs with a pipe as their input.
enum ProcessStart {
  /// Where a program writes.
  enum Output {
    /// A descriptor.
    case descriptor(Int32)
    /// A file, which is made anew.
    case file(String)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - words: Its name and its arguments.
  ///   - output: Where its output and its errors go.
  ///   - hasOwnGroup: Whether Ctrl-C in the terminal doesn't reach it.
  /// - Returns: The process, and the descriptor that writes to it; nil if it can't be started.
  static func start(
    _ path: String, _ words: [String], output: Output, hasOwnGroup: Bool = false
  ) -> (process: pid_t, input: Int32)? {
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
    switch output {
    case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
    case .file(let name):
      posix_spawn_file_actions_addopen(&actions, 1, name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // The process's own handlers and blocked signals don't apply to the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = hasOwnGroup ? Int32(POSIX_SPAWN_SETPGROUP) : 0
    posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | group))
    var process = pid_t()
    let strings = words.map { strdup($0) }
    defer { for string in strings { free(string) } }
    let result = posix_spawn(
      &process, path, &actions, &attributes, strings + [nil], ceditline_environment())
    close(pipe.reader)
    if result == 0 { return (process, pipe.writer) }
    close(pipe.writer)
    return nil
  }

  /// Waits for a program's end, and returns its status; nil if the app itself waits for all
  /// processes.
  static func waitForEnd(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status
  }
}
