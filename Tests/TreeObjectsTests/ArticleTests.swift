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
