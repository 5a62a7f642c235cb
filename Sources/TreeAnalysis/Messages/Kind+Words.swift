import TextIO
package import TreeSnapshot

extension Message.Kind {
  /// The words for a message that a model handles or receives, and for one that none does.
  package var outcomes: (taken: String, lost: String) {
    switch self {
    case .error: ("handled", "uncaught")
    case .bubble: ("handled", "unhandled")
    case .event: ("delivered", "unheard")
    }
  }

  /// `an error`, `a bubble`, `an event`.
  var withArticle: SafeText { self == .bubble ? "a bubble" : "an \(rawValue)" }
}
