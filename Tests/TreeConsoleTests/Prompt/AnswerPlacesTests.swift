import Foundation
import TestSupport
import Testing

/// Where answers go.
@Suite struct `Places of answers` {
  private static let path = "/AppAuthorizedSession/MainFlow"

  @Test(arguments: [
    ["print", "tree.json", "--json"], ["find", "tree.json", "**"],
    ["raise", "tree.json", "error", "101", "--dry", "--from", "#8"], ["lint", "tree.json"],
    ["diff", "tree.json", "other.json"], ["check", "tree.json", "app.treespec"],
    ["render", "tree.json", "--format", "dot"],
  ])
  func `with -o a file holds what would have been answered`(words: [String]) throws {
    let folder = try TestFolder()
    try folder.write(ExamMaster.star(2), to: "other.json")
    try folder.modeltree("print", "other.json", "--as-spec", "-o", "app.treespec")
      .expect(output: "")
    let answer = try folder.modeltree(words)
    #expect(answer.text != "")
    let written = try folder.modeltree(words + ["-o", "answer.txt"])
    #expect(written.status == answer.status)
    #expect(written.errors == answer.errors)
    #expect(try folder.text(of: "answer.txt") == answer.text)
    #expect(try folder.modeltree(words + ["-o", "-"]) == answer)
  }

  @Test func `a command that fails leaves the file as it was`() throws {
    let folder = try TestFolder()
    try folder.write("before", to: "answer.txt")
    try folder.modeltree("find", "tree.json", "Nobody", "-o", "answer.txt")
      .expectRefusal("no model matches 'Nobody'; 'find' with '**' lists the models")
    #expect(try folder.text(of: "answer.txt") == "before")
    try folder.modeltree("find", "tree.json", "**", "-o", "missing/answer.txt")
      .expectRefusal(
        "cannot write 'missing/answer.txt': No such file or directory; make its folder first")
    #expect(folder.names == ["answer.txt", "tree.json"])
  }

  @Test(arguments: [
    ["print", "tree.json", "-o", "tree.json"], ["find", "tree.json", "**", "-o", "./tree.json"],
    ["print", "tree.json", "--json", "-o", "link.json"],
    ["diff", "other.json", "tree.json", "-o", "tree.json"],
    ["lint", "tree.json", "--sarif", "tree.json"],
    ["check", "tree.json", "app.treespec", "--report", "junit=tree.json"],
    ["repl", "tree.json", "-c", "routes -o tree.json"],
  ])
  func `an answer does not replace the dump that it is made of`(words: [String]) throws {
    let folder = try TestFolder()
    try folder.write(ExamMaster.star(2), to: "other.json")
    try folder.modeltree("print", "tree.json", "--as-spec", "-o", "app.treespec")
      .expect(output: "")
    #expect(symlink("tree.json", folder.path(of: "link.json")) == 0)
    let answer = try folder.modeltree(words)
    #expect(answer.status == 2)
    #expect(
      answer.errors.hasSuffix("', which it is made of; name another file\n"), "\(answer.errors)")
    #expect(try folder.text(of: "tree.json") == ExamMaster.dump)
  }

  @Test func `at a prompt files may lie in the home folder, and complete there`() throws {
    let folder = try TestFolder()
    try folder.makeFolder("home")
    try folder.makeFolder("home/My Files")
    let repl = try ReplSession(
      in: folder, columns: 300, environment: ["HOME": folder.path(of: "home")])
    try repl.type("find Side* -o ~/My\t")
    try repl.waitForCursor(behind: "ExamMaster> find Side* -o ~/'My Files/'")
    try repl.type("found\r")
    try repl.wait(for: "the note") { $0.lines.contains { $0.hasSuffix("bytes written") } }
    #expect(
      try folder.text(of: "home/My Files/found") == "#4  \(Self.path)/SideMenuModel\n")
    try repl.run("find Side* -o '~'")
    #expect(folder.names.contains("~"))
  }

  @Test func `the sign of a pipe is refused, and is a character within a word`() throws {
    let repl = try ReplSession()
    let refusal = "'|' isn't understood here; '-o FILE' writes the answer to a file"
    #expect(try repl.run("find Exam* | wc -l") == ["modeltree: \(refusal)"])
    #expect(
      try repl.run("find Side*|x") == [
        "modeltree: no model matches 'Side*|x'; 'find' with '**' lists the models"
      ])
    #expect(try repl.run("find '|'").last?.contains("no model matches '|'") == true)
    try TestFolder().modeltree("repl", "tree.json", input: "here '/' | cat\n")
      .expectRefusal("line 1: \(refusal)")
  }
}
