import CEditLine
import TextIO

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
}
