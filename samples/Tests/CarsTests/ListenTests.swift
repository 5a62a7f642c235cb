import SampleTesting
import Testing

/// `--listen`: the app is looked at by another process.
@Suite struct `The app from outside` {
  @Test(
    arguments: [
      ["print", "--all"], ["print", "--all", "--json"], ["routes"], ["lint"], ["leaks"],
      ["show", "CarListController"], ["do"], ["do", "open", "3", "--wait", "1"],
      ["do", "open", "99"],
      ["trace", "error", "StorageError.unavailable", "--from", "CarListController"],
      ["raise", "error", "StorageError.unavailable", "--from", "CarListController"],
      ["raise", "event", "CarEvent.reload", "--from", "CarRouter"], ["print", "--at", "1"],
    ])
  func `answers as in its own prompt`(words: [String]) throws {
    let (inside, outside) = try ListeningSample.answers(to: words, of: "Cars")
    #expect(outside == inside)
  }

  @Test func `says what it was told, and has no tree of before it listened`() throws {
    let app = try ListeningSample("Cars", ["--script", "unsaved"])
    let answer = try app.modeltree("journal", "--what", "handled", "--message", "onNotice")
    #expect(answer.status == 0)
    #expect(answer.output.contains(": CarsApp #"))
    #expect(try app.modeltree("print", "--at", "1").status == 2)
  }

  @Test func `does what is typed and what is asked from outside, in turns`() throws {
    let app = try ListeningSample("Cars", ["--script", "list"])
    #expect(try app.modeltree("do", "open", "3").status == 0)
    #expect(try app.modeltree("show", "DriverDetailController").status == 0)
    try app.type("back")
    let list = try app.modeltree("print") { !$0.output.contains("DriverDetailController") }
    #expect(list.status == 0 && list.output.contains("DriverListController"))
    try app.type("open 2")
    let driver = try app.modeltree("find", "DriverDetailController") { $0.status == 0 }
    #expect(
      driver.output.hasSuffix("/CarsApp/AppRouter/DriverRouter/Screen/DriverDetailController\n"))
    #expect(try app.finish() == 0)
    #expect(try app.shown().contains("┌ Driver 2 "))
  }

  @Test func `ends with a line that cannot be done, as it cannot be corrected`() throws {
    let app = try ListeningSample("Cars")
    try app.type("fly")
    #expect(app.end() == 2)
    #expect(try app.said().contains("\nCars: there is no 'fly' to do; there are list, "))
    #expect(try app.sockets() == [])
  }

  @Test func `leaves the prompt to the other process`() throws {
    let run = try SampleProcess("Cars", ["--listen", "--inspect"])
    #expect(run.status == 2)
    #expect(run.errors == "Cars: --listen leaves the prompt to modeltree repl\n")
  }
}
