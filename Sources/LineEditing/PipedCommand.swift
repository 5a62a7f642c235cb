import CEditLine
import TextIO

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
    guard let pipe = Descriptor.makePipe() else { return nil }
    // The command's end of the pipe blocks, as programs expect.
    Descriptor.block(pipe.reader)
    Descriptor.neverSignal(pipe.writer)
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
    for (descriptor, place) in [(pipe.reader, Int32(0)), (output, 1), (output, 2)] {
      posix_spawn_file_actions_adddup2(&actions, descriptor, place)
    }
    // The process's own handlers and blocked signals don't apply to the command.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))
    var process = pid_t()
    let words = (["/bin/sh", "-c", line] as [String]).map { strdup($0) }
    defer { for word in words { free(word) } }
    let result = posix_spawn(
      &process, "/bin/sh", &actions, &attributes, words + [nil], ceditline_environment())
    close(pipe.reader)
    guard result == 0 else {
      close(pipe.writer)
      return nil
    }
    self.process = process
    input = pipe.writer
  }

  /// Writes to the command while it reads, and waits for its end.
  ///
  /// - Returns: Its exit status; 128 or more if a signal ended it.
  package consuming func finish(writing bytes: [UInt8]) -> Int32 {
    Self.withoutBrokenPipes {
      var sink = FileSink(descriptor: input)
      sink.write(bytes)
      sink.flush()
    }
    close(input)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      // If the app itself waits for all processes, the status is unknown.
      if ceditline_errno().pointee != EINTR { return 0 }
    }
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }

  /// Writes without the signal of a pipe that has no reader.
  private static func withoutBrokenPipes(_ write: () -> Void) {
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &broken, &before)
    write()
    var pending = sigset_t()
    sigpending(&pending)
    if sigismember(&before, SIGPIPE) == 0, sigismember(&pending, SIGPIPE) == 1 {
      var number: Int32 = 0
      sigwait(&broken, &number)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
