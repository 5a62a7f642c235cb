import Testing
import TreeSnapshot
import TreeSpec

/// What comes from other languages, from `print` and from selectors, and would otherwise be taken for
/// something that always holds.
@Suite struct `A spec in another language` {
  private static let confusions: [`A wrong spec`.Refusal] = [
    .init("limit nodes = 8\n##limit nodes <= 5\n", "3:1: a comment begins with '#' and a space"),
    .init(
      "not \"MainFlow\"\n",
      "2:5: a selector stands without quotes; '\\' takes the letter behind it as it is"),
    .init("not /MainFlow/\n", "2:5: a selector knows '*' and '?', but no regular expression"),
    .init("not (A|B)\n", "2:5: '(' means nothing in a selector; write '\\(' for the letter"),
    .init("not A#b\n", "2:5: '#' means nothing in a selector; write '\\#' for the letter"),
    .init("A [!raises error D.*]\n", "2:12: what a model raises is named with its code"),
    .init("A\n    ...\n  B\n", "4:1: indented by 2, but its siblings by 4 (line 3)"),
    .init("A\n  B\n    ...\n      C\n", "5:1: indented by 6, but its siblings by 4 (line 4)"),
    .init("\"Event Log\n", "2:1: the quote is not closed; put a '\"' behind"),
    .init(
      "A\n  **\n",
      "3:3: '**' would stand for one model; '...' allows any others, '*' is one of any name"),
    .init("tree:\n", "2:1: a model's name does not end in ':'; put it in quotes if it does"),
    .init(
      "A\n  └─B\n",
      "3:3: branches are not drawn; indent with spaces, or let 'print --as-spec' write the spec"),
    .init(
      "// c\nA\n", "2:1: a comment begins with '# '",
      "3:1: a tree has one root, which stands in line 2; indent what is below it (directives are default, not, limit, error, bubble, event, service)"
    ),
    .init("A \"label\"\n", "2:3: a label is written in brackets: [label=\"label\"]"),
    .init("A {user: x}\n", "2:3: state is written in brackets: [state key=value]"),
    .init(
      "A [state user = x]\n", "2:15: ']' is expected here; a value with spaces stands in quotes"),
    .init(
      "A\n\u{a0}\u{a0}B\n", "3:1: this looks like a space and is none; indent with plain spaces"),
    .init("error X.1 from A => Handled\n", "2:21: write 'handled'"),
    .init("error X.1 from A => nobody\n", "2:21: write 'uncaught'"),
    .init("error X.1 from A => uncaught, handled\n", "2:21: 'uncaught' stands alone"),
    .init("service X from A => Provided\n", "2:21: write 'provided'"),
    .init(
      "error X.1 from A, B => C\n", "2:17: one selector stands behind 'from'; write a line for each"
    ),
    .init(
      "error X.1 from A => uncaught via B\n", "2:30: 'via' needs a model that takes the message"),
    .init(
      "not *[handles=NetworkError.101]\n",
      "2:5: this tree knows no 'NetworkError.101', for which '[handles=…]' asks"),
    .init(
      "not *[service=APIClientt]\n",
      "2:5: this tree knows no 'APIClientt', for which '[service=…]' asks"),
    .init(
      "AppAuthorizedSession [!services APIClientt]\n  ...\n",
      "2:22: no session of this tree provides 'APIClientt'; did you mean 'APIClient'?"),
    .init(
      "AppAuthorizedSession\n  MainFlow?\n",
      "3:3: no model has a name of one more letter; write 'MainFlow ?' for one that need not be there"
    ),
    .init(
      "AppAuthorizedSession [handles error NetworkErrors]\n  ...\n",
      "2:31: 'NetworkErrors' is a domain; write 'NetworkErrors.*' for all of it"),
    .init(
      "error NetworkErrors from ** => handled\n",
      "2:7: 'NetworkErrors' is a domain; write 'NetworkErrors.*' for all of it"),
  ]

  @Test(arguments: confusions)
  func `is refused, and told how this one says it`(
    refusal: `A wrong spec`.Refusal
  ) throws {
    let tree = try ExamTree.snapshot()
    let error = try #require(throws: SpecError.self) { try Spec(refusal.text).check(tree) }
    #expect(
      error.problems.map { "\($0.line):\($0.column): \($0.message)" } == refusal.problems)
  }

  @Test func `is none where quotes or a backslash say that a name is meant`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Event Log")
    builder.addNode(id: 2, parent: 1, type: "└─Branch:")
    builder.addNode(id: 3, parent: 1, type: "f(x)#1")
    let text = """
      tree-spec 1
      "Event Log"
        "└─Branch:"
        f(x)#1
      not f\\(x\\)\\#2
      """
    #expect(try Spec(text).check(builder.finish()).isPassed)
  }
}
