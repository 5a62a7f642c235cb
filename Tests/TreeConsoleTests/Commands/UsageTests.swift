import TestSupport
import Testing

/// Command lines that say nothing that can be done: one line, status 2.
@Suite struct `Wrong usage` {
  @Test(arguments: [
    (["prnt", "tree.json"], "'prnt' isn't a command; did you mean 'print'?"),
    (["printsessiontree"], "'printsessiontree' isn't a command; did you mean 'printSessionTree'?"),
    (["quit"], "'quit' works at a prompt only: modeltree repl DUMP, or in the app"),
    ([""], "'' isn't a command; 'modeltree help' lists the commands"),
    (["--nope"], "Unknown option '--nope'; see 'modeltree help'"),
    (["print"], "Missing expected argument '<dump>'; see 'modeltree help print'"),
    (
      ["print", "tree.json", "--erors"],
      "Unknown option '--erors'; did you mean '--errors'? See 'modeltree help print'"
    ),
    (
      ["print", "tree.json", "MainFlow", "b"],
      "Unexpected argument 'b'; see 'modeltree help print'"
    ),
    (
      ["print", "tree.json", "--depth"],
      "Missing value for '--depth <levels>'; see 'modeltree help print'"
    ),
    (
      ["print", "tree.json", "--depth=-1"],
      "--depth -1: give the number of levels to show, 0 or more"
    ),
    (["show", "tree.json"], "say which model to show: show DUMP SELECTOR"),
    (
      ["find", "tree.json"], "name a selector, or give --text; see 'modeltree help find'"
    ),
    (
      ["trace", "tree.json", "error", "badToken"], "say which model raises it: --from SELECTOR"
    ),
    (
      ["diff", "tree.json"],
      "name a second tree, or two moments of one: diff app.journal --at 12 --to 40"
    ),
    (["diff", "-", "-"], "only one of the two dumps can come from standard input"),
    (["render", "-", "--diff", "-"], "standard input: line 1: the dump is empty; write it again"),
    (
      ["diff", "tree.json", "none.json"],
      "cannot read 'none.json': No such file or directory; check the path"
    ),
    (
      ["render", "tree.json", "--diff", "tree.json", "--trace", "error", "badToken"],
      "--diff draws no route; leave --trace and --from out, or --diff"
    ),
    (
      ["repl", "tree.json", "-c", "diff start"],
      "nothing is remembered as 'start', and no file has that name; "
        + "'snapshot' lists the remembered trees"
    ),
    (
      ["repl", "-"], "the dump takes up standard input; give the commands with -c"
    ),
    (["repl", "tree.json", "-c"], "Missing value for '-c <command>'; see 'modeltree help repl'"),
  ])
  func `a fault is one line`(words: [String], message: String) throws {
    let folder = try TestFolder()
    try folder.modeltree(words).expectRefusal(message)
    #expect(folder.names == ["tree.json"])
  }
}
