import TestSupport
import Testing

/// The cases that `render` refuses, without leaving a file.
@Suite struct `Refusals to draw` {
  @Test(arguments: [
    (
      ["-o", "missing/tree.svg"],
      "cannot write 'missing/tree.svg': No such file or directory; make its folder first"
    ),
    (
      ["-o", "", "--format", "svg"],
      "cannot write '': its name is empty; name a file"
    ),
    (
      ["-o", "/dev/full", "--format", "svg"],
      "cannot write '/dev/full': No space left on device; free some space"
    ),
    (
      ["-o", "tree.gif"],
      "the name 'tree.gif' does not tell the format; write dot, svg, png, pdf or mermaid with --format"
    ),
    (["--format", "gif"], "The value 'gif' \(isNoFormat)"),
    (
      ["--json", "-o", "tree.svg"],
      "--json answers with the drawing inside; leave out --json, or -o"
    ),
    (["--json", "--format", "png"], "PNG is not text; name a file: -o tree.png"),
    (
      ["--depth", "-1", "-o", "tree.svg"],
      "--depth -1: give the number of levels to show, 0 or more"
    ),
    (
      ["--boxes", "0", "-o", "tree.svg"],
      "--boxes 0: give the number of boxes to draw at most, 1 or more"
    ),
    (["--from", "MainFlow", "-o", "tree.svg"], "--from needs a message: --trace KIND NAME"),
    (
      ["--trace", "error", "badToken", "-o", "tree.svg"],
      "say which model raises it: --from SELECTOR"
    ),
    (
      ["--trace", "error", "badToken", "MainFlow", "--from", "#8", "-o", "tree.svg"],
      "no error is called 'badToken MainFlow' in this tree; write it out in full, Domain.code, "
        + "to ask about one that the tree does not know"
    ),
  ])
  func `a fault is one line, and no file is left`(words: [String], message: String) throws {
    let folder = try TestFolder()
    try folder.makeFolder("folder.svg")
    try folder.modeltree(["render", "tree.json"] + words).expectRefusal(message)
    #expect(folder.names == ["folder.svg", "tree.json"])
    #expect(try folder.text(of: "tree.json") == ExamMaster.dump)
  }

  private static let isNoFormat =
    "is invalid for '--format <format>'. "
    + "Please provide one of 'dot', 'svg', 'png', 'pdf' or 'mermaid'; \(help)"
  private static let help = "see 'modeltree help render'"

  @Test(arguments: [
    ["--trace", "errr", "badToken", "--from", "#8"], ["--trace", "errr badToken", "--from", "#8"],
  ])
  func `a kind that is none is named`(words: [String]) throws {
    let outcome = try TestFolder().modeltree(["render", "tree.json"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(
      outcome.errors
        == "modeltree: 'errr' isn't a kind of message; write error, bubble or event "
        + "(did you mean 'error'?)\n")
  }
}
