import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ctrl-C and Ctrl-Z while a command of the prompt runs.
@Suite struct `Stopping a command` {
  private static let interrupt = "\u{3}"

  /// Types a line and, once the screen shows a text, Ctrl-C; then waits for the prompt.
  private func stop(
    _ line: String, in repl: ReplSession, prompt: String = ReplSession.prompt,
    once isRunning: (TerminalScreen) -> Bool = { $0.beforeCursor == "" }
  ) throws {
    try repl.type(line)
    try repl.wait(for: line) { $0.beforeCursor.hasSuffix("> " + line) }
    try repl.type("\r")
    try repl.wait(for: "running", isRunning)
    try repl.type(Self.interrupt)
    try repl.wait(for: "stopped") { $0.lines.contains("^C") && $0.beforeCursor == prompt }
  }

  @Test func `Ctrl-C stops a wait, and the prompt keeps what it remembers`() throws {
    let repl = try ReplSession()
    try repl.run("snapshot start")
    let prompt = "ExamMaster what-if> "
    try repl.run("what-if remove SideMenuModel", prompt: prompt)
    try stop("wait 3600", in: repl, prompt: prompt)
    #expect(try repl.run("snapshot", prompt: prompt) == ["start  8 models"])
    #expect(try repl.run("find ** --count", prompt: prompt) == ["7"])
    #expect(try repl.run("what-if reset") == ["undone: 1 change"])
    try repl.type("quit\r")
    #expect(try repl.waitForExit() == .status(0))
  }

  @Test(arguments: ["watch --every 0.05 here", "source loop.txt"])
  func `Ctrl-C stops what goes on by itself`(line: String) throws {
    let repl = try ReplSession()
    try repl.folder.write("here\nwatch here\nprnt\n", to: "loop.txt")
    try stop(line, in: repl) { $0.lines.last == "/AppAuthorizedSession" }
    #expect(try repl.run("here") == ["/AppAuthorizedSession"])
  }

  @Test func `Ctrl-C stops an answer that is still being shown`() throws {
    let count = 50_000
    let repl = try ReplSession(
      in: TestFolder(dump: ExamMaster.star(count)), prompt: "tree> ")
    try repl.type("print\r")
    try repl.wait(for: "the tree") { $0.lines.contains { $0.hasSuffix("├─Leaf") } }
    try repl.type(Self.interrupt)
    try repl.wait(for: "stopped") { $0.beforeCursor == "tree> " }
    #expect(!repl.screen.lines.contains { $0.hasSuffix("└─Leaf") })
    #expect(try repl.run("find ** --count", prompt: "tree> ") == ["\(count + 1)"])
  }

  @Test func `a file is whole or not there, whenever Ctrl-C comes`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(3_000))
    let repl = try ReplSession(in: folder, prompt: "tree> ")
    try repl.run("print --json -o whole.json", prompt: "tree> ")
    let whole = try folder.read("whole.json")
    let line = "print --json -o again.json"
    for turn in 1...3 {
      try repl.type(line)
      try repl.waitForCursor(behind: "tree> " + line)
      try repl.type("\r")
      // It may have ended already.
      try repl.wait(for: "running") { $0.beforeCursor != "tree> " + line }
      try repl.type(Self.interrupt)
      try repl.wait(for: "stopped") { screen in
        screen.lines.count { $0.hasSuffix("^C") } >= turn && screen.beforeCursor == "tree> "
      }
      if folder.names.contains("again.json") { #expect(try folder.read("again.json") == whole) }
    }
  }

  @Test func `in the shell Ctrl-C ends a command as it ends any other`() throws {
    let folder = try TestFolder()
    let terminal = try PseudoTerminal()
    try terminal.start(
      TestFolder.executable(), arguments: ["repl", "tree.json", "-c", "here", "-c", "wait 3600"],
      environment: folder.environment(), directory: folder.path)
    try terminal.expect("/AppAuthorizedSession")
    try terminal.send(Self.interrupt)
    // A shell calls this 130.
    #expect(try terminal.waitForExit() == .signal(SIGINT))
  }

  @Test(arguments: ["", "wait 3600\r"])
  func `Ctrl-Z suspends, and fg comes back with the terminal in order`(line: String) throws {
    let folder = try TestFolder()
    let terminal = try PseudoTerminal(columns: 60, rows: 20)
    try terminal.start(
      "/bin/sh", arguments: ["-i"],
      environment: folder.environment([
        "PS1": "shell: ", "MODELTREE": TestFolder.executable(), "ENV": "",
      ]), directory: folder.path)
    try terminal.expect("shell: ")
    let shell = tcgetpgrp(terminal.master)
    try terminal.send("\"$MODELTREE\" repl tree.json\n")
    try terminal.expect("ExamMaster> ")
    try terminal.send(line)
    if !line.isEmpty { try terminal.expect("wait 3600\r\n") }
    try terminal.send("\u{1a}")
    try terminal.expect("shell: ")
    try terminal.send("stty -a | grep -c -e ' icanon'\n")
    try terminal.expect("1\r\n")
    try terminal.expect("shell: ")
    try terminal.send("fg\n")
    if line.isEmpty {
      try terminal.expect("ExamMaster> ")
    } else {
      try terminal.expect("repl tree.json\r\n")
      // The shell reports that, and then gives up the terminal.
      while tcgetpgrp(terminal.master) == shell { terminal.read(within: .milliseconds(10)) }
      try terminal.send(Self.interrupt)
      try terminal.expect("ExamMaster> ")
    }
    try terminal.send("here\r")
    try terminal.expect("/AppAuthorizedSession\r\n")
    try terminal.expect("ExamMaster> ")
    try terminal.send("\u{4}")
    try terminal.expect("shell: ")
    try terminal.send("exit\n")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func `a command that takes long says so in a line that goes away`() throws {
    let repl = try ReplSession(environment: ["MODELTREE_PROGRESS": "on"])
    try stop("wait 3600", in: repl) { $0.beforeCursor.hasSuffix(" s; Ctrl-C stops it") }
    #expect(!repl.screen.lines.contains { $0.contains("Ctrl-C stops it") })
  }
}
