package import TextIO
package import TreeSnapshot

/// Short names for the models of one answer.
///
/// A model is named by its type. If the answer contains several models of that type, its label
/// follows if that distinguishes it from another of them, or otherwise its id.
package struct ModelNames {
  private let snapshot: Snapshot
  private var typeCounts: [Symbol: Int] = [:]
  private var labelCounts: [Labeled: Int] = [:]

  private struct Labeled: Hashable {
    var type: Symbol
    var label: Symbol
  }

  /// Prepares the names. Costs one pass over the models.
  ///
  /// - Parameters:
  ///   - models: the positions of the models in the answer.
  package init(_ snapshot: Snapshot, _ models: [Int]) {
    self.snapshot = snapshot
    for node in Set(models) {
      let own = labeled(node)
      typeCounts[own.type, default: 0] += 1
      labelCounts[own, default: 0] += 1
    }
  }

  /// The name of a model: `Directory`, `Directory "share"`, `Directory #12`.
  package func name(of node: Int) -> SafeText {
    let own = labeled(node)
    let isEnough =
      typeCounts[own.type, default: 0] < 2
      || labelCounts[own] == 1 && !own.label.isNone && !snapshot.isLabelCut(of: node)
    let name = nameWithoutID(of: node)
    return isEnough ? name : "\(name) #\(snapshot[node].id)"
  }

  /// The name of a model whose id follows anyway.
  package func nameWithoutID(of node: Int) -> SafeText {
    let (own, type) = (labeled(node), SafeText(snapshot[node].type))
    guard labelCounts[own, default: 0] < typeCounts[own.type, default: 0],
      let label = snapshot.shownLabel(of: node)
    else { return type }
    return "\(type) \(label)"
  }

  private func labeled(_ node: Int) -> Labeled {
    let fields = snapshot.columns.nodes.fixed[node]
    return Labeled(type: fields.type, label: fields.label)
  }
}

extension Snapshot {
  /// A longer label isn't a short name.
  private static var readableLabel: Int { 40 }

  /// The label of a model in quotes, shortened for reading at a glance, with its age; nil if there
  /// is none.
  package func shownLabel(of node: Int) -> SafeText? {
    guard let label = self[node].label else { return nil }
    guard Self.isCut(label) else { return "\"\(label)\"\(age)" }
    return "\"\(label.prefix(Self.readableLabel))…\"\(age)"
  }

  /// Whether the label of a model is shortened.
  fileprivate func isLabelCut(of node: Int) -> Bool {
    self[node].label.map(Self.isCut) ?? false
  }

  private static func isCut(_ label: String) -> Bool {
    // No character is shorter than a byte.
    label.utf8.count > readableLabel && !label.dropFirst(readableLabel).isEmpty
  }
}
