package import TreeJournal

/// Something that must not happen, and did.
package struct Failure: Sendable {
  /// What kinds of things must not happen.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A line of a spec doesn't hold.
    case rule
    /// An error that no model handles.
    case uncaught
    /// A bubble that no model handles.
    case unhandled
    /// An event that no model receives.
    case unheard
    /// Messages that lead to each other in a circle, again and again.
    case storm
    /// A model that left the tree and is still alive.
    case leak
    /// The app ended.
    case crash
    /// The app doesn't answer any more, or a step takes too long.
    case hang
    /// A session that is still open after it was closed.
    case unclosed
    /// Work that doesn't end when everything was closed.
    case work
    /// Models or subscriptions that are left after everything was closed.
    case growth

    /// Those that count if nothing else is chosen.
    package static let usual: Set<Kind> = [
      .rule, .uncaught, .storm, .leak, .crash, .hang, .unclosed, .work, .growth,
    ]
  }

  /// Identifies the failure in other runs.
  struct Key: Hashable {
    var kind: Kind
    var text: String
  }

  let key: Key
  package var kind: Kind { key.kind }
  /// The rule that is broken: `never uncaught`, or a line of a spec.
  package internal(set) var rule: String
  /// What happened, in a clause.
  package let message: String
  /// Why, as far as that is known.
  package var why: String?
  /// The model; nil if there is none.
  package var node: JournalNode?
  /// The record; nil if there is none.
  package var record: Int?
}
