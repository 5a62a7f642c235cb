import Testing
import TextIO
import TreeSnapshot
import TreeSpec

/// What comes from other languages, from `print` and from selectors, and would otherwise be taken for
/// something that always holds.
@Suite struct `A spec in another language` {
  private static let confusions: [`A wrong spec`.Refusal] = [
    .init("limit nodes = 8\n##limit nodes <= 5\n", "3:1: a comment begins with '#' and a space"),
    .init(
      "not \"MainFlow\"\n",
      "2:5: '\"' means nothing in a selector; write '\\\"' for the character"),
    .init("not /MainFlow/\n", "2:5: a selector knows '*' and '?', but no regular expressions"),
    .init("not (A|B)\n", "2:5: '(' means nothing in a selector; write '\\(' for the character"),
    .init("not A#b\n", "2:5: '#' means nothing in a selector; write '\\#' for the character"),
    .init("A [!raises error D.*]\n", "2:12: what a model raises is named with its code"),
    .init("A\n    ...\n  B\n", "4:1: indented by 2, but its siblings by 4 (line 3)"),
    .init("A\n  B\n    ...\n      C\n", "5:1: indented by 6, but its siblings by 4 (line 4)"),
    .init("\"Event Log\n", "2:1: the quotation mark is not closed; add '\"'"),
    .init(
      "A\n  **\n",
      "3:3: '**' would be the name of one model; '...' allows any others, '*' is one of any name"),
    .init("tree:\n", "2:1: a model's name does not end in ':'; put it in quotes if it does"),
    .init(
      "A\n  └─B\n",
      "3:3: branches are not drawn; indent with spaces, or let 'print --as-spec' write the spec"),
    .init(
      "// c\nA\n", "2:1: a comment begins with '#' and a space",
      "3:1: a tree has one root, here in line 2; indent what is below it (directives are default, not, limit, error, bubble, event, service, name, messages, let, rule, include, always, never, no)"
    ),
    .init("A \"label\"\n", "2:3: a label is written in brackets: [label=\"label\"]"),
    .init("A {user: x}\n", "2:3: state is written in brackets: [state key=value]"),
    .init(
      "A [state user = x]\n", "2:15: ']' is expected here; a value with spaces needs quotes"),
    .init(
      "A\n\u{a0}\u{a0}B\n", "3:1: this looks like a space but is not one; indent with plain spaces"),
    .init("error X.1 from A => Handled\n", "2:21: write 'handled'"),
    .init("error X.1 from A => nobody\n", "2:21: write 'uncaught'"),
    .init("error X.1 from A => uncaught, handled\n", "2:21: 'uncaught' must be alone"),
    .init("service X from A => Provided\n", "2:21: write 'provided'"),
    .init(
      "error X.1 from A, B => C\n", "2:17: 'from' takes one selector; write a line for each"
    ),
    .init(
      "error X.1 from A => uncaught via B\n", "2:30: 'via' needs a model that handles the message"),
    .init(
      "not *[handles=NetworkError.101]\n",
      "2:5: this tree knows no 'NetworkError.101', which '[handles=…]' asks for"),
    .init(
      "not *[service=APIClientt]\n",
      "2:5: this tree knows no 'APIClientt', which '[service=…]' asks for"),
    .init(
      "AppAuthorizedSession [!services APIClientt]\n  ...\n",
      "2:22: no session of this tree provides 'APIClientt'; did you mean 'APIClient'?"),
    .init(
      "AppAuthorizedSession\n  MainFlow?\n",
      "3:3: no model has a name with one more character; write 'MainFlow ?' for one that may be absent"
    ),
    .init(
      "AppAuthorizedSession [handles error NetworkErrors]\n  ...\n",
      "2:31: 'NetworkErrors' is a domain; write 'NetworkErrors.*' for all of it"),
    .init(
      "error NetworkErrors from ** => handled\n",
      "2:7: 'NetworkErrors' is a domain; write 'NetworkErrors.*' for all of it"),
  ]

  @Test(arguments: confusions)
  func `never passes, with how this one says it`(
    refusal: `A wrong spec`.Refusal
  ) throws {
    let tree = try ExamTree.snapshot()
    let told: [String]
    do {
      told = try Spec(refusal.text).check(tree).told
    } catch {
      told = error.problems.map { "\($0.line):\($0.column): \($0.fault.message)" }
    }
    #expect(told == refusal.problems)
  }

  @Test func `is none where quotes or a backslash make it a name`() throws {
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
