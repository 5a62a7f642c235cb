import TestSupport
import Testing

/// Answers that cannot be written.
@Suite struct `Closed outputs` {
  @Test(arguments: [
    ["print", "tree.json", "--json"], ["find", "tree.json", "**"],
    ["render", "tree.json", "--format", "png"], ["repl", "tree.json", "-c", "print"], ["--version"],
    ["help", "trace"],
  ])
  func `a full device is reported in one line`(words: [String]) throws {
    let outcome = try TestFolder().modeltree(words, output: "/dev/full")
    outcome.expectRefusal("cannot write the answer: No space left on device")
  }

  @Test func `the line of a script whose answer cannot be written is reported`() throws {
    let folder = try TestFolder()
    try folder.write("# nothing\nhere MainFlow\nprint\n", to: "script.txt")
    let outcome = try ChildProcess.run(
      [TestFolder.executable(), "repl", "tree.json"], input: folder.path(of: "script.txt"),
      output: "/dev/full", environment: folder.environment(), directory: folder.path)
    outcome.expectRefusal("line 2: cannot write the answer: No space left on device")
  }

  @Test func `a note still comes where the answer cannot be written`() throws {
    try TestFolder().modeltree(
      "raise", "tree.json", "error", "101", "--from", "#8", output: "/dev/full"
    )
    .expect(
      status: 2,
      errors: """
        modeltree: note: a dump cannot run handlers; this is what 'trace' answers
        modeltree: cannot write the answer: No space left on device

        """)
  }

  @Test func `standard output that is closed is reported in one line`() throws {
    try TestFolder().shell(#""$MODELTREE" print tree.json >&-"#)
      .expectRefusal("cannot write the answer: Bad file descriptor")
  }

  @Test func `no file is read in place of standard input that is closed`() throws {
    try TestFolder().shell(#""$MODELTREE" diff tree.json - <&-"#)
      .expectRefusal("cannot read 'standard input': Bad file descriptor")
  }

  @Test func `no file is written in place of standard output that is closed`() throws {
    let folder = try TestFolder()
    try folder.shell(#""$MODELTREE" render tree.json -o a.dot <&- >&-"#).expect(output: "")
    _ = try folder.modeltree("render", "tree.json", "-o", "b.dot")
    #expect(try folder.text(of: "a.dot") == folder.text(of: "b.dot"))
  }

  @Test func `a reader that has seen enough ends the command without a word`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(5_000))
    try folder.shell(#""$MODELTREE" print tree.json | head -n 1"#).expect(output: "──Root\n")
  }

  @Test func `a file is written where standard output is full`() throws {
    let folder = try TestFolder()
    let outcome = try folder.modeltree("render", "tree.json", "-o", "a.dot", output: "/dev/full")
    outcome.expect(output: "")
    #expect(folder.names == ["a.dot", "tree.json"])
  }
}
