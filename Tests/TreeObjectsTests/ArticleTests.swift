import Foundation
import ModelTree
import ModelTreeJournal
import Testing
import TreeAnalysis
import TreeObjects
import TreeSnapshot

private let package = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../..").standardized
private let catalog = package.appending(path: "Sources/Tree/TreeObjects/TreeObjects.docc")

private func text(_ path: String) throws -> String {
  try String(contentsOf: package.appending(path: path), encoding: .utf8)
}

private func article() throws -> String {
  try String(
    contentsOf: catalog.appending(path: "InspectTheArchitectureYouHave.md"), encoding: .utf8)
}

/// The article's ```swift blocks make the files in `Articles/`, in the order in which they stand and
/// with an empty line between them; a block that begins with `// Name.swift` begins that file. The
/// ```text blocks are trees of what the files make, the ```console blocks what is typed and answered.
@Suite struct `The article` {
  private func blocks(_ language: String) throws -> [String] {
    try article().components(separatedBy: "\n```\(language)\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] + "\n" }
  }

  @Test func `the snippets are the files that compile, line by line`() throws {
    var files: [String: String] = [:]
    var name = ""
    for block in try blocks("swift") {
      if let start = block.prefixMatch(of: /\/\/ (\w+\.swift)/) { name = String(start.1) }
      files[name] = files[name].map { "\($0)\n\(block)" } ?? block
    }
    let twins = "Tests/TreeObjectsTests/Articles"
    for (name, snippets) in files {
      #expect(try text("\(twins)/\(name)") == snippets, "\(name)")
    }
    let present = try FileManager.default.contentsOfDirectory(
      atPath: package.appending(path: twins).path())
    #expect(Set(present) == Set(files.keys))
  }

  @Test @MainActor func `the trees are those of the snippets`() throws {
    let coordinator = Coordinator()
    coordinator.start()
    coordinator.list.onSelect?(1)
    let help = HelpScreen()
    let trees = [look(at: coordinator.list.menu), Snapshot(of: help), snapshot(of: coordinator)]
    #expect(try blocks("text") == trees.map { $0.text() })
    #expect(trees[2][9].state == [StateEntry(key: "same as", value: "#1")])
  }

  @Test @MainActor func `what the snippets report is recorded`() throws {
    let (coordinator, journal) = (Coordinator(), Journal(bytes: Journal.leastBytes))
    coordinator.show(.full, of: coordinator.list, recordingIn: journal)
    #expect(coordinator.problem == .full)
    #expect(journal.recordCount == 2)
  }

  @Test func `the adopters of the snippets take what they are registered for`() throws {
    let coordinator = Coordinator()
    #expect(coordinator.inspectedSubscriptions.map(\.domain) == ["StoreError"])
    coordinator.start()
    #expect(coordinator.inspectedSubscriptions.map(\.domain) == ["StoreError", "ListScreen"])
    coordinator.receive(TestMessage(.error, domain: "StoreError", code: "full"))
    #expect(coordinator.problem == .full)
    coordinator.receive(TestMessage(.bubble, domain: "ListScreen", code: "onSelect"))
    #expect(coordinator.editor != nil)
  }

  @Test @MainActor func `what a model raises comes above its root only where the root hands it on`()
    throws
  {
    let help = HelpScreen()
    let question = try #require(help.session.children.first)
    question.raise(HelpErrors.noAnswer)
    #expect(help.problem == "noAnswer")
    let tree = Snapshot(of: help)
    let message = Message(kind: .error, domain: "HelpErrors", code: "noAnswer")
    #expect(tree.route(of: message, raisedAt: 2).outcome == .handled(by: 0))
  }

  @Test func `a prompt answers on the samples' dumps as the article says`() throws {
    let dialogue = try blocks("console").map { block in
      let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return (command: String(lines[0]), answer: String(lines[1]))
    }
    #expect(dialogue.count == 3)
    for (command, answer) in dialogue {
      let words = command.split(separator: " ").map(String.init)
      #expect(words.prefix(3) == ["$", "tools/run", "trace"])
      #expect(try modeltree(words.dropFirst(2)) == answer, "\(command)")
    }
  }

  /// What `modeltree` answers, which stands where the tests were built.
  private func modeltree(_ arguments: some Sequence<String>) throws -> String {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(filePath: bundle).resolvingSymlinksInPath()
    while folder.path() != "/",
      !FileManager.default.isExecutableFile(atPath: folder.appending(path: "modeltree").path())
    { folder.deleteLastPathComponent() }
    let command = Process()
    command.executableURL = folder.appending(path: "modeltree")
    command.arguments = Array(arguments)
    command.currentDirectoryURL = package
    let output = Pipe()
    command.standardOutput = output
    command.standardInput = FileHandle.nullDevice
    try command.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    command.waitUntilExit()
    return String(decoding: answer, as: UTF8.self)
  }

  @Test func `the landing page lists every public type of the module`() throws {
    let page = try String(contentsOf: catalog.appending(path: "TreeObjects.md"), encoding: .utf8)
    let declaration = /^public (?:final )?(?:class|struct|enum|protocol) (\w+)/
      .anchorsMatchLineEndings()
    let sources = "Sources/Tree/TreeObjects"
    var types: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(
      atPath: package.appending(path: sources).path()) where file.hasSuffix(".swift")
    {
      types.formUnion(try text("\(sources)/\(file)").matches(of: declaration).map { String($0.1) })
    }
    let listed = page.matches(of: /- ``(\w+)``/).map { String($0.1) }
    #expect(types.sorted() == listed.sorted())
    #expect(page.contains("- <doc:InspectTheArchitectureYouHave>"))
  }
}

/// The article's table of what the samples' inspection takes, held to the samples' files.
@Suite struct `Lines of the inspection` {
  /// The lines of code of a sample's inspection: neither empty nor a comment.
  private static func lines(of sample: String) throws -> [Substring] {
    try text("samples/\(sample)/App/Inspection.swift").split(separator: "\n").filter {
      !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
    }
  }

  /// How many of them adopt the protocol for each type, from the head of the extension to its brace;
  /// all others are counted under "". What types share is counted under what they share it through.
  private static func counts(of sample: String) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    var type = ""
    for line in try lines(of: sample) {
      if line.first != " ", line.contains("Inspectable"),
        let head = line.firstMatch(of: /extension (?:Inspectable where Self: )?(\w+)/)
      {
        type = String(head.1)
      }
      counts[type, default: 0] += 1
      if line.first != " ", line.hasSuffix("}") { type = "" }
    }
    return counts
  }

  private struct Row {
    let sample: String
    /// The types of the row; those after `through` are shared by those before.
    let types: [String]
    let shared: [String]
    let lines: Int
    let linesEach: Int?
  }

  /// The rows of the table: sample, types, lines, lines for each of the types.
  private static func rows() throws -> [Row] {
    var sample = ""
    return try article().split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
        .dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let lines = Int(cells[2]) else { return nil }
      if let name = cells[0].wholeMatch(of: /\[(\w+)\]\(.*\)/) { sample = String(name.1) }
      let parts = cells[1].components(separatedBy: "through").map { part in
        part.matches(of: /`(\w+)`/).map { String($0.1) }
      }
      return Row(
        sample: sample, types: parts[0], shared: parts.dropFirst().flatMap(\.self), lines: lines,
        linesEach: Int(cells[3]))
    }
  }

  @Test(arguments: ["Cars", "Chat", "Profile"])
  func `the lines for the inspector are those of the table, and few`(sample: String) throws {
    var counts = try Self.counts(of: sample)
    let rows = try Self.rows().filter { $0.sample == sample }
    let (types, others) = (rows.filter { !$0.types.isEmpty }, rows.filter { $0.types.isEmpty })
    for row in types {
      // What each adopts alone is as long for all of a row.
      if row.shared.isEmpty {
        #expect(row.types.allSatisfy { counts[$0] == row.linesEach }, "\(row.types)")
      }
      let names = row.types + row.shared
      let sum = names.reduce(0) { $0 + (counts.removeValue(forKey: $1) ?? 0) }
      #expect(row.lines == sum, "\(names)")
      #expect(row.linesEach == sum / row.types.count, "\(names)")
      #expect(sum % row.types.count == 0 && sum <= 12 * row.types.count, "\(names)")
    }
    // What is left belongs to no type that adopts the protocol; and then the sum.
    try #require(others.count == 2)
    #expect(counts == ["": others[0].lines])
    #expect(others[1].lines == (try Self.lines(of: sample)).count)
    #expect(rows.dropLast().map(\.lines).reduce(0, +) == others[1].lines)
    #expect(others[1].lines <= 60)
  }
}
