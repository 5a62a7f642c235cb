package import TextIO
package import TreeSnapshot

/// The place of a finding in a tree. Its texts are created on demand.
package struct LintPlace {
  let names: LintNames
  /// The position of the model; 0 for a model that left the tree.
  let model: Int
  /// The index of a subscription of the model.
  var subscription: Int?
  /// The model, if it left the tree.
  package var left: LeakedModel?

  /// The model's path. A path with too many levels or long names is shortened. Costs its length.
  package var path: SafeText { left.map { SafeText($0.path ?? $0.type) } ?? names.path(of: model) }

  /// The model's label in quotes, if names alone don't identify the model.
  package var label: SafeText? { left != nil ? nil : names.paths.distinguishingLabel(of: model) }

  /// The model's id.
  package var id: Int { left?.id ?? names.columns.nodes.ids[model] }

  /// The model's type.
  package var type: String {
    left?.type ?? names.columns.symbols.string(names.columns.nodes.fixed[model].type)
  }

  /// The `file:line` of the subscription, or of the model's creation; nil if unknown.
  package var source: String? {
    if let left { return left.source }
    let subscriptions = names.columns.nodes.subscriptions
    return subscription.flatMap { names.text(subscriptions[$0].source) }
      ?? names.text(names.columns.nodes.fixed[model].source)
  }
}

/// Paths and names for findings, created on demand: a person reads ten of a hundred thousand.
///
/// They are shortened to a readable length, so that a few names of megabytes in a dump don't become
/// gigabytes of findings. Paths contain no ids, because a finding must be the same in the next
/// dump.
final class LintNames {
  let paths: NodePaths
  let columns: Columns
  private let messages: MessageIndex
  /// The node of each subscription.
  let subscriptionNodes: [Int]

  private static let readableLevels = 24
  /// The number of levels kept of a shortened path, and of characters of a name.
  private static let lastLevels = 6
  private static let lastCharacters = 60

  init(_ snapshot: Snapshot, _ messages: MessageIndex, subscriptionNodes: [Int]) {
    paths = NodePaths(snapshot)
    columns = snapshot.columns
    self.messages = messages
    self.subscriptionNodes = subscriptionNodes
  }

  func path(of position: Int) -> SafeText {
    var names: [String] = []
    var isCut = false
    var node = position
    while node >= 0, names.count <= Self.readableLevels {
      let (name, isNameCut) = start(of: columns.shownType(node))
      names.append(name)
      isCut = isCut || isNameCut
      node = Int(columns.parents[node])
    }
    if node < 0, !isCut { return paths.path(of: position) }
    let last = names.prefix(Self.lastLevels).map { name in
      let start = name.unicodeScalars.prefix(Self.lastCharacters)
      let rest: SafeText = start.count < name.unicodeScalars.count ? "…" : ""
      return NodePaths.selectorName(String(start)) + rest
    }
    let isWhole = node < 0 && names.count <= Self.lastLevels
    return (isWhole ? "/" : "…/") + last.reversed().joined(separator: "/")
  }

  /// A message with its label.
  func message(_ key: MessageKey) -> KnownMessage {
    KnownMessage(
      kind: key.kind, domain: text(key.domain) ?? "", code: text(key.code),
      label: text(messages.label(of: key)))
  }

  func text(_ symbol: Symbol) -> String? {
    if symbol.isNone { return nil }
    let (name, isCut) = start(of: symbol)
    return isCut ? String(name.unicodeScalars.prefix(100)) + "…" : name
  }

  private static let longestName = 1_000

  private func start(of symbol: Symbol) -> (name: String, isCut: Bool) {
    columns.symbols.withBytes(of: symbol) {
      (String(decoding: $0.prefix(Self.longestName), as: UTF8.self), $0.count > Self.longestName)
    }
  }
}
