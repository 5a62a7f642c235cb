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

  /// A spec's file, by its path relative to the test's folder.
  init(specAt path: String, seenFrom site: CallSite) {
    let absolute = path.hasPrefix("/") ? path : site.folder + path
    self.init(.file(path: URL(filePath: absolute).standardized.path(percentEncoded: false)))
  }

  /// How the tree differs from the spec; nil if it matches.
  func failure(of tree: Snapshot?) -> Failure? {
    guard let tree else { return Failure("The tree to check is nil.") }
    let spec: Spec
    do {
      spec = try self.spec()
      try spec.requireNoJournal()
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
    // Only a wrong shape can be updated from the tree: routes and limits are decisions of a person.
    var text = run.text
    while text.last == "\n" { text.removeLast() }
    var failure = Failure(text, tree: tree)
    failure.dumpName = dumpName
    failure.updatableSpec = run.findings.contains { !$0.rows.isEmpty } ? shownPath : nil
    return failure
  }

  /// Why the tree below a model violates the spec, including its journal; nil if it doesn't.
  @MainActor
  func failure(of model: Model?) -> Failure? {
    var failure = failure(of: model?.snapshot())
    if failure?.tree != nil { failure?.journal = FailureJournal(model?.recording?.journal) }
    return failure
  }

  /// Writes the tree as the first spec, for a person to review; not in CI.
  private func missingSpec(at path: String, for tree: Snapshot, _ error: any Error) -> Failure {
    func failure(_ error: any Error) -> Failure {
      var failure = Failure("\(error)", tree: tree)
      failure.dumpName = dumpName
      failure.updatableSpec = shownPath
      return failure
    }
    if !recordsMissing { return failure(error) }
    do {
      let text = try SpecWriter(tree).text(title: tree.name)
      try WholeFile.write(Array(text.utf8), to: path, makesFolders: true)
      return Failure(
        """
        There was no spec: \(SafeText(shownPath ?? path)) is written from the tree as it is. Read it, \
        and run the test again.
        """)
    } catch {
      return failure(error)
    }
  }

  private func spec() throws -> Spec {
    switch source {
    case .inline(let text): try Spec(inline: text, name: "inline spec")
    case .file(let path):
      try Spec(utf8: Spec.bytes(ofFile: path), name: shownPath ?? path)
    }
  }

  /// The path of the file, relative to the working folder if it is below.
  private var shownPath: String? {
    guard case .file(let path) = source else { return nil }
    let here = FileManager.default.currentDirectoryPath
    let start = here.hasSuffix("/") ? here : here + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }

  /// The name of the file without its folders and its extension.
  private var dumpName: String? {
    guard case .file(let path) = source else { return nil }
    return URL(filePath: path).deletingPathExtension().lastPathComponent
  }
}
