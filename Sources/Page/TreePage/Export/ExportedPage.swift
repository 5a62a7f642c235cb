import Foundation
import TextIO
import TreeAnalysis
import TreeConsole
import TreeJournal
import TreeSnapshot

/// A page that needs no server: its files, one of which contains the tree and some answers.
struct ExportedPage {
  /// The number of models in it.
  let modelCount: Int
  /// The history in it; nil if the target has none.
  let journal: ExportedJournal?
  let files: [(name: String, bytes: [UInt8])]

  /// A browser takes seconds to unpack larger trees.
  static let limit = 100_000

  /// - Parameters:
  ///   - comparison: The words that compare the target with an older one; empty for none.
  ///   - names: The files and targets that these may name.
  /// - Throws: `ConsoleError` if the tree is too large, or an error of the target.
  init(
    _ target: any InspectionTarget, about: JSONText, specs: [String], _ comparison: [String],
    naming names: [String]
  ) throws {
    let hasTree = target.lackOfTree == nil
    let end = hasTree ? try target.journalEnd() : nil
    let state = hasTree ? try target.state(at: end) : nil
    modelCount = state?.snapshot.count ?? 0
    if modelCount > Self.limit {
      throw ConsoleError(
        """
        the tree has \(modelCount) models, and a page without a server holds \(Self.limit) at most; \
        export a dump of a part: modeltree print DUMP SELECTOR --json -o part.json
        """)
    }
    let service = CommandService(target: target, files: names)
    let commands = ExportedAnswers.ofTree(specs: specs)
    let diff = comparison.first == "diff" ? ["--diff"] + comparison.suffix(1) : []
    let answers = ExportedAnswers(
      commands + [ExportedAnswers.layout, ExportedAnswers.layout + diff], service, at: end)
    let compared = ExportedAnswers(comparison.isEmpty ? [] : [comparison], service)
    let journal =
      target.capabilities.contains(.journal)
      ? ExportedJournal(
        try target.journal(), name: target.name, largest: modelCount, limit: Self.limit, commands,
        service)
      : nil
    self.journal = journal
    let data = JSONText.object { json in
      json.write("about", about)
      json.write("answers", answers.json)
      json.write("compared", compared.json)
      if let state {
        json.write("tree", Data(TreeColumns(state, revision: 1).bytes).base64EncodedString())
      }
      if let journal { json.write("journal", journal.json) }
    }
    files = [
      ("page.css", PageFiles.style.bytes),
      ("icon.svg", PageFiles.icon.bytes),
      ("page.js", Self.script()),
      // As text, because JavaScript would round large ids.
      (
        "tree.js",
        Array("globalThis.modelTreeExport = ".utf8) + JSONText.string(data.string).bytes
          + Array(";\n".utf8)
      ),
      (ExportFolder.page, Self.page()),
    ]
  }

  /// A description of its contents.
  var words: SafeText {
    let models = counted(modelCount, "model")
    guard let journal else { return models }
    let moments = counted(journal.momentCount, "moment")
    return journal.momentCount < journal.allMoments
      ? "\(models), \(moments) of \(journal.allMoments)" : "\(models), \(moments)"
  }

  /// The modules as one script, because a browser loads no modules from a file. Each follows the
  /// ones it imports, and their names are distinct.
  private static func script() -> [UInt8] {
    var text = "\"use strict\";\n{\n"
    for file in PageFiles.scripts {
      for line in String(decoding: file.bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("import ")
      {
        text += (line.hasPrefix("export ") ? line.dropFirst(7) : line) + "\n"
      }
    }
    return Array((text + "}\n").utf8)
  }

  /// The page with scripts instead of modules. A page from a file has no headers, so it contains
  /// its policy.
  private static func page() -> [UInt8] {
    let policy = """
      default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: blob:; \
      base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'
      """
    return Array(
      String(decoding: PageFiles.page.bytes, as: UTF8.self)
        .replacing(
          #"<script type="module" src="page.js"></script>"#,
          with: """
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            \(ExportFolder.mark)
            <script defer src="page.js"></script>
            """
        ).utf8)
  }
}

/// Answers of commands, for a page that can't run them.
struct ExportedAnswers {
  /// An object: the words of a command as a JSON array, and its answer.
  let json: JSONText

  /// Runs commands.
  ///
  /// - Parameter moment: The moment; nil for the present.
  init(_ commands: [[String]], _ service: CommandService, at moment: Int? = nil) {
    json = .object { json in
      for words in commands {
        let key = JSONText.array { elements in for word in words { elements.write(word) } }
        let line = moment.map { [words[0], "--at=\($0)"] + words.dropFirst() } ?? words
        json.write(key.string, service.run(line).json)
      }
    }
  }

  /// The commands of views that show a whole tree.
  ///
  /// - Parameter specs: The specs that it must match.
  static func ofTree(specs: [String]) -> [[String]] {
    let problems = ["problems", "--json", "--limit=500"] + specs.flatMap { ["--spec", $0] }
    let routes = [["routes"], ["routes", "--uncaught"]].flatMap {
      [$0 + ["--json", "--limit=500"], $0 + ["--json", "--count"]]
    }
    return routes + [problems] + (specs.isEmpty ? [] : [["check", "--json", "--"] + specs])
  }

  /// The command of the diagram.
  static let layout = ["render", "--format=layout", "--boxes=\(ExportedPage.limit)"]
}

/// A folder for a page that needs no server.
struct ExportFolder {
  private let path: String

  /// Text in the page of every export, including those of earlier versions.
  static let mark = #"<script defer src="tree.js"></script>"#
  /// The name of the page.
  static let page = "index.html"

  /// Opens a folder.
  ///
  /// - Throws: `ConsoleError` if the folder contains anything but an export, or is a link.
  init(_ path: String) throws(ConsoleError) {
    self.path = path
    let itself = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let advice: SafeText = "name an empty folder, or a new one"
    if FileNames.isLink(itself) {
      throw ConsoleError("'\(path)' is a symbolic link; \(advice)")
    }
    if !isOurs { throw ConsoleError("'\(path)' holds something else than an export; \(advice)") }
  }

  /// Whether the folder is missing or empty, or contains an export.
  private var isOurs: Bool {
    guard let names = try? FileSet.names(in: path), !names.isEmpty else { return true }
    guard let page = try? FileBytes(itself: "\(path)/\(Self.page)", limit: 1 << 20) else {
      return false
    }
    return page.withBuffer { String(decoding: $0, as: UTF8.self).contains(Self.mark) }
  }

  /// Writes files, which replace those of an earlier export together.
  func write(_ files: [(name: String, bytes: [UInt8])]) throws(FileError) {
    let set = try FileSet(in: path)
    // The page first: a folder with it is taken for an export, even if this process is killed now.
    for isPage in [true, false] {
      for file in files where (file.name == Self.page) == isPage {
        try set.file(named: file.name).write(file.bytes)
      }
    }
    try set.finish()
  }
}

/// A journal for a page without a server: its records, and the tree at some moments.
struct ExportedJournal {
  /// The number of exported moments.
  let momentCount: Int
  /// The number of moments at which the tree changed.
  let allMoments: Int
  /// The records, and the moments with the commands' answers.
  let json: JSONText

  /// The maximum number of records with answers of their own.
  private static let mostAsked = 100

  /// The records of messages that no model took: the `raised` ones and the ones of their ends, each
  /// with the command that explains the route.
  private static func lostMessages(_ contents: JournalContents) -> [(Int, [String])] {
    var found: [(Int, [String])] = []
    contents.forEachRecord { record in
      guard [.uncaught, .unhandled, .unheard].contains(record.event),
        let message = record.message?.message
      else { return true }
      let words = [
        "trace", "--json", "--from=#\(record.node.id)", "--", message.kind.rawValue,
        "\(message.domain).\(message.code)",
      ]
      found += [record.raise, record.number].compactMap { number in number.map { ($0, words) } }
      return true
    }
    return found
  }

  /// The moments at which the tree changed. Until the next of those that are exported, the page shows
  /// the tree of the previous one. Costs a look at each record.
  private static func moments(_ contents: JournalContents) -> [Int] {
    var all = [contents.records.lowerBound - 1]
    contents.forEachRecord { record in
      if record.event.changesTree { all.append(record.number) }
      return true
    }
    return all
  }

  /// A selection of numbers at equal distances, including the first and the last.
  private static func evenly(_ numbers: [Int], limit: Int) -> [Int] {
    if numbers.count <= limit { return numbers }
    return (0..<limit).map { numbers[$0 * (numbers.count - 1) / (limit - 1)] }
  }

  /// The maximum total number of boxes; with more, diagrams are left out.
  private static let mostBoxes = 20_000

  /// Runs the commands of a page's views at each moment.
  ///
  /// - Parameters:
  ///   - limit: The maximum total number of models in all trees.
  ///   - ofTree: The commands of the views that show a whole tree.
  init(
    _ look: JournalLook, name: String, largest: Int, limit: Int, _ ofTree: [[String]],
    _ service: CommandService
  ) {
    let contents = look.contents
    let all = Self.moments(contents)
    let moments = Self.evenly(all, limit: max(2, limit / max(1, largest)))
    var written: [(at: Int, tree: [UInt8], answers: JSONText)] = []
    for number in moments {
      // At some moments, the app has no tree.
      guard let state = try? look.state(at: number, name: name) else { continue }
      var commands = ofTree
      if moments.count * largest <= Self.mostBoxes { commands.append(ExportedAnswers.layout) }
      written.append(
        (
          number, TreeColumns(state, revision: 1).bytes,
          ExportedAnswers(commands, service, at: number).json
        ))
    }
    momentCount = written.count
    let allMoments = all.count - (moments.count - written.count)
    self.allMoments = allMoments
    let records = JournalColumns(SeenJournal(look), after: 0, limit: limit)
    let lost = Self.lostMessages(contents).suffix(Self.mostAsked)
    json = .object { json in
      json.write("records", Data(records.bytes).base64EncodedString())
      json.write("allMoments", allMoments)
      json.object("asked") { asked in
        for (number, trace) in lost {
          let commands = [trace] + ofTree.filter { $0.first == "problems" }
          asked.write("\(number)", ExportedAnswers(commands, service, at: number).json)
        }
      }
      json.array("moments") { moments in
        for (at, tree, answers) in written {
          moments.object { json in
            json.write("at", at)
            json.write("tree", Data(tree).base64EncodedString())
            json.write("answers", answers)
          }
        }
      }
    }
  }
}
