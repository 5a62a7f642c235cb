package import TextIO
package import TreeSnapshot

/// A difference in a model between two trees.
package struct ModelChange: Sendable {
  /// What differs; the raw values are keys of the contract.
  package enum What: String, Sendable {
    /// The label, or the screen object that shows the model.
    case label, representation
    /// Whether it is a session, and whether that is open.
    case session, open
    /// Something of which a model has several: one side has it more often.
    case service, handles, raises
    /// The value of a key.
    case state
  }

  /// One side of a difference.
  package enum Value: Sendable {
    case text(String)
    case flag(Bool)
    case subscription(Subscription)
    case raise(DeclaredMessage)
  }

  /// What differs.
  package let what: What
  /// The key of a state; nil for anything else.
  package let key: String?
  /// What the older model has; nil for nothing.
  package let old: Value?
  /// What the newer model has; nil for nothing.
  package let new: Value?

  /// A new subscription.
  package static func registered(_ subscription: Subscription) -> ModelChange {
    ModelChange(what: .handles, key: nil, old: nil, new: .subscription(subscription))
  }
}

extension ModelChange {
  /// The difference, in a few words, with the ages of the two labels or states.
  package func words(of model: TreeDifference.Changed, in difference: TreeDifference) -> SafeText {
    words(difference.old.age(of: model.oldPosition), difference.new.age(of: model.newPosition))
  }

  /// The difference, in a few words: `examsCount 0 → 1`.
  package func words(_ oldAge: SafeText = "", _ newAge: SafeText = "") -> SafeText {
    switch what {
    case .label: sides("label", oldAge, newAge)
    case .representation: sides("screen")
    case .state: sides(SafeText(key ?? ""), oldAge, newAge)
    case .session: new?.isSet == true ? "a session now" : "no longer a session"
    case .open: new?.isSet == true ? "open now" : "not open"
    case .service, .handles, .raises: new?.words ?? old.map { "no longer \($0.words)" } ?? ""
    }
  }

  private func sides(
    _ name: SafeText, _ oldAge: SafeText = "", _ newAge: SafeText = ""
  ) -> SafeText {
    let sides = SafeText.sides(old?.text, new?.text)
    return "\(name) \(sides.old)\(oldAge) → \(sides.new)\(newAge)"
  }
}

extension ModelChange.Value {
  /// The text; nil for another value.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var isSet: Bool { if case .flag(true) = self { true } else { false } }

  /// What a model with the value does.
  fileprivate var words: SafeText {
    switch self {
    case .subscription(let own):
      if let code = own.code {
        "registered for \(own.kind.rawValue) \(own.domain).\(code)\(Self.label(own.label))"
      } else {
        "registered for all \(own.kind.rawValue)s of \(own.domain)"
      }
    case .raise(let declared): "raises \(declared.message)\(Self.label(declared.label))"
    case .text(let service): "provides \(service)"
    case .flag: ""
    }
  }

  private static func label(_ label: String?) -> SafeText { label.map { " (\($0))" } ?? "" }
}
