import Foundation
import TestSupport
import Testing

/// A prompt that looks at an app in another process.
@Suite struct `A prompt on a running app` {
  private let folder: LinkTestFolder

  init() throws { folder = try LinkTestFolder() }

  private func lines(_ commands: String..., at word: String = "@Shop") throws -> Outcome {
    try folder.modeltree(["repl", word] + commands.flatMap { ["-c", $0] })
  }

  @Test func `sees what changes, be it a state alone`() throws {
    let app = try folder.start("Shop", "3")
    let answer = try lines(
      "snapshot start", "do add", "diff start", "show '#2'", "do count", "show '#2'")
    #expect(answer.errors == "")
    let text = answer.text
    #expect(text.contains("'start' → the present tree: 1 model added"))
    #expect(text.components(separatedBy: "count = 1").count == 2)
    withExtendedLifetime(app) {}
  }

  @Test func `keeps the last tree of an app that ends, and finds its successor`() throws {
    let app = try folder.start("Shop", "4")
    let script = """
      print
      do crash
      print --depth 0
      raise error AppErrors.1 --from #2
      leaks
      """
    try folder.write(script, to: "script")
    let answer = try folder.modeltree(["repl", "@Shop", "-c", "print", "-c", "source script"])
    #expect(answer.status == 2)
    #expect(answer.errors.contains("script:2: the app has ended, or closed the connection"))
    _ = app.waitForExit()

    // At a terminal, the prompt continues.
    let first = try folder.start("Shop", "4", "journal")
    let terminal = try folder.terminal("repl", "@Shop")
    try terminal.expect("Shop: running app, 4 models")
    try terminal.expect("Shop> ")
    try terminal.send("print --depth 0\r")
    try terminal.expect("RootSession  +3 more")
    try terminal.send("do crash\r")
    try terminal.expect("the app has ended, or closed the connection")
    _ = first.waitForExit()
    try terminal.send("print --depth 0\r")
    try terminal.expect("Shop (\(first.pid)) has ended; this is its tree as it was last seen")
    try terminal.expect("RootSession  +3 more")
    try terminal.send("journal --what attached --json\r")
    try terminal.expect("\"what\": \"attached\"")
    try terminal.send("leaks\r")
    try terminal.expect("the app has ended; 'attach' looks at its successor")
    try terminal.send("attach\r")
    try terminal.expect("no app 'Shop' listens")
    let second = try folder.start("Shop", "6")
    try terminal.send("attach\r")
    try terminal.expect("Shop: running app, 6 models")
    try terminal.send("print --depth 0\r")
    try terminal.expect("RootSession  +5 more")
    try terminal.send("quit\r")
    #expect(try terminal.waitForExit() == .status(0))
    withExtendedLifetime(second) {}
  }

  @Test func `says that the app is busy, and goes on when it answers`() throws {
    let app = try folder.start("Shop", "4")
    let terminal = try folder.terminal("repl", "@Shop")
    try terminal.expect("Shop> ")
    app.send(SIGSTOP)
    try terminal.send("print --depth 0\r")
    try terminal.expect("Shop does not answer: it is stopped, or its tree is busy; waiting for it")
    app.send(SIGCONT)
    try terminal.expect("RootSession  +3 more")
    try terminal.expect("Shop> ")
    // Ctrl-C ends the wait, and the next command has a connection of its own.
    app.send(SIGSTOP)
    try terminal.send("print --depth 1\r")
    try terminal.expect("waiting for it")
    try terminal.send("\u{3}")
    try terminal.expect("^C")
    try terminal.expect("Shop> ")
    app.send(SIGCONT)
    try terminal.send("find '#2'\r")
    try terminal.expect("/RootSession/Item[1]")
    try terminal.send("quit\r")
    #expect(try terminal.waitForExit() == .status(0))
  }
}
