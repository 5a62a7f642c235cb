package import TextIO
package import TreeSnapshot

/// Short names for the models of one answer.
///
/// A model is named by its type; where the answer names several models of that type, by its label as
/// well, as far as that tells it from another of them; and where that is not enough, by its id.
package struct ModelNames {
  private let snapshot: Snapshot
  private let columns: Columns
  /// The names of the models where they are few, and the counts are not made; as most answers name few.
  private var few: [Labeled] = []
  private var typeCounts: [Symbol: Int] = [:]
  private var labelCounts: [Labeled: Int] = [:]

  private static let fewAtMost = 8

  private struct Labeled: Hashable {
    var type: Symbol
    var label: Symbol
  }

  /// Prepares the names. Costs one pass over the models.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - models: the positions of the models that the answer names.
  package init(_ snapshot: Snapshot, _ models: [Int]) {
    self.snapshot = snapshot
    columns = snapshot.columns
    if models.count <= Self.fewAtMost {
      few.reserveCapacity(models.count)
      for (place, node) in models.enumerated() where !models[..<place].contains(node) {
        few.append(labeled(node))
      }
      return
    }
    for node in Set(models) {
      let own = labeled(node)
      typeCounts[own.type, default: 0] += 1
      labelCounts[own, default: 0] += 1
    }
  }

  private func count(ofType type: Symbol) -> Int {
    few.isEmpty ? typeCounts[type, default: 0] : few.count { $0.type == type }
  }

  private func count(of name: Labeled) -> Int {
    few.isEmpty ? labelCounts[name, default: 0] : few.count { $0 == name }
  }

  /// The name of a model: `Directory`, `Directory "share"`, `Directory #12`.
  package func name(of node: Int) -> SafeText {
    isEnough(node) ? nameWithoutID(of: node) : "\(nameWithoutID(of: node)) \(id(of: node))"
  }

  /// Adds the name of a model to text.
  package func append(nameOf node: Int, to text: inout StyledText) {
    let type = labeled(node).type
    if count(ofType: type) < 2 {
      text.append(type, of: columns)
    } else {
      text.append(name(of: node))
    }
  }

  /// The name of a model whose id stands behind it in any case.
  package func nameWithoutID(of node: Int) -> SafeText {
    let type = SafeText(snapshot[node].type)
    guard isLabelNeeded(node), let label = snapshot.shownLabel(of: node) else { return type }
    return "\(type) \(label)"
  }

  private func id(of node: Int) -> SafeText { "#\(snapshot[node].id)" }

  private func labeled(_ node: Int) -> Labeled {
    let fields = columns.nodes.fixed[node]
    return Labeled(type: fields.type, label: fields.label)
  }

  private func isLabelNeeded(_ node: Int) -> Bool {
    let own = labeled(node)
    return count(of: own) < count(ofType: own.type)
  }

  private func isEnough(_ node: Int) -> Bool {
    let own = labeled(node)
    if count(ofType: own.type) < 2 { return true }
    return count(of: own) == 1 && !own.label.isNone
      && !snapshot.isLabelCut(of: node)
  }
}

extension Snapshot {
  /// A label of more characters is no short name.
  private static var readableLabel: Int { 40 }

  /// The label of a model in quotes, cut to what is read at a glance, and how old it is; nil where it has
  /// none.
  package func shownLabel(of node: Int) -> SafeText? {
    guard let label = self[node].label else { return nil }
    guard Self.isCut(label) else { return "\"\(label)\"\(age)" }
    return "\"\(label.prefix(Self.readableLabel))…\"\(age)"
  }

  /// Whether the label of a model is shown in part only.
  fileprivate func isLabelCut(of node: Int) -> Bool {
    self[node].label.map(Self.isCut) ?? false
  }

  private static func isCut(_ label: String) -> Bool {
    // No character is less than a byte.
    label.utf8.count > readableLabel && !label.dropFirst(readableLabel).isEmpty
  }
}
