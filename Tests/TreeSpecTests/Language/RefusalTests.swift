import TestSupport
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite struct `A spec that can't be read` {
  /// A line below `tree-spec 1`, or a text that begins with it, and the one fault that is told.
  static let refusals: [(String, String)] = [
    (
      "", "1:1: the spec asks for nothing; write a line for the root, or what must hold of the tree"
    ),
    ("A {x}", "2:3: '{x}' isn't a count; write {2}, {1..3} or {1..}, the smaller number first"),
    (
      "A\n  B {3..1}",
      "3:5: '{3..1}' isn't a count; write {2}, {1..3} or {1..}, the smaller number first"
    ),
    ("A\n  B {2", "3:5: the count isn't closed; add '}'"),
    ("A {2}", "2:1: a tree has one root; it takes no count"),
    ("A\n  B {1} ?", "3:9: a second count; keep one"),
    ("A as flow", "2:6: a capture's name is '$' and letters, digits, '-' or '_': write '$name'"),
    ("A as $a as $b", "2:9: a second capture; keep one"),
    ("A as $a\n  B as $a", "3:8: '$a' is captured in line 2 already"),
    ("A [handels error X.1]", "2:4: unknown attribute 'handels'; did you mean 'handles'?"),
    ("A [handles error X.1", "2:3: the bracket isn't closed; add ']'"),
    ("A [handles]", "2:11: nothing is listed; write '[!handles]' if there must be none"),
    ("A [handles X.1]", "2:12: the first message needs its kind before it: error, bubble or event"),
    (
      "A [handles error X*]",
      "2:12: a subscription is named in full; 'Domain.*' is one for a whole domain"
    ),
    ("A [raises error X.*]", "2:11: what a model raises is named with its code"),
    ("A [handles=X.1]", "2:11: 'handles' is a list, without '=': write '[handles …]'"),
    ("A [label]", "2:9: a value is missing: write '[label=…]', or '[!label]' for none"),
    ("A [!handles only error X.1]", "2:13: 'only' has no opposite; leave out '!' or 'only'"),
    ("A [session] [session]", "2:13: a second 'session'; keep one"),
    ("A [state a=]", "2:10: a value is missing; an empty one is written \"\""),
    ("A handles error X.1", "2:3: attributes are written in brackets: '[handles …]'"),
    ("A\n  error X.1 from B => C", "3:3: 'error' begins a line of its own, at the left margin"),
    ("...", "2:1: indent '...' below the model that may have other children"),
    ("A\n  ...\n  ...", "4:3: line 3 has '...' already"),
    ("A\n    B\n  C", "4:1: indented by 2, but its siblings by 4 (line 3)"),
    ("A\n #x", "3:2: a comment begins with '#' and a space"),
    ("A\n\tB", "3:1: this looks like a space and isn't one; indent with spaces"),
    ("/Exam(A|B)/", "2:1: a name is written without '/'; '*' and '?' stand for any characters"),
    (
      "├─ A",
      "2:1: branches aren't drawn; indent with spaces, or let 'print --as-spec' write the spec"
    ),
    ("\"A", "2:1: the quotation mark isn't closed; add '\"'"),
    ("A\\", "2:2: '\\' at the end escapes nothing"),
    ("not", "2:4: a selector is missing here, such as MainFlow"),
    ("not #4", "2:5: ids differ from run to run; name the model, or capture it"),
    ("not [", "2:5: '[': '[' at character 1 is not closed"),
    ("limit deep <= 3", "2:7: 'deep' can't be limited; there are depth, nodes, children, sessions"),
    ("limit depth", "2:12: a comparison is missing, such as 'depth <= 8'"),
    ("limit depth <= x", "2:16: a number is missing here, such as 8"),
    ("error from A => B", "2:7: the error's name is missing, such as Domain.code"),
    ("error X.1 => B", "2:11: 'from' is missing: write 'from ** =>' for every model"),
    ("error X.1 form A => B", "2:11: 'from' is expected here; did you mean 'from'?"),
    ("error X.1 from A", "2:17: '=>' is expected here, followed by the outcome"),
    ("error X.1 from A => unhandled", "2:21: an error is 'handled' or 'uncaught', not 'unhandled'"),
    ("error X.1 from A => B only", "2:23: 'only' is for events; one model handles an error"),
    ("error .x from A => B", "2:7: '.x' isn't a message; write Domain.code, or its label"),
    ("error X.1 from $f => A", "2:16: no line captures '$f'; write 'as $f' after a model's name"),
    ("event X.1 => A via B", "2:16: an event reaches each model directly, and passes no others"),
    ("service from A => B", "2:9: a service is named in full, such as APIClient"),
    ("never foo", "2:7: 'never' is followed by uncaught, unhandled, unheard, leaked, slower"),
    ("never slower soon", "2:14: a time is missing here, such as 2 s, 300 ms or 1 m"),
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
        a.treespec:3:7: 'x' can't be limited; there are depth, nodes, children, sessions
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

  @Test func `that isn't a spec is told so once`() throws {
    let text = "{\"format\": \"model-tree\"}\n"
    let error = try #require(throws: SpecError.self) { try Spec(text) }
    #expect(error.faults.count == 1)
    let bytes = Array("tree-spec 1\nA\n".utf8) + [0xC3, 0x28]
    let other = try #require(throws: SpecError.self) { try Spec(utf8: bytes, name: "spec") }
    #expect(other.faults.map(\.message) == ["this line isn't valid UTF-8; write it again"])
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
