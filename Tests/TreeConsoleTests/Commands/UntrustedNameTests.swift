import TestSupport
import Testing
import TreeSnapshot

/// Names out of a dump or a command line never act on the terminal.
@Suite struct `Untrusted names` {
  @Test func `a path that was shown is a selector that leads there`() throws {
    let folder = try TestFolder(dump: Hostile.dump)
    let found = try folder.modeltree("find", "tree.json", "#3").text
    let path = String(found.dropFirst(4).dropLast())
    #expect(Hostile.harm(in: path) == [])
    try folder.shell("$MODELTREE find tree.json \(path)").expect(output: found)
    try folder.modeltree("repl", "tree.json", "-c", "find \(path)").expect(output: found)
  }

  @Test func `json reads back as the very names`() throws {
    let folder = try TestFolder(dump: Hostile.dump)
    let outcome = try folder.modeltree("print", "tree.json", "--json")
    let tree = try Snapshot(dump: outcome.output)
    #expect(tree.name == Hostile.name)
    #expect(tree[0].type == Hostile.name)
    #expect(try tree.dump() == Snapshot(dump: Hostile.dump).dump())
  }
}
