import Foundation
import TestSupport
import Testing

@testable import TreeConsole

/// Help for a lost user.
@Suite struct `Guidance after an error` {
  @Test(arguments: [["selectors"], ["help", "selectors"]])
  func `how models are named`(words: [String]) throws {
    let outcome = try TestFolder().modeltree(words)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    for example in ["MainFlow/*Flow", "'#12'", "[session]", "[handles=NetworkErrors.101]"] {
      #expect(outcome.text.contains(example))
    }
  }

  @Test(arguments: [["specs"], ["help", "specs"], ["repl", "tree.json", "-c", "help specs"]])
  func `how specs are written, by an example that passes`(words: [String]) throws {
    let folder = try TestFolder()
    let help = try folder.modeltree(words)
    #expect(help.status == 0 && help.errors == "")
    let page = help.text.split(separator: "\n").prefix { !$0.hasPrefix("USAGE") }
    // The last lines are about the past.
    let past = try #require(page.firstIndex { $0.hasPrefix("What happened") })
    func lines(_ page: some Sequence<Substring>) -> [Substring] {
      page.filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
    }
    let example = lines(page[..<past])
    #expect(example.count == 19)
    let history = ["tree-spec 1"] + lines(page[past...])
    #expect(history.count == 5)
    try folder.write(history.map { "\($0)\n" }.joined(), to: "past.treespec")
    let journal = ExamMaster.journal
    try folder.modeltree("check", journal, "past.treespec").expect(
      output: "ok    past.treespec: 4 checks\n1 spec passed (4 checks)\n")
    try folder.write(example.map { "\($0)\n" }.joined(), to: "help.treespec")
    try folder.modeltree("check", "tree.json", "help.treespec").expect(
      output: "ok    help.treespec \"an exam is made\": 11 checks\n"
        + "1 spec passed (11 checks)\n")
  }

  @Test func `a question mark asks for help in a prompt`() throws {
    let asked = try TestFolder().modeltree(["repl", "tree.json", "-c", "?"])
    let help = try TestFolder().modeltree(["repl", "tree.json", "-c", "help"])
    #expect(asked.status == 0)
    #expect(asked.text == help.text)
  }

  @Test(arguments: [
    (["tree.json"], "put a command first: modeltree print tree.json"),
    (["nothing.json", "MainFlow"], "put a command first: modeltree print nothing.json"),
    (["./my tree"], "put a command first: modeltree print './my tree'"),
    (["@Exam"], "put a command first: modeltree print @Exam"),
  ])
  func `what is no command is answered with the command that is meant`(
    words: [String], remedy: String
  ) throws {
    let folder = try TestFolder()
    try folder.write("", to: "my tree")
    try folder.modeltree(words).expectRefusal("'\(words[0])' isn't a command; \(remedy)")
  }

  @Test(arguments: ["-1", "3601", "nan"])
  func `a wait that makes no sense is refused`(seconds: String) throws {
    let outcome = try TestFolder().modeltree(["repl", "tree.json", "-c", "wait -- \(seconds)"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix("give a number of seconds from 0 to 3600\n"))
  }
}
