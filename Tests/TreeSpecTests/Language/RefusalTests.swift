import Testing
import TextIO
import TreeSnapshot
import TreeSpec

/// Faulty specs, with the places and the errors.
@Suite struct `A wrong spec` {
  struct Refusal: CustomTestStringConvertible {
    var text: String
    var problems: [String]

    /// - Parameters:
    ///   - text: the spec after its first line, or the whole.
    ///   - problems: line, column and message of each problem.
    init(_ text: String, _ problems: String..., whole: Bool = false) {
      self.text = whole ? text : "tree-spec 1\n" + text
      self.problems = problems
    }

    var testDescription: String { text.debugDescription }
  }

  private static let only =
    "'only' stands before or behind a list: 'event … => A, B only', 'via only A', 'messages only …', '[handles only …]'"
  private static let existence =
    "unknown word 'exists': a line of the tree that names a model says that it is there, and 'default children: deep' above the tree, that others may be around it"

  private static let header: [Refusal] = [
    Refusal(
      "",
      "1:1: the spec is empty; it begins with 'tree-spec 1' and a line for the root, which 'modeltree print DUMP --as-spec' writes",
      whole: true),
    Refusal(
      "\n\n",
      "1:1: the spec is empty; it begins with 'tree-spec 1' and a line for the root, which 'modeltree print DUMP --as-spec' writes",
      whole: true),
    Refusal(
      "# only\n",
      "1:1: the spec is empty; it begins with 'tree-spec 1' and a line for the root, which 'modeltree print DUMP --as-spec' writes",
      whole: true),
    Refusal("tree-spec\n", "1:10: the version is missing; write 'tree-spec 1'", whole: true),
    Refusal(
      "", "1:1: the spec asks for nothing; write a line for the root, or what must hold of the tree"
    ),
    Refusal("tree-spec 1 title\n", "1:13: put the title in quotes", whole: true),
    Refusal(
      "tree-spec 1 \"open\n", "1:13: the quotation mark is not closed; add '\"'", whole: true),
    Refusal(
      "App\n", "1:1: a spec begins with 'tree-spec 1', before everything but comments", whole: true),
    Refusal(
      "x\ntree-spec 1\nA\n",
      "1:1: a spec begins with 'tree-spec 1', before everything but comments", whole: true),
    Refusal("tree-spec 1\nA\n", "2:1: 'tree-spec' belongs in the first line only"),
    Refusal(
      "defualt children: exact\nA\n", "2:1: unknown directive 'defualt'; did you mean 'default'?"),
    Refusal("A\nevent A.b => B olny\n", "3:16: unknown word 'olny'; did you mean 'only'?"),
    Refusal("A\nerror A.b from B => C vai D\n", "3:23: unknown word 'vai'; did you mean 'via'?"),
    Refusal(
      "A\nerror A.b from B => C via olny D\n", "3:27: unknown word 'olny'; did you mean 'only'?"),
    Refusal("A\nmessages olny error A.b\n", "3:10: unknown word 'olny'; did you mean 'only'?"),
    Refusal("A [handles olny error A.b]\n", "2:12: unknown word 'olny'; did you mean 'only'?"),
    Refusal("A [services olny B]\n", "2:13: unknown word 'olny'; did you mean 'only'?"),
    Refusal("A\nolny B\n", "3:1: unknown word 'olny'; did you mean 'only'? \(only)"),
    Refusal("A\n  only B\n", "3:3: \(only)"),
    Refusal("A\nexists B\n", "3:1: \(existence)"), Refusal("exists B\n", "2:1: \(existence)"),
    Refusal("A\n  exists B\n", "3:3: \(existence)"), Refusal("A exists\n", "2:3: \(existence)"),
    Refusal("A [exists]\n", "2:4: \(existence)"),
    Refusal("A include \"b\"\n", "2:3: 'include' begins a line of its own at the left margin"),
    Refusal("A [include b]\n", "2:4: 'include' begins a line of its own at the left margin"),
    Refusal("A\nnot B include c\n", "3:7: 'include' begins a line of its own at the left margin"),
    Refusal(
      "default childern: exact\nA\n",
      "2:9: 'default' is followed by 'children:' or 'attributes:'; did you mean 'children:'?"),
    Refusal(
      "default children:\nA\n", "2:18: name a mode: exact, contains, deep, unordered, ordered"),
    Refusal(
      "default children: exact contains\nA\n", "2:25: 'contains' contradicts the word before it"),
    Refusal(
      "default children: exact\ndefault children: deep\nA\n",
      "3:9: a second 'default children:'; keep one"),
    Refusal(
      "default attributes: all\nA\n",
      "2:21: write 'named' (what a line does not name may be anything) or 'exact' (it must not be there)"
    ),
    Refusal(
      "default attributes: exact except sesion\nA\n",
      "2:34: unknown attribute 'sesion'; did you mean 'session'?"),
    Refusal(
      "A\ndefault children: exact\n", "3:1: 'default' belongs above the first line of the tree"),
    Refusal(
      "A\nB\n",
      "3:1: a tree has one root, here in line 2; indent what is below it (directives are default, not, limit, error, bubble, event, service, name, messages, let, rule, include, always, never, no)"
    ),
    Refusal(
      "limt\nA\n",
      "3:1: a tree has one root, here in line 2; indent what is below it (directives are default, not, limit, error, bubble, event, service, name, messages, let, rule, include, always, never, no)"
    ),
    Refusal("A\nlimt nodes <= 3\n", "3:1: unknown directive 'limt'; did you mean 'limit'?"),
    Refusal("  A\n", "2:1: indented, but no model above it can be its parent"),
    Refusal("A\n    B\n  C\n", "4:1: indented by 2, but its siblings by 4 (line 3)"),
    Refusal("A\n\tB\n", "3:1: this is a tab; indent with spaces"),
  ]

  private static let tree: [Refusal] = [
    Refusal("A\n  B\n      C\n    D\n", "5:1: indented by 4, but its siblings by 6 (line 4)"),
    Refusal(
      "A B\n",
      "2:3: 'B' is not expected after a model's name; a count ('{2}', '?'), 'as $name' and attributes '[…]' may follow, and a name with spaces needs quotes"
    ),
    Refusal("A handles error X.1\n", "2:3: attributes are written in brackets: '[handles …]'"),
    Refusal(
      "A {x}\n", "2:3: '{x}' is not a count; write {2}, {1..3} or {1..}, the smaller number first"),
    Refusal(
      "A\n  B {3..1}\n",
      "3:5: '{3..1}' is not a count; write {2}, {1..3} or {1..}, the smaller number first"),
    Refusal("A\n  B {2\n", "3:5: the count is not closed; add '}'"),
    Refusal("A {2}\n", "2:1: a tree has one root; it takes no count"),
    Refusal("A\n  B {1} ?\n", "3:9: a second count; keep one"),
    Refusal("A as flow\n", "2:3: a capture's name begins with '$': write 'as $name'"),
    Refusal(
      "A as $\n", "2:6: a capture's name has letters, digits, '-' and '_' only: write '$name'"),
    Refusal("A as $a as $b\n", "2:9: a second capture; keep one"),
    Refusal("A as $a\n  B as $a\n", "3:8: '$a' is captured in line 2 already"),
    Refusal("A [handels error X.1]\n", "2:4: unknown attribute 'handels'; did you mean 'handles'?"),
    Refusal("A [handles error X.1\n", "2:3: the bracket is not closed; add ']'"),
    Refusal(
      "A [handles]\n", "2:11: nothing is listed; write '[!handles]' where there must be none"),
    Refusal(
      "A [handles X.1]\n",
      "2:12: the first message needs its kind before it: error, bubble or event"),
    Refusal(
      "A [handles eror X.1]\n",
      "2:12: the first message needs its kind before it: error, bubble or event; did you mean 'error'?"
    ),
    Refusal(
      "A [handles error X*]\n",
      "2:12: a subscription is named in full; 'Domain.*' is one for a whole domain"),
    Refusal("A [handles=X.1]\n", "2:11: 'handles' is a list, without '=': write '[handles …]'"),
    Refusal("A [label]\n", "2:9: a value is missing: write '[label=…]', or '[!label]' for none"),
    Refusal("A [label=]\n", "2:10: a value is missing: write '[label=…]', or '[!label]' for none"),
    Refusal("A [service X]\n", "2:4: unknown attribute 'service'; did you mean 'services'?"),
    Refusal(
      "A [!handles only error X.1]\n", "2:13: 'only' has no opposite; leave out '!' or 'only'"),
    Refusal("A [session] [session]\n", "2:14: a second 'session'; keep one"),
  ]

  private static let attributes: [Refusal] = [
    Refusal(
      "A []\n",
      "2:4: an attribute's name is missing here: session, unopened, label, representation, handles, services, raises, state, leaf, children, attributes, source"
    ),
    Refusal("A [state a=]\n", "2:10: a value is missing; an empty one is written \"\""),
    Refusal(
      "A [session] extra\n",
      "2:13: 'extra' is not expected after a model's name; a count ('{2}', '?'), 'as $name' and attributes '[…]' may follow, and a name with spaces needs quotes"
    ),
    Refusal("A [children exactly]\n", "2:13: unknown mode 'exactly'; did you mean 'exact'?"),
    Refusal("A [!children exact]\n", "2:5: 'children' sets a mode, which has no opposite"),
    Refusal(
      "A\n  error X.1 from B => C\n",
      "3:3: 'error' begins a line of its own at the left margin, not an indented one"),
    Refusal("...\n", "2:1: '...' must be indented below the model that may have other children"),
    Refusal(
      "A [children contains]\n  ...\n",
      "3:3: '...' changes nothing: the children are 'contains unordered' here, which allows others"),
    Refusal("A\n  ...\n  ...\n", "4:3: line 3 has '...' already"),
    Refusal("not\n", "2:4: a selector is missing here, such as MainFlow"),
    Refusal("not $x\n", "2:5: what must not be there cannot be captured; write a selector"),
    Refusal("not #4\n", "2:5: ids differ from run to run; name the model, or capture it"),
    Refusal("not [\n", "2:5: '[': '[' at character 1 is not closed"),
    Refusal("limit\n", "2:6: '' cannot be limited; there are depth, nodes, children, sessions"),
    Refusal(
      "limit deep <= 3\n",
      "2:7: 'deep' cannot be limited; there are depth, nodes, children, sessions"),
    Refusal("limit depth\n", "2:12: a comparison is missing, such as 'depth <= 8'"),
    Refusal("limit depth <= x\n", "2:16: a number is missing here, such as 8"),
    Refusal(
      "limit depth <= 3 4\n", "2:18: nothing more is expected here; a comment begins with '# '"),
    Refusal("error\n", "2:6: the error's name is missing, such as Domain.code"),
    Refusal("error from A => B\n", "2:7: the error's name is missing, such as Domain.code"),
    Refusal(
      "error X.1 => B\n", "2:11: 'from' is missing: write 'from ** =>' for every model"),
    Refusal("error X.1 form A => B\n", "2:11: 'from' is expected here; did you mean 'from'?"),
    Refusal(
      "error X.1 from A\n", "2:17: '=>' is expected here, and after it the outcome"),
    Refusal("error X.1 from A =>\n", "2:20: a selector is missing here, such as MainFlow"),
  ]

  private static let assertions: [Refusal] = [
    Refusal(
      "error X.1 from A => unhandled\n",
      "2:21: an error is 'handled' or 'uncaught', not 'unhandled'"),
    Refusal(
      "error .x from A => B\n", "2:7: '.x' is not a message; write Domain.code, or its label"),
    Refusal(
      "error X.1 from A => B only\n", "2:23: 'only' is for events; one model handles an error"),
    Refusal(
      "event X.1 => A via B\n",
      "2:16: an event reaches each model directly; it passes no others to name"),
    Refusal(
      "error X.1 from $f => A\n", "2:16: no line captures '$f'; write 'as $f' after a model's name"
    ),
    Refusal(
      "error X.1 from A => uncaught via B\n", "2:30: 'via' needs a model that handles the message"),
    Refusal("service from A => B\n", "2:9: a service is named as it is, such as APIClient"),
    Refusal(
      "service X => B\n", "2:11: 'from' is missing: write 'from ** =>' for every model"),
    Refusal("/(/\n", "2:2: regular expression: '(' is not closed; write '\\(' for the character"),
    Refusal("/a\n", "2:1: the regular expression is not closed; add '/'"),
    Refusal(
      "/a**/\n",
      "2:4: regular expression: '*' repeats what is already repeated; put it into a group"),
    Refusal(
      "/^a$/\n", "2:2: regular expression: an expression fits whole names as it is, without '^'"),
    Refusal("\"A\n", "2:1: the quotation mark is not closed; add '\"'"),
    Refusal("A\\\n", "2:2: '\\' at the end escapes nothing"),
  ]

  private static let unknownToTheTree: [Refusal] = [
    Refusal(
      "AppAuthorizedSession\n  ...\nerror NetworkErrors.999 from ** => handled\n",
      "4:7: this tree knows no error 'NetworkErrors.999'; did you mean 'NetworkErrors.100'?"),
    Refusal(
      "AppAuthorizedSession\n  ...\nerror NetworkErrors.101 from Nope => handled\n",
      "4:30: no model of this tree matches 'Nope'"),
    Refusal(
      "AppAuthorizedSession\n  ...\nerror NetworkErrors.101 from ** => MainFlo\n",
      "4:36: no model of this tree matches 'MainFlo'; did you mean 'MainFlow'?"),
    Refusal(
      "AppAuthorizedSession\n  ...\nerror Foo.* from ** => handled\n",
      "4:7: no error that this tree knows fits 'Foo.*'; it knows NetworkErrors.100, NetworkErrors.101"
    ),
    Refusal(
      "AppAuthorizedSession\n  ...\nservice Nope from ** => provided\n",
      "4:9: no session of this tree provides 'Nope'; it provides APIClient"),
    Refusal(
      "AppAuthorizedSession\n  ...\nerror nope from ** => handled\n",
      "4:7: this tree knows no error 'nope'; it knows NetworkErrors.100, NetworkErrors.101"),
    Refusal(
      "AppAuthorizedSession [!handles error NetworkErrors.9]\n  ...\n",
      "2:32: this tree knows no error 'NetworkErrors.9'; did you mean 'NetworkErrors.100'?"),
    Refusal(
      "AppAuthorizedSession [handles error badTokn]\n  ...\n",
      "2:31: this tree knows no error 'badTokn'; did you mean 'badToken'?"),
  ]

  @Test(arguments: [header, tree, attributes, assertions].flatMap { $0 })
  func `is refused with the place and what to do`(refusal: Refusal) throws {
    let error = try #require(throws: SpecError.self) { try Spec(refusal.text) }
    #expect(Self.lines(of: error) == refusal.problems)
  }

  @Test(arguments: unknownToTheTree)
  func `that names what the tree does not know fails with the place and a hint`(
    refusal: Refusal
  ) throws {
    let result = try Spec(refusal.text).check(ExamTree.snapshot())
    #expect(!result.isPassed && result.checks.contains { $0.outcome == .failed })
    #expect(result.told == refusal.problems)
  }

  private static func lines(of error: SpecError) -> [String] {
    error.problems.map { "\($0.line):\($0.column): \($0.fault.message)" }
  }

  @Test func `is shown with carets below the place, however wide its characters are`() throws {
    let error = try #require(throws: SpecError.self) {
      try Spec("tree-spec 1\nÄpp [label=\u{202e}] [sesion]", name: "a.treespec")
    }
    #expect(
      error.description == """
        a.treespec:2:16: unknown attribute 'sesion'; did you mean 'session'?
          Äpp [label=\\u{202e}] [sesion]
                                ^^^^^^
        """)
  }

  @Test func `with many problems lists the first ten and counts the others`() throws {
    let text = "tree-spec 1\nA\n" + String(repeating: "  B [x]\n", count: 25)
    let error = try #require(throws: SpecError.self) { try Spec(text) }
    #expect(error.problems.count == 25)
    #expect(error.description.hasSuffix("\nspec: and 15 more"))
    #expect(error.description.split(separator: "\n").count == 31)
  }

  @Test func `that is not UTF-8 is reported at its line`() throws {
    let error = try #require(throws: SpecError.self) {
      try Spec(utf8: Array("tree-spec 1\nA\n".utf8) + [0xC3, 0x28], name: "spec")
    }
    #expect(Self.lines(of: error) == ["3:1: this line is not valid UTF-8; write it again"])
  }

  @Test func `may end its lines as on Windows, and begin with a mark of the byte order`() throws {
    let spec = try Spec("\u{feff}tree-spec 1 \"t\"\r\nA\r\n  B\r\n")
    #expect(spec.title == "t" && spec.lines.count == 2)
  }

  @Test func `nested deeper than it may be is refused`() throws {
    let lines = (0..<300).map { String(repeating: " ", count: $0) + "A" }
    let error = try #require(throws: SpecError.self) {
      try Spec("tree-spec 1\n" + lines.joined(separator: "\n"))
    }
    #expect(error.problems[0].line == 202)
    #expect(error.problems[0].fault == "nested more than 200 levels deep; use 'deep' above")
  }
}
