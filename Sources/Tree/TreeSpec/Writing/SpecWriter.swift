import TextIO
import TreeAnalysis
package import TreeSnapshot

/// Writes a spec that this tree passes, and other trees don't.
package struct SpecWriter {
  private let snapshot: Snapshot
  /// The attributes to write.
  private let kinds: Set<AttributeKind>
  private let traits: ModelTraits
  private let alike: [UInt64]
  private var columns: Columns { snapshot.columns }

  /// - Parameter includesState: whether to write state, which changes more often than the rest.
  /// - Throws: `SpecError` if the tree is deeper than a spec can be.
  package init(_ snapshot: Snapshot, includesState: Bool = false) throws(SpecError) {
    self.init(snapshot, includesState ? AttributeKind.exact.union([.state]) : AttributeKind.exact)
    let depth = (snapshot.depths.max() ?? 0) + 1
    if depth <= Spec.nestingLimit { return }
    let limit = Spec.nestingLimit
    let message: SafeText =
      "the tree is \(depth) levels deep, and a spec can be \(limit); write one of a part of it"
    let fault = SpecError.Fault(line: 1, message: message)
    throw SpecError(name: snapshot.name ?? "tree", faults: [fault])
  }

  /// - Parameter kinds: the attributes to write.
  init(_ snapshot: Snapshot, _ kinds: Set<AttributeKind>) {
    self.snapshot = snapshot
    self.kinds = kinds
    traits = ModelTraits(snapshot)
    alike = snapshot.alikeModels
  }

  /// The spec's text.
  package func text(title: String?) -> String {
    let title = title.map { " \(SpecText.quoted($0))" } ?? ""
    var lines = ["tree-spec 1\(title) exact ordered"]
    add(0..<snapshot.count, indent: 0, to: &lines)
    let routes = RouteWriter(snapshot, traits).lines()
    if !routes.isEmpty { lines += [""] + routes }
    return lines.map { "\($0)\n" }.joined()
  }

  /// Adds the lines of siblings and of everything below them; consecutive models that are alike share one.
  func add(_ siblings: Range<Int>, indent: Int, to lines: inout [String]) {
    var position = siblings.lowerBound
    while position < siblings.upperBound {
      let end = Int(columns.subtreeEnds[position])
      var (count, next) = (1, end)
      while next < siblings.upperBound, alike[next] == alike[position] {
        count += 1
        next = Int(columns.subtreeEnds[next])
      }
      lines.append(line(of: position, count: count, indent: indent))
      add(position + 1..<end, indent: indent + 2, to: &lines)
      position = next
    }
  }

  /// A line for models that are alike: their name, their number, and their attributes in brackets. Labels and
  /// states that are older than the tree have the record of a journal as of which they are.
  private func line(of position: Int, count: Int, indent: Int) -> String {
    let attributes = AttributeKind.allCases.filter(kinds.contains).map {
      traits.attribute($0, traits.traits($0, of: position))
    }
    let parts = [traits.name(of: position), count > 1 ? "{\(count)}" : ""] + attributes
    let isAged =
      !columns.nodes.fixed[position].label.isNone
      || kinds.contains(.state) && !columns.nodes.states(of: position).isEmpty
    let age = isAged ? columns.asOf(position).map { "  # as of #\($0)" } ?? "" : ""
    return String(repeating: " ", count: indent)
      + parts.filter { !$0.isEmpty }.joined(separator: " ") + age
  }
}
