import SampleTesting
import Testing

/// `--listen`: the app is looked at by another process.
@Suite struct `The app from outside` {
  @Test(
    arguments: [
      ["print", "--all"], ["print", "--json"], ["routes", "--json"], ["leaks"],
      ["trace", "error", "DataSourceError.offline", "--from", "MemoryDataSource"],
      ["raise", "error", "DataSourceError.offline", "--from", "MemoryDataSource"], ["do"],
    ])
  func `answers as in its own prompt`(words: [String]) throws {
    let (inside, outside) = try ListeningSample.answers(to: words, of: "Chat")
    #expect(outside == inside)
  }

  @Test func `shows what is typed and done meanwhile, and ends with its input`() throws {
    let app = try ListeningSample("Chat", ["--script", "conversation"])
    #expect(try app.modeltree("snapshot").status == 2)
    let before = try app.modeltree("print", "--state")
    #expect(try app.modeltree("do", "receive", "from outside").status == 0)
    let after = try app.modeltree("print", "--state")
    #expect(before.status == 0 && after.status == 0 && before != after)
    #expect(try app.shown().contains("from outside"))
    try app.type("send typed here")
    let typed = try app.modeltree("print", "--state") { $0 != after }
    #expect(typed.status == 0 && typed != after)
    #expect(try app.shown().contains("typed here"))
    #expect(try app.finish() == 0)
    #expect(try app.sockets() == [])
  }
}
