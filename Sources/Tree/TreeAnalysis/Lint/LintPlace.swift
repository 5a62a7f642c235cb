package import TextIO
import TreeSnapshot

/// The place of a finding in a tree. Its texts are created on demand.
package struct LintPlace {
  let names: LintNames
  /// The position of the model.
  let model: Int
  /// The index of a subscription of the model.
  var subscription: Int?

  /// The model's path. A path with too many levels or long names is shortened. Costs its length.
  package var path: SafeText { names.path(of: model) }

  /// The model's label in quotes, if names alone don't identify the model.
  package var label: SafeText? { names.paths.distinguishingLabel(of: model) }

  /// The model's id.
  package var id: Int { names.columns.nodes.ids[model] }

  /// The model's type.
  package var type: String {
    names.columns.symbols.string(names.columns.nodes.fixed[model].type)
  }

  /// The `file:line` of the subscription, or of the model's creation; nil if unknown.
  package var source: String? {
    let subscriptions = names.columns.nodes.subscriptions
    return subscription.flatMap { names.text(subscriptions[$0].source) }
      ?? names.text(names.columns.nodes.fixed[model].source)
  }
}

/// Paths and names for findings, created on demand: a person reads ten of a hundred thousand.
///
/// Paths contain no ids, because a finding must be the same in the next dump.
final class LintNames {
  let paths: NodePaths
  let columns: Columns
  private let messages: MessageIndex
  /// The node of each subscription.
  let subscriptionNodes: [Int]

  /// The number of levels up to which a path is whole, and of those that stay of a longer one.
  private static let (readableLevels, lastLevels) = (24, 6)

  init(_ snapshot: Snapshot, _ messages: MessageIndex, subscriptionNodes: [Int]) {
    paths = NodePaths(snapshot)
    columns = snapshot.columns
    self.messages = messages
    self.subscriptionNodes = subscriptionNodes
  }

  func path(of position: Int) -> SafeText {
    var names: [SafeText] = []
    var node = position
    while node >= 0, names.count <= Self.readableLevels {
      names.append(NodePaths.selectorName(columns.symbols.string(columns.shownType(node))))
      node = Int(columns.parents[node])
    }
    if node < 0 { return paths.path(of: position) }
    return "…/" + names.prefix(Self.lastLevels).reversed().joined(separator: "/")
  }

  /// A message with its label.
  func message(_ key: MessageKey) -> KnownMessage {
    KnownMessage(
      kind: key.kind, domain: text(key.domain) ?? "", code: text(key.code),
      label: text(messages.label(of: key)))
  }

  func text(_ symbol: Symbol) -> String? { columns.symbols.optionalString(symbol) }
}
