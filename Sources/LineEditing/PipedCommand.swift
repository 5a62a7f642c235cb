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
