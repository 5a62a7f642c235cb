import SampleTesting
import Testing

/// `--listen`: the app is looked at by another process.
@Suite struct `The app from outside` {
  @Test(
    arguments: [
      ["print", "--all"], ["print", "--all", "--json"], ["routes"], ["lint"], ["leaks"],
      ["show", "CarListController"], ["do"], ["do", "open", "3"], ["do", "open", "99"], ["journal"],
      ["trace", "error", "StorageError.unavailable", "--from", "CarListController"],
      ["raise", "error", "StorageError.unavailable", "--from", "CarListController"],
      ["raise", "event", "CarEvent.reload", "--from", "CarRouter"], ["print", "--at", "1"],
    ])
  func `answers as in its own prompt`(words: [String]) throws {
    let (inside, outside) = try ListeningSample.answers(to: words, of: "Cars")
    #expect(outside == inside)
  }

  @Test func `says that it keeps no journal, and how one is kept`() throws {
    let answer = try ListeningSample("Cars").modeltree("journal")
    #expect(answer.status == 2 && answer.output == "")
    #expect(answer.errors.contains("keeps no journal"))
  }

  @Test func `leaves the prompt to the other process`() throws {
    let run = try SampleProcess("Cars", ["--listen", "--inspect"])
    #expect(run.status == 2)
    #expect(run.errors == "Cars: --listen leaves the prompt to modeltree repl\n")
  }
}
