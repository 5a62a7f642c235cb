import TestSupport
import Testing

/// `modeltree repl -c`: commands that are given in the shell.
@Suite struct `Given commands` {
  private static let path = "/AppAuthorizedSession/MainFlow"

  @Test func `commands run one after the other on one tree`() throws {
    try TestFolder().modeltree(
      "repl", "tree.json", "-c", "here MainFlow", "-c", "find Side*", "-c",
      "trace error badToken --json"
    ).expect(
      output: """
        \(Self.path)
        #4  \(Self.path)/SideMenuModel
        {"message": {"kind": "error", "domain": "NetworkErrors", "code": "101"}, "from": 2, \
        "hops": [{"node": 2, "verdict": "passed", "reason": "no-handlers"}, \
        {"node": 1, "verdict": "handled", "reason": "code"}], "outcome": "handled", "handler": 1}

        """)
  }

  @Test func `the first that fails ends it and is named by its number`() throws {
    try TestFolder().modeltree(
      "repl", "tree.json", "-c", "find #4", "-c", "print Nobody", "-c", "print"
    ).expect(
      status: 2, output: "#4  \(Self.path)/SideMenuModel\n",
      errors:
        "modeltree: command 2: no model matches 'Nobody'; 'find' with '**' lists the models\n"
    )
  }

  @Test func `one alone needs no number`() throws {
    try TestFolder().modeltree("repl", "tree.json", "-c", "prnt")
      .expectRefusal("'prnt' isn't a command; did you mean 'print'?")
  }

  @Test func `they leave standard input alone, and the dump may come from it`() throws {
    try TestFolder().modeltree("repl", "-", "-c", "here", input: ExamMaster.dump)
      .expect(output: "/AppAuthorizedSession\n")
    try TestFolder().modeltree("repl", "tree.json", "-c", "here", input: "print\n")
      .expect(output: "/AppAuthorizedSession\n")
  }
}
