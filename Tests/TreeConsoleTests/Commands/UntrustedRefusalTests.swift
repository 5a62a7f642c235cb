import TestSupport
import Testing

/// Names in refused input never affect the terminal.
@Suite struct `Refusals of untrusted words` {
  @Test(arguments: [
    [Hostile.name, "tree.json"], ["print", Hostile.name], ["print", "tree.json", Hostile.name],
    ["print", "tree.json", "--\(Hostile.name)"], ["print", "tree.json", "-\(Hostile.name)"],
    ["print", "tree.json", "--depth", Hostile.name],
    ["printSessionTree", "tree.json", "--here", Hostile.name],
    ["print", "tree.json", "a", Hostile.name],
    ["print", "tree.json", "a[\(Hostile.name)]"], ["print", "tree.json", "#\(Hostile.name)"],
    ["show", "tree.json", "**[\(Hostile.name)"], ["show", "tree.json", "**"],
    ["trace", "tree.json", Hostile.name, "x", "--from", "#1"],
    ["trace", "tree.json", "error", "\(Hostile.name)x", "--from", "#1"],
    ["trace", "tree.json", "error", "\(Hostile.name)..", "--from", "#1"],
    ["render", "tree.json", "--format", Hostile.name], ["render", "tree.json", "-o", Hostile.name],
    ["render", "tree.json", "-o", "\(Hostile.name)/a.svg"],
    ["render", "tree.json", "--trace", Hostile.name],
    ["repl", "tree.json", "-c", Hostile.name], ["repl", "tree.json", "-c", "do \u{1b}[1m"],
    ["repl", "tree.json", "-c", "\u{1b}[1m"], ["repl", "tree.json", "-c", "#\u{1b}"],
    ["repl", "tree.json", "-c", "print \u{202e}"],
  ])
  func `what a refusal shows of them is escaped, in one line`(words: [String]) throws {
    let folder = try TestFolder(dump: Hostile.dump)
    let outcome = try folder.modeltree(words)
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors.hasPrefix("modeltree: "))
    #expect(Hostile.harm(in: outcome.errors) == [])
    #expect(outcome.errors.dropLast().count { $0.isNewline } == 0)
    #expect(outcome.errors.hasSuffix("\n"))
    #expect(folder.names == ["tree.json"])
  }

  @Test(arguments: [
    ("format", #"{"format": "\#(Hostile.json)", "version": 1, "nodes": []}"#),
    ("version", #"{"format": "model-tree", "version": 1\#u{1b}, "nodes": []}"#),
    (
      "kind",
      ExamMaster.dump(nodes: [
        #"{"id": 1, "type": "A", "raises": [{"kind": "\#(Hostile.json)"}]}"#
      ])
    ),
    (
      "state",
      ExamMaster.dump(nodes: [
        #"{"id": 1, "type": "A", "state": {"\#(Hostile.json)": "", "\#(Hostile.json)": ""}}"#
      ])
    ),
  ])
  func `a dump that is refused cannot act through the refusal`(place: String, text: String) throws {
    let folder = try TestFolder(dump: "")
    try folder.write(text, to: "tree\u{1b}[1m\n.json")
    let outcome = try folder.modeltree("print", "tree\u{1b}[1m\n.json")
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors.hasPrefix(#"modeltree: tree\u{1b}[1m\u{a}.json: line "#))
    #expect(Hostile.harm(in: outcome.errors) == [])
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }
}
