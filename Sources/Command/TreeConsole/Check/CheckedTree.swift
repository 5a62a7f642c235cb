import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
import TreeSpec

/// A tree to check against specs, and its past, if known.
struct CheckedTree: Sendable {
  private let present: Result<Snapshot, any Error>
  /// The past up to the moment; nil without a journal.
  private let history: RecordedHistory?

  /// The tree of a view, at its moment.
  ///
  /// - Parameter withHistory: whether a spec is about the past, which requires a copy of a running app's
  ///   journal.
  init(_ view: View, withHistory: Bool) throws {
    do {
      present = .success(try view.state().snapshot)
    } catch let error as MomentError {
      // The past can be checked even after the session has ended.
      present = .failure(error)
    }
    // Without a tree, the journal tells why lines about one can't be checked.
    let asksJournal = withHistory || (try? present.get()) == nil
    history =
      asksJournal && view.capabilities.contains(.journal)
      ? RecordedHistory(try view.journal().contents, upTo: view.moment) : nil
  }

  /// The tree in a file that is read; for a journal, its last one.
  init(_ file: FileTarget) {
    present = Result { try file.snapshot }
    history = file.contents.map { RecordedHistory($0) }
  }

  /// The tree.
  ///
  /// - Throws: `MomentError` if there was none at the moment.
  var snapshot: Snapshot { get throws { try present.get() } }

  /// Checks the tree against a spec.
  ///
  /// - Throws: `SpecError` if the spec needs a journal or a tree that isn't there; `MomentError` if there was
  ///   no tree at that moment.
  func check(_ spec: Spec, skipsUnknown: Bool) throws -> [Finding] {
    guard let history else {
      try spec.require(journal: false, tree: true)
      return spec.check(try snapshot, skipsUnknown: skipsUnknown)
    }
    let hasTree = history.contents.holdsTrees || (try? present.get()) != nil
    try spec.require(journal: true, tree: hasTree)
    let tree = spec.asksForTree ? try snapshot : nil
    return spec.check(tree, history: history, skipsUnknown: skipsUnknown)
  }
}

/// A tree to check, with its name in reports.
struct NamedTree: Sendable {
  var name: String
  /// Its file, if that is one of many.
  var file: String?
  var tree: @Sendable () throws -> CheckedTree
}

extension NamedTree {
  /// The tree in a file; for a journal, its last one.
  init(file: String) {
    self.init(name: file, file: file) { try CheckedTree(FileTarget(inFolder: file)) }
  }
}
