package import TextIO
package import TreeSnapshot

/// Short names for the models of one answer.
///
/// A model is named by its type; where the answer names several models of that type, by its label as
/// well, as far as that tells it from another of them; and where that is not enough, by its id.
package struct ModelNames {
  private let snapshot: Snapshot
  private var countOfType: [Symbol: Int] = [:]
  private var countOfLabel: [Labeled: Int] = [:]

  private struct Labeled: Hashable {
    var type: Symbol
    var label: Symbol
  }

  /// Prepares the names. Costs one pass over the models.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - models: the positions of the models that the answer names.
  package init(_ snapshot: Snapshot, _ models: some Sequence<Int>) {
    self.snapshot = snapshot
    for node in Set(models) {
      let own = labeled(node)
      countOfType[own.type, default: 0] += 1
      countOfLabel[own, default: 0] += 1
    }
  }

  /// The name of a model: `Directory`, `Directory "share"`, `Directory #12`.
  package func name(of node: Int) -> SafeText {
    isEnough(node) ? nameWithoutID(of: node) : "\(nameWithoutID(of: node)) \(id(of: node))"
  }

  /// The name of a model whose id stands behind it in any case.
  package func nameWithoutID(of node: Int) -> SafeText {
    let type = SafeText(snapshot[node].type)
    guard isLabelNeeded(node), let label = snapshot.shownLabel(of: node) else { return type }
    return "\(type) \(label)"
  }

  private func id(of node: Int) -> SafeText { "#\(snapshot[node].id)" }

  private func labeled(_ node: Int) -> Labeled {
    let fields = snapshot.columns.nodes.fixed[node]
    return Labeled(type: fields.type, label: fields.label)
  }

  private func isLabelNeeded(_ node: Int) -> Bool {
    let own = labeled(node)
    return countOfLabel[own, default: 0] < countOfType[own.type, default: 0]
  }

  private func isEnough(_ node: Int) -> Bool {
    let own = labeled(node)
    if countOfType[own.type, default: 0] < 2 { return true }
    return countOfLabel[own] == 1 && !own.label.isNone
      && !snapshot.isLabelCut(of: node)
  }
}

extension Snapshot {
  /// A label of more characters is no short name.
  private static var readableLabel: Int { 40 }

  /// The label of a model in quotes, cut to what is read at a glance; nil where it has none.
  package func shownLabel(of node: Int) -> SafeText? {
    guard let label = self[node].label else { return nil }
    return "\"\(label.prefix(Self.readableLabel))\(isLabelCut(of: node) ? "…" : "")\""
  }

  /// Whether the label of a model is shown in part only.
  fileprivate func isLabelCut(of node: Int) -> Bool {
    self[node].label.map { $0.dropFirst(Self.readableLabel).isEmpty } == false
  }
}
