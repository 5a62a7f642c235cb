import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

@Suite struct `A selector is refused` {
  private static let tests =
    "there are [session], [leaf], [work], [2], [label=…], [handles=…], [service=…], [representation=…], [state=…] and [source=…]"

  static let syntax: [(String, String)] = [
    ("", "it is empty; write a name, a path or #ID"),
    ("//A", "a segment is empty at character 2; write '**' for any levels"),
    ("A//B", "a segment is empty at character 3; write '**' for any levels"),
    ("#", "'#' must be followed by a model's id, such as #12"),
    ("A/#12x/B", "'#' must be followed by a model's id, such as #12"),
    ("#9223372036854775808", "'#' must be followed by a model's id, such as #12"),
    ("A[leaf]B", "unexpected 'B' at character 8"),
    ("#1[leaf]*", "unexpected '*' at character 9"),
    ("A[", "'[' at character 2 is not closed"),
    ("A[label=x", "'[' at character 2 is not closed"),
    (#"A[label=x\]"#, "'[' at character 2 is not closed"),
    ("A[]", "unknown test '[]'; \(tests)"),
    ("A[0]", "unknown test '[0]'; \(tests)"),
    ("A[name=B]", "unknown test '[name]'; \(tests)"),
    ("A[=B]", "unknown test '[]'; \(tests)"),
    ("A[session=yes]", "unknown test '[session]'; \(tests)"),
    ("A[\u{1b}]", "unknown test '[\u{1b}]'; \(tests)"),
    ("A[label=]", "'[label=]' names nothing"),
    ("A[handles=]", "'[handles=]' names nothing"),
    ("A[handles=error ]", "'[handles=]' names nothing"),
    (#"A\"#, #"'\' at the end escapes nothing"#),
    (#"A[label=\"#, #"'\' at the end escapes nothing"#),
    (#"\u{}"#, #"'\u{}' isn't a character"#),
    (#"\u{110000}"#, #"'\u{110000}' isn't a character"#),
    (#"\u{1b"#, #"'\u{1b' is not closed"#),
  ]

  @Test(arguments: syntax)
  func `with what is wrong and where`(_ text: String, _ problem: String) {
    let error = #expect(throws: SelectorSyntaxError.self) { try Selector(text) }
    #expect(error?.selector == text)
    #expect(error?.problem == SafeText(problem))
    #expect(error?.words == "selector '\(text)': \(problem)")
  }

  @Test func `never for its length`() throws {
    let names = Array(repeating: "A", count: 99)
    let snapshot = try chain(100)
    #expect(
      try Selector((["**"] + names.dropLast()).joined(separator: "/")).matches(in: snapshot)
        == [97, 98, 99])
    #expect(
      try Selector((names + ["**"]).joined(separator: "/")).matches(in: snapshot) == [98, 99])
  }

  @Test(arguments: ["#+5", "Cell[+2]", #"\u{+43}ell"#])
  func `with a sign before a number`(_ text: String) {
    #expect(throws: SelectorSyntaxError.self) { try Selector(text) }
  }

  static let nothing: [(String, String)] = [
    ("Cels", "did you mean 'Cell'?"), ("cell", "did you mean 'Cell'?"),
    ("Side/MainFolw", "did you mean 'MainFlow'?"),
    ("/MainFlow/dashbord", "did you mean 'Dashboard'?"),
    ("Side/Cell", "'find' with '**' lists the models"),
    ("Xyzzy", "'find' with '**' lists the models"),
    ("*Xyzzy", "'find' with '**' lists the models"), ("#99", "'find' with '**' lists the models"),
    ("Cell[9]", "'find' with '**' lists the models"), ("X/**", "'find' with '**' lists the models"),
  ]

  @Test(arguments: nothing)
  func `where it matches nothing`(_ text: String, _ advice: String) throws {
    let snapshot = try Fixture.tree()
    let selector = try Selector(text)
    let error = #expect(throws: SelectionError.self) { try selector.node(in: snapshot) }
    #expect(error?.description == "no model matches '\(text)'; \(advice)")
  }

  static let ambiguous: [(String, String)] = [
    (
      "MainFlow",
      "'MainFlow' matches 2 models: /AppSession/MainFlow (#2), /AppSession/Side/MainFlow (#12); "
        + "name one of them"
    ),
    (
      "Cell",
      "'Cell' matches 4 models: /AppSession/MainFlow/Dashboard/Cell[1] (#4), "
        + "/AppSession/MainFlow/Dashboard/Cell[2] (#5), "
        + "/AppSession/MainFlow/Dashboard/Cell[3] (#7), "
        + "/AppSession/Side/MainFlow/Dashboard/Cell (#14); name one of them"
    ),
    (
      "/**",
      "'/**' matches 17 models: /AppSession (#1), /AppSession/MainFlow (#2), "
        + "/AppSession/MainFlow/Dashboard (#3), /AppSession/MainFlow/Dashboard/Cell[1] (#4), "
        + "/AppSession/MainFlow/Dashboard/Cell[2] (#5) and 12 more, which 'find' lists; name one of them"
    ),
    (
      #"Weird*/*"#,
      ##"'Weird*/*' matches 2 models: '/AppSession/Weird\/Na\*me\[1\]\#\\\?/\u{1b}\[31m\u{a}' (#16), "##
        + ##"'/AppSession/Weird\/Na\*me\[1\]\#\\\?/日本Model' (#17); name one of them"##
    ),
  ]

  @Test(arguments: ambiguous)
  func `where it matches several`(_ text: String, _ message: String) throws {
    let snapshot = try Fixture.tree()
    let selector = try Selector(text)
    let error = #expect(throws: SelectionError.self) { try selector.node(in: snapshot) }
    #expect(error?.description == message)
  }

  @Test func `only where it does not match one`() throws {
    #expect(try Selector("MainFlow[label=side]").node(in: Fixture.tree()) == 11)
  }

  private func chain(_ count: Int) throws -> Snapshot {
    var tree = SnapshotBuilder()
    for id in 1...count { tree.addNode(id: id, parent: id == 1 ? nil : id - 1, type: "A") }
    return try tree.finish()
  }
}
