import Foundation
import ModelTree
import ModelTreeJournal
import TextIO
import TreeSnapshot
import TreeSpec

/// Compares a tree with a spec in the test or in a file.
struct TreeExpectation {
  enum Source {
    case inline(String)
    /// An absolute path.
    case file(path: String)
  }

  private let source: Source
  /// Whether a missing spec is written.
  private let recordsMissing: Bool

  init(_ source: Source, recordsMissing: Bool = !Environment.isCI) {
    self.source = source
    self.recordsMissing = recordsMissing
  }

  /// How the tree differs from the spec; nil if it matches.
  func failure(of tree: Snapshot?) -> Failure? {
    guard let tree else { return Failure("The tree to check is nil.") }
    let spec: Spec
    do {
      switch source {
      case .inline(let text): spec = try Spec(text, name: "inline spec", form: .inline)
      case .file(let path):
        spec = try Spec(utf8: Spec.bytes(ofFile: path), name: Self.shown(path))
      }
      try spec.require(journal: false, tree: true)
    } catch {
      if case .file(let path) = source, !FileNames.exists(path) {
        return missingSpec(at: path, for: tree, error)
      }
      return Failure("\(error)")
    }
    let run = SpecRun(
      spec: spec.name, dump: tree.name ?? tree.root.type, title: spec.title,
      findings: spec.check(tree))
    if run.outcome == .passed { return nil }
    var text = run.text
    while text.last == "\n" { text.removeLast() }
    // Only a wrong shape can be updated from the tree: routes and limits are decisions of a person.
    return failure(text, tree, isUpdatable: run.findings.contains { !$0.rows.isEmpty })
  }

  /// Why the tree below a model violates the spec, including its journal; nil if it doesn't.
  @MainActor
  func failure(of model: Model?) -> Failure? {
    var failure = failure(of: model?.snapshot())
    if failure?.tree != nil { failure?.journal = model?.recording?.journal.lines() }
    return failure
  }

  private func failure(_ problem: String, _ tree: Snapshot, isUpdatable: Bool) -> Failure {
    var failure = Failure(problem, tree: tree)
    guard case .file(let path) = source else { return failure }
    failure.dumpName = URL(filePath: path).deletingPathExtension().lastPathComponent
    failure.updatableSpec = isUpdatable ? Self.shown(path) : nil
    return failure
  }

  /// Writes the tree as the first spec, for a person to review; not in CI.
  private func missingSpec(at path: String, for tree: Snapshot, _ error: any Error) -> Failure {
    if !recordsMissing { return failure("\(error)", tree, isUpdatable: true) }
    do {
      let text = try SpecWriter(tree).text(title: tree.name)
      try WholeFile.write(Array(text.utf8), to: path, makesFolders: true)
      return Failure(
        """
        There was no spec: \(SafeText(Self.shown(path))) is written from the tree as it is. Read it, \
        and run the test again.
        """)
    } catch {
      return failure("\(error)", tree, isUpdatable: true)
    }
  }

  /// The path of a file, relative to the working folder if it is below.
  private static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    let start = here.hasSuffix("/") ? here : here + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }
}
