import Foundation
import TestSupport
import Testing

/// An article of the documentation.
///
/// Its ```swift blocks make a program, in the order in which they stand and with an empty line
/// between them. A block that begins with `// Name.swift` begins that file. The ```text blocks are
/// what the program prints, the ```treespec blocks are specs of the trees whose dumps it writes, and the
/// ```console blocks are what is typed and answered.
private nonisolated struct Article: CustomTestStringConvertible, Sendable {
  /// Its module, in its room.
  let module: String
  let name: String
  /// The files that the program leaves out: what it would wait for, or what needs another system.
  var leftOut: Set<String> = []
  /// What the program does, with a folder of its own.
  let main: String

  static let all = [
    Article(
      module: "Runtime/ModelTree", name: "BuildATree", leftOut: ["Main.swift"],
      main: """
        let app = LibraryApp()
        app.run()
        try app.controller.session?.snapshot(name: "Library").writeDump(toFile: folder + "/0.json")
        """),
    Article(module: "Runtime/ModelTree", name: "HowMessagesTravel", main: "printEveryRule()"),
    Article(
      module: "Runtime/ModelTree", name: "AnswerFromTheNetwork", main: "try await runDepartures()"),
    Article(
      module: "Runtime/ModelTree", name: "FollowAModelInSwiftUI", leftOut: ["BasketView.swift"],
      main: "fillABasket()"),
    Article(
      module: "Runtime/ModelTree", name: "KeepAJournal",
      main: """
        let journal = Journal(bytes: 1 << 20)
        let controller = openHarbor(with: journal)
        let most = try ferriesThatWere(journal).max()
        precondition(controller.session != nil && most == 1)
        """),
    Article(
      module: "Runtime/ModelTree", name: "FromTheArticle", main: "anEvening()\nsellTickets()"),
    Article(
      module: "Runtime/ModelTreeStorage", name: "KeepASession",
      main: "keepADraft(in: folder + \"/session\")\nopenWithoutTheDraft()"),
    Article(
      module: "Tree/TreeObjects", name: "InspectTheArchitectureYouHave",
      main: """
        let coordinator = Coordinator()
        coordinator.start()
        coordinator.list.onSelect?(1)
        for tree in [
          look(at: coordinator.list.menu), Snapshot(of: HelpScreen()), snapshot(of: coordinator),
        ] {
          print(tree.text(), terminator: "")
        }
        let journal = Journal(bytes: Journal.leastBytes)
        coordinator.show(.full, of: coordinator.list, recordingIn: journal)
        precondition(journal.recordCount == 2)
        """),
    Article(
      module: "Tree/TreeObjects", name: "InspectCoordinatorsViewModelsAndActors",
      main: """
        let trips = TripsCoordinator()
        trips.start()
        trips.router.screens[0].onNext?()
        let view = ShelfView()
        for title in ["Emma", "Middlemarch"] { view.model.add(title) }
        view.model.selected = view.model.books[1]
        let queue = DownloadQueue()
        queue.add("map", parts: [[1, 2], [3, 4]])
        for task in queue.tasks { await task.value }
        let trees = [snapshot(of: trips), snapshot(of: view), snapshot(of: queue)]
        for (number, tree) in trees.enumerated() {
          print(tree.text(), terminator: "")
          try tree.writeDump(toFile: folder + "/\\(number).json")
        }
        """),
    Article(
      module: "Command/ModelTreeInspector", name: "InspectARunningApp",
      main: "let status = await showEmma()\nprecondition(status == 0)"),
  ]

  static func catalog(of module: String) -> String {
    "\(Tool.packageFolder)/Sources/\(module)/\(module.split(separator: "/")[1]).docc"
  }

  var testDescription: String { name }

  /// The blocks of one language.
  func blocks(_ language: String) throws -> [String] {
    let file = "\(Self.catalog(of: module))/\(name).md"
    let text = try String(contentsOfFile: file, encoding: .utf8)
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
      if let start = block.prefixMatch(of: /\/\/ (\w+\.swift)/) { name = String(start.1) }
      files[name] = files[name].map { "\($0)\n\(block)" } ?? block
    }
    return files
  }

  /// The program's files, and one that begins it.
  func program() throws -> [String: String] {
    let imports = ["Foundation", "ModelTree", "ModelTreeJournal", "TreeObjects", "TreeSnapshot"]
    var files = try files().filter { !leftOut.contains($0.key) }
    files["Begin.swift"] = """
      \(imports.map { "import \($0)\n" }.joined())
      @main @MainActor struct Begin {
        static func main() async throws {
          let folder = CommandLine.arguments[1]
          \(main)
          _ = folder
          exit(0)
        }
      }
      """
    return files
  }
}

@Suite nonisolated struct `The article` {
  @Test(arguments: Article.all)
  private func `an article's program prints what it shows, and commands answer so`(
    article: Article
  ) throws {
    let folder = try TemporaryFolder()
    let program = folder.path(of: "program")
    let check = try CompilerCheck(files: try article.program(), linkedTo: program)
    try #require(check.isAccepted && check.diagnostics == "", "\(check.diagnostics)")
    func run(_ command: [String], in directory: String) throws -> Outcome {
      try ChildProcess.run(command, environment: ["LC_ALL": "C.UTF-8"], directory: directory)
    }
    let ran = try run([program, folder.path], in: folder.path)
    #expect(ran.status == 0 && ran.errors == "", "\(ran.errors)")
    #expect(Self.untimed(ran.text) == Self.untimed(try article.blocks("text").joined()))

    let modeltree = try BuiltProduct.path(of: "modeltree")
    for (number, spec) in try article.blocks("treespec").enumerated() {
      try folder.write(spec, to: "\(number).treespec")
      let checked = try run(
        [modeltree, "check", "\(number).json", "\(number).treespec"], in: folder.path)
      #expect(checked.status == 0, "\(checked.text)\(checked.errors)")
    }
    for block in try article.blocks("console") {
      let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let answer =
        if let typed = lines[0].prefixMatch(of: /Library> (.*)/) {
          try run([modeltree, "repl", folder.path(of: "0.json"), "-c", String(typed.1)], in: "/")
        } else {
          // After `$ tools/run`.
          try run(
            [modeltree] + lines[0].split(separator: " ").dropFirst(2).map(String.init),
            in: Tool.packageFolder)
        }
      #expect(answer.status == 0)
      #expect(answer.text == lines[1], "\(lines[0])")
    }
  }

  private static func untimed(_ text: String) -> String {
    text.replacing(/took [0-9.]+ [µm]?s/, with: "took a while")
  }

  @Test(arguments: Article.all.filter { !$0.leftOut.isEmpty })
  private func `what isn't run of an article compiles`(article: Article) throws {
    let check = try CompilerCheck(files: try article.files())
    #expect(check.isAccepted)
    #expect(check.diagnostics == "")
  }

  @Test(arguments: ["Runtime/ModelTree", "Runtime/ModelTreeStorage", "Tree/TreeObjects"])
  func `every article is tested, and the landing page lists every public type of the module`(
    module: String
  ) throws {
    let name = module.split(separator: "/")[1]
    let pages = ["\(name).md", "Model.md"]
    let articles = Article.all.filter { $0.module == module }.map { "\($0.name).md" }
    let files = FileManager.default
    let catalog = try files.contentsOfDirectory(atPath: Article.catalog(of: module))
    #expect(Set(catalog).subtracting(pages) == Set(articles))

    let page = try String(
      contentsOfFile: "\(Article.catalog(of: module))/\(name).md", encoding: .utf8)
    let declaration = /^(public|open) (final )?(class|struct|enum|protocol|actor|typealias) (\w+)/
      .anchorsMatchLineEndings()
    var types: [String] = []
    let sources = "\(Tool.packageFolder)/Sources/\(module)"
    for path in try files.subpathsOfDirectory(atPath: sources) where path.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
      types += text.matches(of: declaration).map { String($0.4) }
    }
    #expect(!types.isEmpty)
    #expect(page.matches(of: /- ``(\w+)``/).map { String($0.1) }.sorted() == types.sorted())
  }
}
