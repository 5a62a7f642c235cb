import Foundation
import ModelTree
import ModelTreeTesting
import Testing

/// The README's first ```swift block and the articles' make the files in `Articles/`, in their order and
/// with an empty line between them; a block that begins with `// Name.swift` begins that file. They
/// are compiled and run as tests of this target.
@Suite(.takingFoundIssues) struct `The article` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let catalog = folder.appending(
    path: "../../Sources/Apps/ModelTreeTesting/ModelTreeTesting.docc"
  ).standardized

  private static let exploring = catalog.appending(path: "ExploreYourApp.md")
  private static let readme = folder.appending(path: "../../README.md").standardized

  private func blocks(
    _ language: String, of file: URL = catalog.appending(path: "TestYourTree.md")
  ) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8)
      .components(separatedBy: "\n```\(language)\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] + "\n" }
  }

  @Test func `the snippets are the tests that run, line by line`() throws {
    var files: [String: String] = [:]
    var name = ""
    // The README's other blocks are parts of a manifest and of an app.
    let blocks = try [blocks("swift", of: Self.readme)[0]] + blocks("swift")
    for block in try blocks + self.blocks("swift", of: Self.exploring) {
      if let start = block.prefixMatch(of: /\/\/ (\w+\.swift)/) { name = String(start.1) }
      files[name] = files[name].map { "\($0)\n\(block)" } ?? block
    }
    let twins = Self.folder.appending(path: "Articles")
    for (name, text) in files {
      let twin = try String(contentsOf: twins.appending(path: name), encoding: .utf8)
      #expect(twin == text, "\(name)")
    }
    let present = try FileManager.default.contentsOfDirectory(atPath: twins.path())
      .filter { $0.hasSuffix(".swift") }
    #expect(Set(present) == Set(files.keys))
  }

  @Test func `a failure reads as the article shows it`() throws {
    let session = MailSession()
    session.open()
    let issue = FoundIssue.of {
      expectTree(
        session,
        matches: """
          MailSession [session]
            InboxFlow
              MailList
              Draft
          error Mail.Offline from MailList => InboxFlow
          """)
    }
    let shown = try #require(issue).text.components(separatedBy: "\n\nThe tree is attached")[0]
    #expect(try shown + "\n" == blocks("text")[0], "\(shown)")
  }

  @Test func `what happened instead reads as the article shows it`() throws {
    let session = MailSession()
    session.open()
    let issue = FoundIssue.of {
      expectJournal(of: session, says: "error Mail.Offline from MailList => InboxFlow") {
        session.inbox.list.raise(Mail.Full())
      }
    }
    let shown = try #require(issue).text.components(separatedBy: "\n\nThe journal is attached")[0]
    let moved = shown.replacing("ArticleTests.swift:\(#line - 4)", with: "MailTests.swift:81")
    let expected = try blocks("text")[1].withoutTimes
    #expect(moved.withoutTimes + "\n" == expected)
  }

  @Test func `an exploration fails as its article shows`() async throws {
    final class ForgetfulSession: TicketSession {
      override func sessionDidLoad() {}
    }
    let issue = await FoundIssue.of {
      await expectExploration(of: { ticketApp(ForgetfulSession()) }, runs: 50, seed: 7)
    }
    let shown = try blocks("text", of: Self.exploring)[0]
    #expect(try #require(issue).text.hasPrefix(shown.dropLast()))
  }

  @Test func `the README's test fails as it shows`() throws {
    let session = AppSession()
    session.open()
    let issue = FoundIssue.of {
      expectRoute(of: Network.Offline.self, from: session.flow.picker, isHandledBy: session)
    }
    let shown = try #require(issue).text.components(separatedBy: "\n\nThe tree is attached")[0]
    #expect(try shown + "\n" == blocks("text", of: Self.readme)[0])
    #expect(
      try blocks("swift", of: Self.readme)[1]
        == "expectRoute(of: Network.Offline.self, from: session.flow.picker, isHandledBy: session)\n"
    )
  }
}
