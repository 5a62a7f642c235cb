import Foundation
import ModelTree
import Testing
import TreeSnapshot

/// An article of the documentation.
///
/// Its ```swift blocks make a program, in the order in which they stand and with an empty line
/// between them. A block that begins with `// Name.swift` begins that file. The ```text blocks are
/// what the program prints, the ```console blocks what is typed at the prompt and answered there.
private nonisolated struct Article: CustomTestStringConvertible, Sendable {
  var module = "ModelTree"
  let name: String
  /// The file in `Articles/` that is the same program as a part of this target, so that it can run.
  let twin: String

  static let buildATree = Article(name: "BuildATree", twin: "Library.swift")
  static let messages = Article(name: "HowMessagesTravel", twin: "Parcels.swift")
  static let sessions = Article(
    module: "ModelTreeStorage", name: "KeepASession", twin: "Notes.swift")
  static let network = Article(name: "AnswerFromTheNetwork", twin: "Departures.swift")
  static let views = Article(name: "FollowAModelInSwiftUI", twin: "Basket.swift")
  static let journals = Article(name: "KeepAJournal", twin: "Ferries.swift")
  static let today = Article(name: "FromTheArticle", twin: "Cinema.swift")
  static let all = [buildATree, messages, network, views, sessions, journals, today]

  /// The articles that are compiled here: the ones above, and those that others run.
  static let compiled: [Article] = {
    var articles = all
    articles.append(
      Article(module: "TreeObjects", name: "InspectTheArchitectureYouHave", twin: "Kiosk.swift"))
    #if os(Linux)
      // Elsewhere the compiler alone does not find the module Testing.
      articles.append(
        Article(module: "ModelTreeTesting", name: "TestYourTree", twin: "MailTests.swift"))
    #endif
    return articles
  }()

  /// The sources of a module, in whichever room it is.
  static func sources(of module: String) -> URL {
    let rooms = ["Runtime", "Apps", "Tree"].map {
      packageFolder.appending(path: "Sources/\($0)/\(module)")
    }
    return rooms.first { FileManager.default.fileExists(atPath: $0.path()) } ?? rooms[0]
  }

  static func catalog(of module: String) -> URL {
    sources(of: module).appending(path: "\(module).docc")
  }

  static let twins = packageFolder.appending(path: "Tests/ModelTreeTests/Articles")

  var testDescription: String { name }

  /// The blocks of one language.
  func blocks(_ language: String) throws -> [String] {
    let file = Self.catalog(of: module).appending(path: "\(name).md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "\n```\(language)\n").dropFirst().map { rest in
      // The end of the block, which may be empty.
      "\n\(rest)".components(separatedBy: "\n```")[0].dropFirst() + "\n"
    }
  }

  /// The program's files by their names.
  func files() throws -> [String: String] {
    var files: [String: String] = [:]
    var name = ""
    for block in try blocks("swift") {
      let words = block.prefix { $0 != "\n" }.split(separator: " ").map { $0.trimming(":") }
      if words.count > 1, words[0] == "//", words[1].hasSuffix(".swift") { name = words[1] }
      files[name] = files[name].map { "\($0)\n\(block)" } ?? block
    }
    return files
  }

  /// The lines typed at the prompt, and their answers.
  func dialogue() throws -> [(command: String, answer: String)] {
    try blocks("console").flatMap { block in
      "\n\(block)".components(separatedBy: "\nLibrary> ").dropFirst().map { part in
        let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let answer = lines.count > 1 ? String(lines[1]) : ""
        return (String(lines[0]), answer.hasSuffix("\n") ? answer : answer + "\n")
      }
    }
  }
}

nonisolated extension Substring {
  fileprivate func trimming(_ end: String) -> String {
    String(hasSuffix(end) ? dropLast(end.count) : self)
  }
}

@Suite nonisolated struct `The article` {
  // The tests compile the programs of most articles on the main actor.
  @Test(arguments: Article.compiled)
  private func `every snippet of the articles compiles`(article: Article) throws {
    let check = try CompilerCheck(
      files: try article.files(), in: .plain, arguments: CompilerCheck.inspectorArguments)
    #expect(check.isAccepted)
    #expect(check.diagnostics == "")
  }

  @Test(arguments: Article.all)
  private func `the snippets of an article are its program, line by line`(article: Article) throws {
    // A program here is built for older systems than its article's reader has.
    let twin = try String(
      contentsOf: Article.twins.appending(path: article.twin), encoding: .utf8
    ).replacing("@available(macOS 14, iOS 17, tvOS 17, *)", with: "")
    let snippets = try #require(try article.files()[article.twin])
    let lines = (twin: twin.components(separatedBy: "\n"), snippets.components(separatedBy: "\n"))
    let firstDifference = zip(lines.0, lines.1).enumerated().first { $0.element.0 != $0.element.1 }
    #expect(firstDifference == nil, "the line after \(firstDifference?.offset ?? 0) differs")
    #expect(twin == snippets)
  }

  @Test func `every article is tested, and no program is without one`() throws {
    func names(_ folder: URL) throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path()))
    }
    #expect(try names(Article.twins) == Set(Article.all.map(\.twin)))
    let pages = [
      "ModelTree": ["ModelTree.md", "Model.md"], "ModelTreeStorage": ["ModelTreeStorage.md"],
    ]
    for (module, pages) in pages {
      let articles = Article.all.filter { $0.module == module }.map { "\($0.name).md" }
      #expect(try names(Article.catalog(of: module)) == Set(articles + pages))
    }
  }

  // MARK: The programs' output

  @available(macOS 14, iOS 17, tvOS 17, *)
  @Test func `the library prints what its article says, and its prompt answers so`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { await runLibrary() }
    let parts = try #require(result).output.components(separatedBy: dumpMark)
    try #require(parts.count == 3)
    #expect(parts[0] == (try Article.buildATree.blocks("text").joined()))

    let dump = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(parts[1].utf8).write(to: dump)
    defer { try? FileManager.default.removeItem(at: dump) }
    let dialogue = try Article.buildATree.dialogue()
    #expect(!dialogue.isEmpty)
    for (command, answer) in dialogue {
      let actual = try answered(to: command, on: dump)
      #expect(actual == answer)
    }
  }

  @Test func `the routing examples print what their article says`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { await printEveryRule() }
    #expect(try #require(result).output == (try Article.messages.blocks("text").joined()))
  }

  @Test func `the departures print what their article says`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { try await runDepartures() }
    #expect(try #require(result).output == (try Article.network.blocks("text").joined()))
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  @Test func `the basket prints what its article says`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { await fillABasket() }
    #expect(try #require(result).output == (try Article.views.blocks("text").joined()))
  }

  @Test func `the cinema prints what its article says`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      await anEvening()
      await sellTickets()
    }
    #expect(try #require(result).output == (try Article.today.blocks("text").joined()))
  }

  @Test func `the session examples print what their article says`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { try await runNotes() }
    #expect(try #require(result).output == (try Article.sessions.blocks("text").joined()))
  }

  /// The shell command's answer: a prompt inside an app has the same interpreter.
  private func answered(to command: String, on dump: URL) throws -> String {
    let modeltree = Process()
    modeltree.executableURL = try BuildFolder.url(of: "modeltree")
    modeltree.arguments = ["repl", dump.path(), "-c", command]
    let output = Pipe()
    modeltree.standardOutput = output
    modeltree.standardInput = FileHandle.nullDevice
    try modeltree.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    modeltree.waitUntilExit()
    #expect(modeltree.terminationStatus == 0)
    return String(decoding: answer, as: UTF8.self)
  }

  // MARK: The landing page

  @Test(arguments: ["ModelTree", "ModelTreeStorage"])
  func `the landing page lists every public type of the module`(module: String) throws {
    let page = try String(
      contentsOf: Article.catalog(of: module).appending(path: "\(module).md"), encoding: .utf8)
    let sources = Article.sources(of: module)
    let declaration = /^(public|open) (final )?(class|struct|enum|protocol|actor|typealias) (\w+)/
      .anchorsMatchLineEndings()
    var types: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path())
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      types.formUnion(text.matches(of: declaration).map { String($0.4) })
    }
    #expect(types.count > (module == "ModelTree" ? 20 : 1))
    let listed = page.matches(of: /- ``(\w+)``/).map { String($0.1) }
    #expect(types.symmetricDifference(listed).sorted() == [])
    #expect(Set(listed).count == listed.count)
  }
}

nonisolated extension ExitTest.Result {
  fileprivate var output: String { String(decoding: standardOutputContent, as: UTF8.self) }
}

/// Surrounds the dump in the program's output.
private nonisolated let dumpMark = "-- dump --\n"

@available(macOS 14, iOS 17, tvOS 17, *)
@MainActor private func runLibrary() {
  let app = LibraryApp()
  app.run()
  let dump = app.controller.session?.snapshot(name: "Library").dump() ?? []
  print(dumpMark, String(decoding: dump, as: UTF8.self), dumpMark, separator: "", terminator: "")
}

@MainActor private func runNotes() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "model-tree-\(UUID())")
  defer { try? FileManager.default.removeItem(at: folder) }
  keepADraft(in: folder.appending(path: "session").path())
  openWithoutTheDraft()
}
