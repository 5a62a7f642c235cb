import TestSupport
import Testing
import TreeSnapshot

/// Names out of a dump or a command line never act on the terminal.
@Suite struct `Untrusted names` {
  /// Commands, and how many lines they answer with. Each list is typed: together they take the
  /// compiler minutes.
  private static let questions: [([String], Int)] = [
    (["print", "tree.json"], 3), (["printSessionTree", "tree.json", "--all", "--here", "#1"], 3),
    (["print", "tree.json", "--json"], 1), (["show", "tree.json", "#1"], 14),
    (["show", "tree.json", "#2", "--json"], 1), (["find", "tree.json", "**"], 3),
    (["find", "tree.json", "**", "--json"], 1),
    (["trace", "tree.json", "error", "\(Hostile.name).\(Hostile.name)", "--from", "#3"], 10),
    (["trace", "tree.json", "error", "X.\(Hostile.name)", "--from", "#3"], 7),
    (["trace", "tree.json", "event", "\(Hostile.name).b", "--from", "#3"], 6),
    (["trace", "tree.json", "bubble", Hostile.name, "--from", "#3", "--json"], 1),
    (["raise", "tree.json", "error", "\(Hostile.name).\(Hostile.name)", "--from", "#3"], 10),
    (["trace", "tree.json", "error", "\(Hostile.name).b", "--from", "#3", "--json"], 1),
  ]

  private static let others: [([String], Int)] = [
    (["routes", "tree.json"], 20), (["routes", "tree.json", "--json"], 1),
    (["resolve", "tree.json", Hostile.name, "--from", "#3"], 5),
    (["resolve", "tree.json", Hostile.name, "--from", "#3", "--json"], 1),
    (["repl", "tree.json", "-c", "what-if remove #3", "-c", "what-if show"], 4),
    (["render", "tree.json", "--json"], 1),
    (["render", "tree.json", "-o", "\(Hostile.name).svg"], 1),
    (["render", "tree.json", "-o", "\(Hostile.name).svg", "--json"], 1),
    (["render", "tree.json", "--diff", "tree.json", "--json"], 1),
    (["repl", "tree.json", "-c", "snapshot '\(Hostile.quoted)'", "-c", "snapshot"], 2),
    (["repl", "tree.json", "-c", "snapshot '\(Hostile.quoted)' --json"], 1),
    (["repl", "tree.json", "-c", "here #3", "-c", "here"], 2),
    (["repl", "tree.json", "-c", "here #3 --json"], 1),
    (["print", "tree.json", "--as-spec"], 6),
  ]

  @Test(arguments: questions + others)
  func `what an answer shows of them is escaped`(words: [String], lines: Int) throws {
    let outcome = try TestFolder(dump: Hostile.dump).modeltree(words)
    #expect(outcome.status == 0)
    #expect(Hostile.harm(in: outcome.text) == [])
    #expect(Hostile.harm(in: outcome.errors) == [])
    #expect(outcome.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("modeltree: ") })
    #expect(
      outcome.text.split(separator: "\n", omittingEmptySubsequences: false).count == lines + 1)
    #expect(outcome.text.contains("u001b") || outcome.text.contains("u{1b}"))
  }

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
