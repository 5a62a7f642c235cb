import TreeAnalysis
import TreeSnapshot

/// Finds, where other models are allowed, the renamed model of a line.
///
/// If others aren't allowed, each unclaimed model must get a line, and a line without its model can
/// be removed. If they are, no failure would show that a line was removed: the line gets the model
/// with a similar name, or the only one left. If several are left, it stays unchanged.
struct RenameSearch {
  /// A line that stays although its model is gone, and its candidates.
  struct Open {
    var line: Int
    var models: [Int]
  }

  private let matcher: TreeMatcher
  private let free: Set<Int>
  private(set) var open: [Open] = []
  private var comparisons = 0

  /// The maximum number of names to compare: among more, a similar one is chance.
  private static let limit = 200_000

  init(_ matcher: TreeMatcher, _ root: AlignedModel) {
    self.matcher = matcher
    free = Set(FreeModels(matcher, root).positions)
    if !free.isEmpty { visit(root) }
  }

  private mutating func visit(_ model: AlignedModel) {
    guard model.state == .different else { return }
    for child in model.children { visit(child) }
    guard let line = model.line, let position = model.position,
      matcher.lines[line].completeness != .exact
    else { return }
    let others = Set(model.children.filter { $0.state == .other }.compactMap(\.position))
    var models = matcher.columns.models(below: position, matcher.lines[line].completeness)
      .filter { free.contains($0) && !others.contains($0) }
    let lacking = model.children.indices.filter { isLacking(model.children[$0], model) }
    var left: [Int] = []
    for place in lacking {
      if let found = nearest(to: model.children[place], models) {
        rename(place, of: model, to: models.remove(at: found))
      } else {
        left.append(place)
      }
    }
    if left.count == 1, models.count == 1 {
      rename(left[0], of: model, to: models[0])
    } else if !models.isEmpty {
      for place in left {
        if let line = model.children[place].line { open.append(Open(line: line, models: models)) }
      }
    }
  }

  /// Whether all of a line's models are missing, and everything below them.
  private func isLacking(_ child: AlignedModel, _ parent: AlignedModel) -> Bool {
    guard case .missing = child.state, child.children.isEmpty else { return false }
    return !parent.children.contains { $0.line == child.line && $0 !== child }
  }

  /// The place of the model whose name is most similar to a line's.
  private mutating func nearest(to child: AlignedModel, _ models: [Int]) -> Int? {
    guard let name = child.line.flatMap({ matcher.lines[$0].pattern.literal }) else { return nil }
    comparisons += models.count
    if comparisons > Self.limit { return nil }
    let names = models.map { matcher.bound.snapshot[$0].type }
    return names.nearest(to: name).flatMap { names.firstIndex(of: $0) }
  }

  private mutating func rename(_ place: Int, of parent: AlignedModel, to position: Int) {
    guard let line = parent.children[place].line else { return }
    let renamed = AlignedModel(.different, line: line, position: position)
    renamed.differences = matcher.comparison.differences(line: line, position: position)
    renamed.children = TreeAlignment(matcher).alignChildren(line: line, position: position)
    parent.children[place] = renamed
    visit(renamed)
  }
}
