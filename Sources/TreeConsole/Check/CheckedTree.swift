import TextIO
import TreeJournal
import TreeSnapshot
import TreeSpec

/// A tree that specs are held against, and its past where that is known.
struct CheckedTree: Sendable {
  private let present: Result<Snapshot, any Error>
  /// What happened until then; nil where there is no journal.
  let history: RecordedHistory?

  /// The tree of a target, at the moment at which it is looked at.
  ///
  /// - Parameter withHistory: whether a spec asks what happened, for which a running app's journal is
  ///   copied.
  init(_ target: any InspectionTarget, at moment: Int? = nil, withHistory: Bool) throws {
    do {
      present = .success(try target.state().snapshot)
    } catch let error as MomentError {
      // What happened can be checked also where the session is gone.
      present = .failure(error)
    }
    history =
      withHistory && target.capabilities.contains(.journal)
      ? RecordedHistory(try target.journal().contents, upTo: moment) : nil
  }

  /// The tree in a file, of a journal the last one.
  init(contentsOfFile path: String) throws {
    let file = try TreeFile(path)
    present = Result { try file.snapshot }
    history = file.journal.map { RecordedHistory($0) }
  }

  /// The tree.
  ///
  /// - Throws: `MomentError` where there was none at the moment.
  var snapshot: Snapshot {
    get throws { try present.get() }
  }

  /// Holds a spec against the tree.
  ///
  /// - Throws: `SpecError` where the spec asks for a journal, or for a tree that no journal of its kind
  ///   holds; `MomentError` where it asks for a tree and there is none at that moment.
  func check(_ spec: Spec, asRules: Bool = false) throws -> SpecResult {
    guard let history else {
      try spec.requireNoJournal()
      return spec.check(try snapshot, asRules: asRules)
    }
    if !history.contents.holdsTrees { try spec.requireNoTreeOfPast((try? present.get()) != nil) }
    if !spec.asksForTree { return spec.check(history) }
    return spec.check(try snapshot, history: history, asRules: asRules)
  }
}
