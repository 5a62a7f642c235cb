import ArgumentParser
import TextIO
import TreeLSP
import TreeSpec

/// Serves an editor.
struct ServeEditors: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor, by the Language Server Protocol on standard input and output.",
    discussion: """
      The editor starts the command itself. For specs (.treespec), it shows what is wrong while you type, \
      completes types, messages and attributes, tells what a line matches, corrects and updates lines, \
      and formats. For Swift sources, it shows above 'register' and 'raise' what became of the messages.

      The tree comes from the dump or journal that the settings 'dump' and 'journal' name \
      (initializationOptions), or else from files in the folder of the edited file, in those above it up \
      to the open folder, and in their 'dumps' and 'journals': the one with the spec's name, or the newest.

      EXAMPLE:
        modeltree lsp
      """)

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    var messages = FramedMessages(descriptor: Descriptor.input)
    var server = EditorServer(
      name: "modeltree", version: Version.current, language: TreeLanguage())
    while let message = messages.next() {
      guard send(server.answers(to: message), to: output) else { break }
      if let status = server.exitStatus { return status == 0 ? .done : .found }
      // The person keeps typing while a tree is checked: only the latest text counts.
      if !messages.hasMore, !send(server.diagnostics(), to: output) { break }
    }
    _ = send(server.diagnostics(), to: output)
    return .done
  }

  /// Returns false if the editor is gone.
  private func send(_ messages: [JSONText], to output: ConsoleOutput) -> Bool {
    for message in messages { output.write(FramedMessages.framed(message), as: .verbatim) }
    return (try? output.flush()) != nil
  }
}

/// Answers for specs, and for Swift sources beside a dump or a journal.
final class TreeLanguage: EditorLanguage {
  private let trees = EditorTrees()
  private var root: String?
  /// The latest analysis, with the text and the tree that it is of.
  private var latest: (uri: String, text: [UInt8], tree: String, analysis: SpecAnalysis)?
  private var facts: (trees: [String], facts: SourceFacts)?

  func configure(_ settings: EditorSettings) {
    root = settings.root
    trees.configure(
      root: settings.root, dump: settings["dump"], journal: settings["journal"])
  }

  private func isSpec(_ document: EditorDocument) -> Bool {
    document.language == "treespec" || document.uri.hasSuffix(SpecFiles.ending)
  }

  private func isSwift(_ document: EditorDocument) -> Bool {
    document.language == "swift" || document.uri.hasSuffix(".swift")
  }

  private func analysis(_ document: EditorDocument) -> SpecAnalysis {
    // Reading an unchanged file again costs a look at its stamp.
    let found = [false, true].map { withJournal in
      (try? trees.tree(forSpecAt: document.path, withJournal: withJournal)).map(Self.stamp) ?? ""
    }.joined(separator: " ")
    if let latest, latest.uri == document.uri, latest.tree == found,
      latest.text == document.text.bytes
    {
      return latest.analysis
    }
    let analysis = SpecAnalysis(document, root: root, trees)
    latest = (document.uri, document.text.bytes, found, analysis)
    return analysis
  }

  private static func stamp(_ tree: EditorTree) -> String { "\(tree.path) \(tree.modified)" }

  // MARK: Answers

  func diagnostics(of document: EditorDocument) -> [EditorDiagnostic] {
    guard isSpec(document) else { return [] }
    // A file that it includes may have changed.
    latest = nil
    return analysis(document).diagnostics(in: document.text).map(\.diagnostic)
  }

  func completions(
    in document: EditorDocument, at position: EditorPosition
  ) -> EditorCompletions? {
    guard isSpec(document) else { return nil }
    let completion = SpecCompletion(
      document.text.bytes, line: position.line, byte: document.text.byte(at: position),
      snapshot: analysis(document).tree?.snapshot)
    return EditorCompletions(
      replacing: document.text.range(line: position.line, completion.replaced),
      completion.items.map { item in
        EditorCompletion(item.text, item.kind.shown, detail: item.detail?.string)
      })
  }

  func hover(in document: EditorDocument, at position: EditorPosition) -> String? {
    guard isSpec(document) else { return nil }
    let analysis = analysis(document)
    guard let result = analysis.result, let tree = analysis.tree else { return nil }
    let lines = result.matches(ofLine: position.line + 1)
    if lines.isEmpty { return nil }
    // The names of a tree are no Markdown.
    let text = lines.map { "    \($0)" }.joined(separator: "\n")
    return "\(text)\n\n\(tree.words)"
  }

  func fixes(in document: EditorDocument, for range: EditorRange) -> [EditorFix] {
    guard isSpec(document), range.start.line <= range.end.line else { return [] }
    return analysis(document).fixes(
      in: document.text, lines: range.start.line...range.end.line)
  }

  func formatted(_ document: EditorDocument) -> String? {
    isSpec(document) ? analysis(document).spec?.formatted : nil
  }

  func lenses(in document: EditorDocument) -> [EditorLens] {
    guard isSwift(document), let path = document.path else { return [] }
    let (dump, journal) = trees.trees(forSourceAt: path)
    let sources = [dump, journal].compactMap { $0 }.sorted { $0.modified > $1.modified }
    if sources.isEmpty { return [] }
    let stamps = sources.map(Self.stamp)
    if facts?.trees != stamps {
      let snapshot = sources.lazy.compactMap(\.snapshot).first
      facts = (stamps, SourceFacts(snapshot, journal?.file.contents))
    }
    let lenses = facts?.facts.lenses(ofFile: FileNames.last(of: path), document.text) ?? []
    if lenses.isEmpty { return [] }
    let words = sources.map(\.words).joined(separator: "; ")
    return [EditorLens(line: 0, title: words.string)] + lenses
  }
}

extension SpecCompletion.Kind {
  fileprivate var shown: EditorCompletion.Kind {
    switch self {
    case .type: .type
    case .message: .message
    case .service: .service
    case .attribute: .attribute
    case .value: .value
    case .keyword: .keyword
    case .name: .variable
    }
  }
}
