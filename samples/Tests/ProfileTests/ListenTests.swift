import SampleTesting
import Testing

/// `--listen`: the app is looked at by another process.
@Suite struct `The app from outside` {
  @Test(
    arguments: [
      ["print", "--all"], ["print", "--json"], ["find", "**", "--json"], ["leaks"],
      ["trace", "error", "LoadError.offline", "--from", "ProfileScreen/RefreshControl"],
      ["raise", "error", "LoadError.missing", "--from", "HomeScreen/RefreshControl"],
      ["do", "close", "profile"],
    ])
  func `answers as in its own prompt`(words: [String]) throws {
    let (inside, outside) = try ListeningSample.answers(to: words, of: "Profile")
    #expect(outside == inside)
  }

  @Test func `begins with the scenario that is named, and ends with its input`() throws {
    let app = try ListeningSample("Profile", ["--script", "home"])
    #expect(try app.modeltree("show", "ProfileScreen").status == 2)
    #expect(try app.modeltree("do", "profile").status == 0)
    #expect(try app.modeltree("show", "ProfileScreen").status == 0)
    try app.type("close profile")
    #expect(try app.modeltree("show", "ProfileScreen") { $0.status == 2 }.status == 2)
    #expect(try app.finish() == 0)
    #expect(try app.sockets() == [])
  }
}
