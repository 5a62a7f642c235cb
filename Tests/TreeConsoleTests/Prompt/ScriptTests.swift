import TestSupport
import Testing

/// `modeltree repl` with a script on standard input.
@Suite struct `Scripts of commands` {
  private static let path = "/AppAuthorizedSession/MainFlow"

  @Test func `a line of very many words is refused, since options are read in their square`() throws
  {
    let words = Array(repeating: "--all", count: 5_001).joined(separator: " ")
    let outcome = try TestFolder().modeltree("repl", "tree.json", input: "print \(words)\n")
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(
      outcome.errors.contains(
        "the line has 5002 words; a command is read from 5000 at most: give it several lines"))
  }

  @Test(arguments: [
    ("", ""), ("\n\n  \n\t\n", ""), ("# print\n#\n#\tprint\n", ""),
    ("here", "/AppAuthorizedSession\n"), ("here\r\n", "/AppAuthorizedSession\n"),
    ("  here  \n\n# then\nhere MainFlow\n", "/AppAuthorizedSession\n\(path)\n"),
    (#"find "Exam"'Creation'\F'l'"ow""#, "#5  \(path)/ExamCreationFlow\n"),
    ("find '#4'\nfind #4\n", "#4  \(path)/SideMenuModel\n#4  \(path)/SideMenuModel\n"),
    (
      "here MainFlow\nhere\nhere /\nhere",
      "\(path)\n\(path)\n/AppAuthorizedSession\n/AppAuthorizedSession\n"
    ),
    ("here\nquit\nprint Nobody\n", "/AppAuthorizedSession\n"),
    ("\u{feff}here\r\n\r\nhere MainFlow\r\n", "/AppAuthorizedSession\n\(path)\n"),
    ("  # where\nhere MainFlow  # the flow\n\t# done", "\(path)\n"),
    ("find '#4' # one\n", "#4  \(path)/SideMenuModel\n"),
    ("exit\nnonsense", ""),
    ("here #4 --json", #"{"id": 4, "path": "\#(path)/SideMenuModel"}"# + "\n"),
    (
      "here MainFlow\nprintSessionTree --here MainFlow --depth 0",
      "\(path)\n──AppAuthorizedSession  +7 more\n"
    ),
  ])
  func `the lines are run`(script: String, output: String) throws {
    try TestFolder().modeltree("repl", "tree.json", input: script).expect(output: output)
  }

  @Test(arguments: [
    ("print Nobody", 1, "no model matches 'Nobody'; 'find' with '**' lists the models"),
    ("\n# one\n\nprnt\n", 4, "'prnt' isn't a command; did you mean 'print'?"),
    ("#4", 1, "'#4' isn't a command; 'show #4' shows that model"),
    ("find 'Exam\nprint\n", 1, "a quote ' is not closed"),
    ("find \"Exam\nprint\n", 1, "a quote \" is not closed"),
    ("find Exam\\\nprint\n", 1, "the line ends in a backslash"),
    ("print --oops", 1, "Unknown option '--oops'; did you mean '--work'? See 'help print'"),
    ("find", 1, "name a selector, or give --text; see 'help find'"),
    ("quit now", 1, "Unexpected argument 'now'; see 'help quit'"),
    (
      "modeltree check app.treespec", 1,
      "leave 'modeltree' out: the prompt's commands are the same"
    ),
    ("repl", 1, "'repl' isn't a command; 'help' lists the commands"),
    ("print --all > tree.txt", 1, "write it as: print --all -o tree.txt"),
    ("find 'Exam*' >>'my models'", 1, "write it as: find 'Exam*' -o 'my models'"),
    ("print >", 1, "write it as: print -o FILE"),
    ("dump", 1, "'dump' isn't a command; 'print --json -o FILE' writes the tree as a dump"),
    (
      "tree.json", 1,
      "'tree.json' isn't a command; put a command first: modeltree print tree.json"
    ),
    ("''", 1, "'' isn't a command; 'help' lists the commands"),
    ("do", 1, "a dump performs no actions; ask a running app, @NAME, or at the prompt inside it"),
    (
      "trace errr 101", 1,
      "The value 'errr' is invalid for '<kind>'. Please provide one of 'error', 'bubble' or 'event'; "
        + "see 'help trace'"
    ),
    (
      "render -o missing/a.svg", 1,
      "cannot write 'missing/a.svg': No such file or directory; make its folder first"
    ),
  ])
  func `it stops at the first error with the number of the line`(
    script: String, line: Int, message: String
  ) throws {
    let folder = try TestFolder()
    try folder.modeltree("repl", "tree.json", input: script + "\nrender -o after.dot\n")
      .expectRefusal("line \(line): \(message)")
    #expect(folder.names == ["tree.json"])
  }

  @Test func `what was answered before the error stays`() throws {
    try TestFolder().modeltree("repl", "tree.json", input: "here\nhere MainFlow\nprnt\nhere\n")
      .expect(
        status: 2, output: "/AppAuthorizedSession\n\(Self.path)\n",
        errors: "modeltree: line 3: 'prnt' isn't a command; did you mean 'print'?\n")
  }

  @Test func `the current model raises where none is named, and is shown`() throws {
    let outcome = try TestFolder().modeltree(
      "repl", "tree.json",
      input: """
        trace error 101 --json
        here DashboardModel
        trace error 101 --json
        trace error 101 --from #2 --json
        show --json
        """)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let lines = outcome.text.split(separator: "\n")
    try #require(lines.count == 5)
    #expect(lines[0].contains(#""from": 1, "#))
    #expect(lines[1] == "\(Self.path)/DashboardModel")
    #expect(lines[2].contains(#""from": 3, "#))
    #expect(lines[3].contains(#""from": 2, "#))
    #expect(lines[4].hasPrefix(#"{"id": 3, "parent": 2, "type": "DashboardModel", "#))
  }

  @Test func `each JSON answer is on one line`() throws {
    let script = """
      print --json
      show MainFlow --json
      find ** --json
      trace error 101 --from #8 --json
      here --json
      render --json
      """
    let outcome = try TestFolder().modeltree("repl", "tree.json", input: script)
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: "\n").count == 6)
    #expect(outcome.text.split(separator: "\n").allSatisfy { "{[".contains($0.first ?? " ") })
  }

  @Test func `no history is written`() throws {
    let folder = try TestFolder()
    try folder.modeltree(
      "repl", "tree.json", input: "here\n", environment: ["XDG_STATE_HOME": folder.path]
    )
    .expect(output: "/AppAuthorizedSession\n")
    #expect(folder.names == ["tree.json"])
  }

  @Test func `a long script through a pipe is run to its end`() throws {
    let folder = try TestFolder()
    let outcome = try folder.shell(
      #"i=0; while [ $i -lt 500 ]; do echo find '#4'; i=$((i+1)); done | "$MODELTREE" repl tree.json"#
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.text == String(repeating: "#4  \(Self.path)/SideMenuModel\n", count: 500))
  }
}
