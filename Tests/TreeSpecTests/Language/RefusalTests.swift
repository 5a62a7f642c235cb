import TestSupport
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite struct `A spec that can't be read` {
  /// A line below `tree-spec 1`, or a text that begins with it, and its one fault.
  static let refusals: [(String, String)] = [
    (
      "",
      "1:1: the spec asks for nothing; it begins with 'tree-spec 1' and a line for the "
        + "root, which 'modeltree print DUMP --as-spec' writes"
    ),
    ("A {x}", "2:3: '{x}' isn't a count; write {2}, {1..3} or {1..}, the smaller number first"),
    (
      "A\n  B {3..1}",
      "3:5: '{3..1}' isn't a count; write {2}, {1..3} or {1..}, the smaller number first"
    ),
    ("A\n  B {2", "3:5: '{2' isn't a count; write {2}, {1..3} or {1..}, the smaller number first"),
    ("A {2}", "2:1: a tree has one root; it takes no count"),
    ("A\n  B {1} ?", "3:9: the second of its kind; keep one"),
    ("A as flow", "2:6: a capture's name begins with '$': write '$name'"),
    ("A as $a\n  B as $a", "3:8: '$a' is captured in line 2 already"),
    ("A [handels error X.1]", "2:4: unknown attribute 'handels'; did you mean 'handles'?"),
    ("A [handles error X.1", "2:3: this isn't closed; add ']'"),
    (
      "A [handles]",
      "2:11: '[handles error Domain.code, …]', or '[!handles]' for none, is expected here"
    ),
    (
      "A [handles X.1]",
      "2:12: '[handles error Domain.code, …]', or '[!handles]' for none, is expected here, not 'X.1'"
    ),
    (
      "A [handles error X*]",
      "2:18: a message is named in full here; 'Domain.*' is a subscription to a whole domain"
    ),
    (
      "A [raises error X.*]",
      "2:17: a message is named in full here; 'Domain.*' is a subscription to a whole domain"
    ),
    (
      "A [handles=X.1]",
      "2:4: '[handles error Domain.code, …]', or '[!handles]' for none, is expected here"
    ),
    ("A [label]", "2:4: '[label=…]', or '[!label]' for none, is expected here"),
    (
      "A [!handles only error X.1]",
      "2:13: '[handles error Domain.code, …]', or '[!handles]' for none, is expected "
        + "here, not 'only'"
    ),
    ("A [session] [session]", "2:13: the second of its kind; keep one"),
    ("A [state a=]", "2:12: a value is missing; an empty one is written \"\""),
    (
      "A handles error X.1",
      "2:3: a count ('{2}', '?'), 'as $name' or attributes '[…]' are expected after a "
        + "model's name, not 'handles'; a name with spaces needs quotes"
    ),
    ("A\n  error X.1 from B => C", "3:3: 'error' begins a line of its own, at the left margin"),
    ("...", "2:1: '...' stands alone in a line, once below a model that may have other children"),
    (
      "A\n  ...\n  ...",
      "4:3: '...' stands alone in a line, once below a model that may have other children"
    ),
    ("A\n    B\n  C", "4:1: indented by 2, but its siblings by 4 (line 3)"),
    ("A\n #x", "3:2: indent with spaces, and write a space after '#'"),
    ("A\n\tB", "3:1: indent with spaces, and write a space after '#'"),
    (
      "/Exam(A|B)/",
      "2:1: '/Exam(A|B)/' isn't a model's name; '*' and '?' stand for any characters, "
        + "'...' for any models, and other names with signs need quotes"
    ),
    (
      "├─ A",
      "2:1: '├─' isn't a model's name; '*' and '?' stand for any characters, '...' for any "
        + "models, and other names with signs need quotes"
    ),
    ("\"A", "2:1: this isn't closed; add '\"'"),
    ("A\\", "2:2: '\\' escapes a character, or begins its number, as in \\u{1b}"),
    ("not", "2:4: a selector such as MainFlow is expected here"),
    ("not #4", "2:5: ids differ from run to run; name the model, or capture it"),
    ("not [", "2:5: this isn't closed; add ']'"),
    ("limit deep <= 3", "2:7: unknown measure 'deep'; there are depth, nodes, children, sessions"),
    ("limit depth", "2:12: a comparison such as <= is expected here"),
    ("limit depth <= x", "2:16: a number such as 8 is expected here, not 'x'"),
    (
      "error from A => B",
      "2:7: the error's name, such as Domain.code, is expected here, not 'from'"
    ),
    ("error X.1 => B", "2:11: 'from' is expected here; 'from **' is every model"),
    ("error X.1 form A => B", "2:11: 'from' is expected here, not 'form'; did you mean 'from'?"),
    ("error X.1 from A", "2:17: '=>' is expected here"),
    (
      "error X.1 from A => unhandled",
      "2:21: 'handled' or 'uncaught' alone, or models, are expected here, not 'unhandled'"
    ),
    (
      "error X.1 from A => B only",
      "2:23: 'only' doesn't fit here: 'only' follows the receivers of an event, 'via' "
        + "the model that handles an error or a bubble, each once"
    ),
    ("error .x from A => B", "2:7: '.x' isn't a message; write Domain.code, or its label"),
    (
      "error X.1 from $f => A",
      "2:16: no line above captures '$f'; write 'as $f' after a model's name"
    ),
    (
      "event X.1 => A via B",
      "2:16: 'via' doesn't fit here: 'only' follows the receivers of an event, 'via' "
        + "the model that handles an error or a bubble, each once"
    ),
    (
      "service from A => B",
      "2:9: a service's name, such as APIClient, is expected here, not 'from'"
    ),
    (
      "never foo",
      "2:7: unknown violation 'foo'; there are uncaught, unhandled, unheard, leaked, slower"
    ),
    ("never slower soon", "2:14: a time such as 2 s, 300 ms or 1 m is expected here"),
    (
      "<<<<<<< HEAD\nA {x}\n=======\nA [x]\n>>>>>>> other",
      "2:1: this is a merge conflict, up to the line that begins with '>>>>>>>'; resolve it"
    ),
    ("tree-spec 2", "2:1: 'tree-spec' belongs in the first line only"),
  ]

  @Test(arguments: refusals)
  func `has one line for its fault, with the place and what to do`(
    text: String, expected: String
  ) throws {
    let error = try #require(throws: SpecError.self) { try Spec("tree-spec 1\n\(text)\n") }
    #expect(error.faults.map { "\($0.line):\($0.column): \($0.message)" } == [expected])
  }

  @Test func `tells all faults at once, with carets below their places`() throws {
    let error = try #require(throws: SpecError.self) {
      try Spec("tree-spec 1\nÄpp [label=\u{202e}] [sesion]\nlimit x", name: "a.treespec")
    }
    #expect(
      error.description == """
        a.treespec:2:16: unknown attribute 'sesion'; did you mean 'session'?
          Äpp [label=\\u{202e}] [sesion]
                                ^^^^^^
        a.treespec:3:7: unknown measure 'x'; there are depth, nodes, children, sessions
          limit x
                ^
        """)
  }

  @Test func `counts all but the first ten faults`() throws {
    let text = "tree-spec 1\nA\n" + String(repeating: "  B [x]\n", count: 25)
    let error = try #require(throws: SpecError.self) { try Spec(text) }
    #expect(error.faults.count == 25)
    #expect(error.description.hasSuffix("\nspec: and 15 more"))
  }

  @Test func `that isn't a spec is refused once`() throws {
    let text = "{\"format\": \"model-tree\"}\n"
    let error = try #require(throws: SpecError.self) { try Spec(text) }
    #expect(error.faults.count == 1)
    let bytes = Array("tree-spec 1\nA\n".utf8) + [0xC3, 0x28]
    let other = try #require(throws: SpecError.self) { try Spec(utf8: bytes, name: "spec") }
    #expect(other.faults.map(\.message) == ["this line isn't valid UTF-8; write it again"])
  }

  @Test func `may have counts and attributes right after a name`() throws {
    let spec = try Spec("tree-spec 1\nA[session]\n  B{1..3}[leaf] [label=\"a]b\"] as $b\n")
    #expect(spec.lines.map(\.count.text) == ["", "{1..3}"])
    #expect(spec.lines[1].attributes.map(\.kind) == [.leaf, .label])
  }

  @Test func `may end its lines as on Windows, and begin with a mark of the byte order`() throws {
    let spec = try Spec("\u{feff}tree-spec 1 \"t\"\r\nA\r\n  B\r\n")
    #expect(spec.title == "t" && spec.lines.count == 2)
  }

  /// What lines name and the tree doesn't know.
  static let unknown: [(String, String)] = [
    (
      "error NetworkErrors.999 from ** => handled",
      "this tree knows no error 'NetworkErrors.999'; did you mean 'NetworkErrors.100'?"
    ),
    ("error NetworkErrors.101 from Nope => handled", "no model of this tree matches 'Nope'"),
    (
      "error NetworkErrors.101 from ** => MainFlo",
      "no model of this tree matches 'MainFlo'; did you mean 'MainFlow'?"
    ),
    (
      "error Foo.* from ** => handled",
      "no error that this tree knows fits 'Foo.*'; it knows NetworkErrors.100, NetworkErrors.101"
    ),
    (
      "service Nope from ** => provided",
      "no session of this tree provides 'Nope'; it provides APIClient"
    ),
    (
      "AppAuthorizedSession [!handles error NetworkErrors.9]\n  ...",
      "this tree knows no error 'NetworkErrors.9'; did you mean 'NetworkErrors.100'?"
    ),
    ("some LoginFlow", "no model of this tree matches 'LoginFlow'; did you mean 'MainFlow'?"),
  ]

  @Test(arguments: unknown)
  func `or that names what the tree doesn't know fails with a hint`(
    line: String, problem: String
  ) throws {
    let findings = try Spec("tree-spec 1\n\(line)\n").check(ExamTree.snapshot())
    #expect(findings.filter { $0.outcome == .failed }.map(\.problem.string) == [problem])
  }
}
