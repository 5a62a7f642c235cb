import ModelTreeInspector
import TestSupport
import Testing
import TextIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The prompt of an app at its own terminal.
@Suite struct `A prompt at the terminal of its app` {
  @Test func `Ctrl-C stops a command, even one that the app never ends, and not the app`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      // In this process's own time: the test's includes that of all others, whose turns come first.
      alarm(600)
      setsid()
      setenv("TERM", "xterm", 1)
      setenv("EDITRC", "/dev/null", 1)
      setenv("MODELTREE_PROGRESS", "off", 1)
      unsetenv("HOME")
      unsetenv("XDG_STATE_HOME")
      unsetenv("XDG_CONFIG_HOME")
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      // The first terminal that the leader of a session opens controls it.
      close(open(terminal.slavePath, O_RDWR))
      for descriptor in [Int32(0), 1, 2] { dup2(terminal.slave, descriptor) }
      let inspector = await AppActor().inspectorWithActions()
      async let status = inspector.repl()
      let keys = Keys(terminal)
      do {
        try await keys.type([
          ("snapshot start\r", "remembered 3 models as 'start'"),
          ("wait 3600\r", "wait 3600\r\n"),
          ("\u{3}", "^C\r\n"), ("snapshot\r", "start  3 models"),
          ("do sleep\r", "do sleep\r\n"), ("\u{3}", "the app continues what it was asked for"),
          ("snapshot\r", "start  3 models"),
          ("quit\r", "quit\r\n"),
        ])
      } catch {
        // The prompt is still there, and would be waited for.
        _exit(43)
      }
      try #require(await status == 0)
      _exit(42)
    }
  }

  /// Types on a thread that may wait.
  ///
  /// `@unchecked Sendable`: only one call at a time uses the terminal.
  private nonisolated final class Keys: @unchecked Sendable {
    private let terminal: PseudoTerminal

    init(_ terminal: PseudoTerminal) { self.terminal = terminal }

    /// Types each text at a prompt, and waits for the result.
    func type(_ steps: [(keys: String, shown: String)]) async throws {
      try await withCheckedThrowingContinuation { continuation in
        let thread = BackgroundThread {
          continuation.resume(
            with: Result {
              for step in steps {
                if step.keys != "\u{3}" { try self.terminal.expect("App> ") }
                try self.terminal.send(step.keys)
                try self.terminal.expect(step.shown)
              }
            })
        }
        thread?.detach()
      }
    }
  }
}
