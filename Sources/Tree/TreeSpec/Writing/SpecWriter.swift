package import TextIO
import TreeAnalysis
package import TreeSnapshot

/// Writes a spec that this tree passes, and other trees don't.
package struct SpecWriter {
  private let snapshot: Snapshot
  /// The attributes to write.
  private let kinds: Set<AttributeKind>
  private let names: MessageNames
  private let texts: ModelTexts
  private let alike: AlikeModels
  private var columns: Columns { snapshot.columns }

  /// - Parameter includesState: whether to write state, which changes more often than the rest.
  /// - Throws: `SpecError` if the tree is deeper than a spec can be.
  package init(_ snapshot: Snapshot, includesState: Bool = false) throws(SpecError) {
    let depth = TreeSizes(snapshot)[.depth] + 1
    if depth > Spec.nestingLimit {
      throw SpecError(
        name: snapshot.name ?? "tree",
        faults: [
          SpecError.Fault(
            line: 1, column: 1, length: 1,
            message: """
              the tree is \(depth) levels deep, and a spec can be \(Spec.nestingLimit); write one of a \
              part of it
              """, text: "")
        ])
    }
    self.snapshot = snapshot
    kinds = includesState ? AttributeKind.exact.union([.state]) : AttributeKind.exact
    names = MessageNames(snapshot)
    texts = ModelTexts(snapshot, names)
    alike = AlikeModels(snapshot.columns)
  }

  /// The spec's text.
  package func text(title: String?) -> String {
    var sink = MemorySink()
    write(title: title, to: &sink)
    return sink.text
  }

  /// Writes the spec's text.
  ///
  /// - Parameter comment: a comment for the reader.
  package func write(title: String?, comment: String? = nil, to sink: inout MemorySink) {
    sink.write("tree-spec 1\(title.map { " \(SpecText.quoted($0))" } ?? "") exact ordered\n")
    if let comment { sink.write("# \(comment)\n") }
    write(0..<snapshot.count, indent: 0, to: &sink)
    let lines = RouteWriter(snapshot, names).lines()
    if !lines.isEmpty { sink.write("\n" as StaticString) }
    for line in lines { sink.write("\(line)\n") }
  }

  /// Writes the lines of siblings; consecutive models that are alike share one.
  private func write(_ siblings: Range<Int>, indent: Int, to sink: inout MemorySink) {
    let spaces = String(repeating: " ", count: indent)
    var position = siblings.lowerBound
    while position < siblings.upperBound {
      let end = Int(columns.subtreeEnds[position])
      var (count, next) = (1, end)
      while next < siblings.upperBound, areAlike(next, position) {
        count += 1
        next = Int(columns.subtreeEnds[next])
      }
      let age = age(of: position).map { "  # as of #\($0)" } ?? ""
      sink.write("\(spaces)\(texts.line(of: position, count: count, kinds))\(age)\n")
      write(position + 1..<end, indent: indent + 2, to: &sink)
      position = next
    }
  }

  /// Whether one line is about both models: they are alike, and what is written is of the same age.
  private func areAlike(_ one: Int, _ other: Int) -> Bool {
    guard alike.areAlike(one, other) else { return false }
    if columns.nodes.ages.isEmpty { return true }
    return (0..<Int(columns.subtreeEnds[one]) - one).allSatisfy {
      age(of: one + $0) == age(of: other + $0)
    }
  }

  /// The record of a journal as of which the label and the state in a line are, if they are older than the
  /// tree.
  private func age(of position: Int) -> Int? {
    let isWritten =
      !columns.nodes.fixed[position].label.isNone
      || kinds.contains(.state) && !columns.nodes.states(of: position).isEmpty
    return isWritten ? columns.asOf(position) : nil
  }
}
