import TextIO
import TreeLSP
import TreeSpec

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
