import TreeSnapshot

/// Finds models that are below a wrong parent and not all that their lines ask for: a line lacks a model,
/// and one with its name and its label is extra elsewhere.
///
/// A patch writes such a model anew; a person reads that it has moved.
struct WrongParents {
  private let alignment: TreeAlignment
  private var matcher: TreeMatcher { alignment.matcher }
  /// By name: what is extra, in the order of the tree, the first last.
  private var extra: [Symbol: [AlignedModel]] = [:]
  private var found: [(position: Int, line: Int)] = []
  private var comparisons = 0

  /// More labels than this are not compared.
  private static let limit = 40_000

  init(_ alignment: TreeAlignment) { self.alignment = alignment }

  /// Notes them as moved.
  ///
  /// - Returns: the models, with their lines.
  mutating func found(below root: AlignedModel) -> [(position: Int, line: Int)] {
    collectExtra(root)
    if !extra.isEmpty { visit(root) }
    return found
  }

  private mutating func collectExtra(_ root: AlignedModel) {
    var open = [root]
    while let model = open.popLast() {
      if case .extra = model.state, let position = model.position {
        extra[matcher.columns.nodes.fixed[position].type, default: []].append(model)
      } else if model.state == .different {
        open += model.children
      }
    }
    for name in extra.keys { extra[name]?.sort { $1.position ?? 0 < $0.position ?? 0 } }
  }

  private mutating func visit(_ model: AlignedModel) {
    guard model.state == .different else { return }
    var children: [AlignedModel] = []
    for child in model.children {
      visit(child)
      children.append(child)
      guard case .missing(let count) = child.state, let line = child.line else { continue }
      var left = count
      while left > 0, let own = take(line), let position = own.position {
        left -= 1
        own.state = .movedHere(line: line)
        found.append((position, line))
        let moved = left == 0 ? child : AlignedModel(.missing(1), line: line, position: nil)
        if left > 0 { children.append(moved) }
        let aligned = alignment.align(line: line, position: position)
        moved.state = .movedAway(to: position)
        moved.differences = aligned.differences
        moved.children = aligned.children
      }
      if left > 0 { child.state = .missing(left) }
    }
    model.children = children
  }

  /// The first extra model that has the name of a line, and its label where the line asks for one.
  private mutating func take(_ line: Int) -> AlignedModel? {
    let bound = matcher.bound.lines[line]
    guard case .symbol(let name) = bound.name, let models = extra[name] else { return nil }
    guard let label = bound.label else { return extra[name]?.popLast() }
    if comparisons > Self.limit { return nil }
    let place = models.lastIndex { model in
      comparisons += 1
      let own = model.position.map { matcher.columns.nodes.fixed[$0].label } ?? .none
      return matcher.bound.fits(label, own)
    }
    return place.flatMap { extra[name]?.remove(at: $0) }
  }
}
