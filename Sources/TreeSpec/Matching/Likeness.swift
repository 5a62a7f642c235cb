import TreeSnapshot

/// How much a model is like a line that it does not match.
struct Likeness {
  private let matcher: TreeMatcher

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  /// Above 0 where they probably belong together: the name is the same and the rest is different,
  /// or the name is another and enough of the rest is the same.
  func of(line: Int, position: Int) -> Int {
    let spec = matcher.lines[line]
    let differences = matcher.comparison.differences(line: line, position: position)
    let childLikeness = childLikeness(of: spec, position)
    let isNamed = !differences.contains { $0.attribute == .name }
    if isNamed { return max(1, 100 - differences.count * 8 + childLikeness) }
    // The name is another: only what is asked for and found counts.
    let asked = spec.attributes.places.count
    let different = Set(differences.map(\.attribute)).count - 1
    let common = asked - different
    let hasLabel = spec.attributes.label != nil && !differences.contains { $0.attribute == .label }
    let likeness = (hasLabel ? 30 : 0) + common * 10 + childLikeness
    return likeness >= 20 && different == 0 ? likeness : 0
  }

  /// Up to 40, by how many of the lines below find their name among the children.
  private func childLikeness(of spec: SpecLine, _ position: Int) -> Int {
    if spec.children.isEmpty { return 0 }
    let models = matcher.columns.candidates(of: position, .exact).prefix(200)
    let found = spec.children.prefix(20).count { child in
      models.contains {
        matcher.bound.fits(matcher.bound.lines[child].name, matcher.columns.nodes.fixed[$0].type)
      }
    }
    return 40 * found / min(20, spec.children.count)
  }
}
