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
    status.withLock { status in
      var result: Int32 = 0
      while waitpid(process, &result, 0) < 0, errno == EINTR {}
      status = result
    }
  }
}
