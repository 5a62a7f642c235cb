import Foundation
import ModelTree
import ModelTreeAgent
import ModelTreeJournal
import TestSupport
import Testing
import TreeJournal

/// The file of a journal, which another process reads.
@MainActor @Suite struct `A journal's file from outside` {
  private let folder: LinkTestFolder

  init() throws { folder = try LinkTestFolder() }

  @Test func `of a session that has ended shows the last tree that there was`() throws {
    let path = folder.path(of: "app.journal")
    let journal = try Journal(bytes: 1 << 16, file: path)
    var last = 0
    for count in [1, 2] {
      let root = Root()
      root.record(in: journal)
      for _ in 0..<count { _ = Row(parent: root) }
      last = journal.recordCount
    }
    let shown = try folder.modeltree("print", path)
    #expect(shown.status == 0)
    #expect(shown.text == "──Root\n   ├─Row\n   └─Row\n")
    #expect(
      shown.errors == """
        modeltree: note: the app held no tree at the end of this journal; this is its last one, at \
        moment \(last)

        """)
    #expect(try folder.modeltree("journal", path).errors == "")
    #expect(try folder.modeltree("print", path, "--at", "\(last)").text == shown.text)
    #expect(
      try folder.modeltree("print", path, "--at", "\(journal.recordCount)").errors == """
        modeltree: there was no tree at moment \(journal.recordCount), as its session was gone; the \
        last moment with one is \(last)

        """)
  }

  /// The name of the tree in a journal's file, as the command shows it.
  private func name(in path: String) throws -> String? {
    let shown = try folder.modeltree("print", path, "--json")
    let dump = try JSONSerialization.jsonObject(with: Data(shown.output)) as? [String: Any]
    return dump?["name"] as? String
  }

  @Test(arguments: [true, false])
  func `names the tree as the app's agent does, whether that comes first or last`(
    isAgentFirst: Bool
  ) throws {
    let path = folder.path(of: "app.journal")
    let journal = try Journal(bytes: 1 << 16, file: path)
    let root = Root()
    if !isAgentFirst { root.record(in: journal) }
    let agent = Agent(name: "Shöp \"1\"") { root }
    if isAgentFirst { root.record(in: journal) }
    #expect(try name(in: path) == "Shöp \"1\"")
    withExtendedLifetime(agent) {}
  }

  @Test func `names the tree as its agent does, which is given the journal`() throws {
    let path = folder.path(of: "app.journal")
    let root = Root()
    let agent = Agent(name: "Shop", journal: try Journal(bytes: 1 << 16, file: path)) { root }
    #expect(try name(in: path) == "Shop")
    withExtendedLifetime(agent) {}
  }

  @Test func `names the tree after the program without an agent`() throws {
    let path = folder.path(of: "app.journal")
    let root = Root()
    root.record(in: try Journal(bytes: 1 << 16, file: path))
    #expect(try name(in: path) == ProcessInfo.processInfo.processName)
  }
}
