/// The first words of lines that are no part of the tree.
enum Directive: String, CaseIterable {
  case treeSpec = "tree-spec"
  case `default`
  case not
  case limit
  case error
  case bubble
  case event
  case service
  case name
  case messages
  case `let`
  case rule
  case include
  case always
  case never

  static let words = allCases.map(\.rawValue)

  /// Those that may follow `always`.
  static let alwaysWords = [Directive.not, .limit, .error, .bubble, .event, .service].map(
    \.rawValue)
}
