import TreeAnalysis
import TreeSnapshot

/// Finds, where others are allowed, the model that a line lacks under another name.
///
/// Without others each model that no line has must get one, and a line that lacks its model can go. Where
/// there may be others, no failure would show that a line went: it gets the model with a name that
/// is near, or the only one that is left. Where several are left, it stays as it is.
struct RenameSearch {
  /// A line that stays although its model is not there, and the models that it may be.
  struct Open {
    var line: Int
    var models: [Int]
  }

  private let matcher: TreeMatcher
  private let free: Set<Int>
  private(set) var open: [Open] = []
  private var comparisons = 0

  /// The limit of compared names: among more, a near one is chance.
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

  /// Whether none of the models that a line asks for is there, nor anything below it.
  private func isLacking(_ child: AlignedModel, _ parent: AlignedModel) -> Bool {
    guard case .missing = child.state, child.children.isEmpty else { return false }
    return !parent.children.contains { $0.line == child.line && $0 !== child }
  }

  /// Where the model stands whose name is nearest to that of a line.
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
