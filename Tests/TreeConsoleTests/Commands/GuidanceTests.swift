import Testing

@testable import TreeConsole

/// What helps a person who is lost.
@Suite struct GuidanceTests {
  @Test(arguments: [["selectors"], ["help", "selectors"]])
  func `how models are named`(words: [String]) throws {
    let outcome = try TestFolder().modeltree(words)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    for example in ["MainFlow/*Flow", "'#12'", "[session]", "[handles=NetworkErrors.101]"] {
      #expect(outcome.text.contains(example))
    }
  }

  @Test func `a question mark asks for help in a prompt`() throws {
    let asked = try TestFolder().modeltree(["repl", "tree.json", "-c", "?"])
    let help = try TestFolder().modeltree(["repl", "tree.json", "-c", "help"])
    #expect(asked.status == 0)
    #expect(asked.text == help.text)
  }

  @Test func `a dump in the wrong place is pointed out`() throws {
    let outcome = try TestFolder().modeltree(["print", "MainFlow", "tree.json"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "modeltree: cannot read 'MainFlow': No such file or directory; check the path; "
        + "the dump comes first: modeltree print tree.json …\n")
  }

  @Test func `a part of a name is answered with the name`() throws {
    let outcome = try TestFolder().modeltree(["show", "tree.json", "sidemenu"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "modeltree: no node matches 'sidemenu'; did you mean 'SideMenuModel'?\n")
  }

  @Test(arguments: ["-1", "3601", "nan"])
  func `a wait that makes no sense is refused`(seconds: String) throws {
    let outcome = try TestFolder().modeltree(["repl", "tree.json", "-c", "wait -- \(seconds)"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix("give a number of seconds from 0 to 3600\n"))
  }
}
