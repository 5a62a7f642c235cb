import TextIO
import TreeAnalysis
import TreeSnapshot

extension Diagram {
  /// The meaning of the marks that occur in the drawing.
  var legend: TextRow {
    var row = TextRow()
    func begin() { if !row.isEmpty { row.add("    ") } }
    let kinds = Message.Kind.allCases.filter { kind in
      part.positions.contains { position in
        part.folds[position]?.isRest != true
          && snapshot.columns.subscriptions(of: position).contains { $0.kind == kind }
      }
    }
    for kind in kinds {
      begin()
      row.add("\(Palette.mark(kind)) \(kind.rawValue)", .tone(Palette.Tone(kind)))
    }
    if !kinds.isEmpty { row.add("  that a model is registered for", .note) }
    if let route, !marks.edges.isEmpty {
      begin()
      row.add("━▶", .tone(Palette.Tone(route.message.kind)))
      let words = route.message.kind == .event ? "the event's way" : "its way, hop by hop"
      row.add("  \(words)", .note)
    }
    for (kind, mark, word) in Self.differences where occurs(kind) {
      begin()
      row.add("\(mark) \(word)", .tone(Palette.Tone(kind)))
    }
    if part.folds.values.contains(where: \.isAlike) {
      begin()
      row.add("9 × Name", isBold: true)
      row.add("  leaves that are alike", .note)
    }
    if part.foldedCount > 0 {
      begin()
      row.add("+9 more", .note)
      row.add("  models that are not drawn", .note)
    }
    return row
  }

  private static let differences: [(DifferenceMarks.Kind, String, String)] = [
    (.added, "+", "added"), (.removed, "−", "removed"), (.moved, ">", "moved"),
    (.changed, "~", "changed"),
  ]

  private func occurs(_ kind: DifferenceMarks.Kind) -> Bool {
    comparison?.marks.nodes.contains { $0.value.kind == kind && part.contains($0.key) } ?? false
  }
}

extension DiagramPart {
  /// The number of identical leaves, and of the boxes that show them.
  var alike: (leaves: Int, boxes: Int) {
    folds.values.reduce(into: (leaves: 0, boxes: 0)) { sum, fold in
      guard case .alike(let positions) = fold else { return }
      sum.leaves += positions.count
      sum.boxes += 1
    }
  }

  /// What a budget folded, in a few words; nil if nothing.
  var note: String? {
    if !isOverBudget { return nil }
    var clauses: [String] = []
    let (leaves, boxes) = alike
    if boxes > 0 {
      clauses.append("\(leaves) alike leaves in \(boxes == 1 ? "1 box" : "\(boxes) boxes")")
    }
    if foldedCount > 0 {
      clauses.append("\(counted(foldedCount, "model")) folded away")
    }
    return clauses.joined(separator: ", ")
  }
}

extension DiagramPart.Fold {
  var isAlike: Bool {
    if case .alike = self { true } else { false }
  }

  var isRest: Bool {
    if case .rest = self { true } else { false }
  }
}
