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
    ("find Exam\\\nprint\n", 1, "the line ends in a backslash"),
    ("find", 1, "name a selector, or give --text; see 'help find'"),
    (
      "modeltree check app.treespec", 1,
      "leave 'modeltree' out: the prompt's commands are the same"
    ),
    ("repl", 1, "'repl' isn't a command; 'help' lists the commands"),
    (
      "print --all > tree.txt", 1,
      "'>' isn't understood here; '-o FILE' writes the answer to a file"
    ),
    (
      "tree.json", 1,
      "'tree.json' isn't a command; put a command first: modeltree print tree.json"
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
      #"i=0; while [ $i -lt 100 ]; do echo find '#4'; i=$((i+1)); done | "$MODELTREE" repl tree.json"#
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.text == String(repeating: "#4  \(Self.path)/SideMenuModel\n", count: 100))
  }
}
