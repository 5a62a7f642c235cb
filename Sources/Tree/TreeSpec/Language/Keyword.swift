import TextIO
import TreeAnalysis
import TreeSnapshot

/// The first words of lines that aren't of the tree.
enum Keyword: String, CaseIterable {
  case treeSpec = "tree-spec"
  case error, bubble, event, service, not, some, limit, never

  static let words = allCases.dropFirst().map(\.rawValue)
}

extension Message.Kind? {
  /// The words for being taken by a model, and by none; without a kind, of a service.
  var outcomes: (taken: String, lost: String) { self?.outcomes ?? ("provided", "missing") }
}

extension Message.Kind {
  /// The words for what becomes of a message.
  static let allOutcomes = Set(allCases.flatMap { [$0.outcomes.taken, $0.outcomes.lost] })

  /// `an error`, `a bubble`, `an event`.
  var withArticle: SafeText { self == .bubble ? "a bubble" : "an \(rawValue)" }
}
