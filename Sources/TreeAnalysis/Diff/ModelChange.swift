package import TextIO
package import TreeSnapshot

/// A difference in a model between two trees.
package enum ModelChange: Hashable, Sendable {
  /// The type changed: a model of another type has taken the model's place.
  case type(old: String, new: String)
  /// The label changed, or exists in one tree only.
  case label(old: String?, new: String?)
  /// The model became a session, or is no longer one.
  case session(isOneNow: Bool)
  /// The local session is open now, or not.
  case open(isNow: Bool)
  /// Another screen object shows the model.
  case representation(old: String?, new: String?)
  /// Only the newer model has it.
  case added(Trait)
  /// Only the older model has it.
  case removed(Trait)
  /// A value of its state; nil if there is none.
  case state(key: String, old: String?, new: String?)

  /// An attribute that a model may have several of.
  package enum Trait: Hashable, Sendable {
    /// A subscription for a message or a domain.
    case subscription(Subscription)
    /// A service that a session provides.
    case service(String)
    /// A message that the model is known to raise.
    case raise(DeclaredMessage)
  }
}

extension TreeDifference {
  /// The numbers of models removed, added, moved, and changed, such as `2 models removed, 1
  /// changed`, including those below others. Empty if nothing differs.
  package var summary: SafeText {
    let counts: [(count: Int, word: SafeText)] = [
      (removed.reduce(0) { $0 + 1 + $1.below }, "removed"),
      (added.reduce(0) { $0 + 1 + $1.below }, "added"),
      (moved.reduce(0) { $0 + 1 + $1.below }, "moved"),
      (changed.count, "changed"),
    ].filter { $0.count > 0 }
    return counts.enumerated().map { index, part in
      index > 0 ? "\(part.count) \(part.word)" : "\(counted(part.count, "model")) \(part.word)"
    }.joined(separator: ", ")
  }
}

extension ModelChange: CustomStringConvertible {
  /// The difference, in a few words.
  package var description: String { words.string }

  /// The difference, in a few words: `examsCount 0 → 1`.
  package var words: SafeText { words() }

  /// The same, with the ages of the two labels or states.
  package func words(of model: TreeDifference.Changed, in difference: TreeDifference) -> SafeText {
    words(difference.old.age(of: model.oldPosition), difference.new.age(of: model.newPosition))
  }

  private func words(_ oldAge: SafeText = "", _ newAge: SafeText = "") -> SafeText {
    switch self {
    case .type(let old, let new): "renamed from \(old) to \(new)"
    case .label(let old, let new): "label \(old ?? "–")\(oldAge) → \(new ?? "–")\(newAge)"
    case .session(let isOneNow): isOneNow ? "a session now" : "no session any more"
    case .open(let isNow): isNow ? "open now" : "not open"
    case .representation(let old, let new): "screen \(old ?? "–") → \(new ?? "–")"
    case .added(let trait): trait.words
    case .removed(let trait): "no longer \(trait.words)"
    case .state(let key, let old, let new):
      "\(key) \(old ?? "–")\(oldAge) → \(new ?? "–")\(newAge)"
    }
  }
}

extension ModelChange.Trait {
  fileprivate var words: SafeText {
    switch self {
    case .subscription(let own):
      if let code = own.code {
        "registered for \(own.kind.rawValue) \(own.domain).\(code)\(Self.label(own.label))"
      } else {
        "registered for all \(own.kind.rawValue)s of \(own.domain)"
      }
    case .service(let service): "provides \(service)"
    case .raise(let declared): "raises \(declared.message)\(Self.label(declared.label))"
    }
  }

  private static func label(_ label: String?) -> SafeText { label.map { " (\($0))" } ?? "" }
}
