import TreeAnalysis
import TreeSnapshot

/// Finds models missing in one place in another: among the extra models, below extra or missing
/// ones, and where others are allowed.
struct MoveSearch {
  private let alignment: TreeAlignment
  private let root: AlignedModel
  private var matcher: TreeMatcher { alignment.matcher }
  private var columns: Columns { matcher.columns }
  /// Missing models with their intended parents, but not what is missing below them.
  private var lacking: [(model: AlignedModel, parent: AlignedModel)] = []
  private var extra: [AlignedModel] = []
  /// By name: the extra models, and later those below them.
  private var pool: [Symbol: [Int]] = [:]
  /// By name: the unclaimed models in places that allow others, in document order.
  private var free: [Symbol: [Int]] = [:]
  /// By moved model: the line it belongs to.
  private var lineOfModel: [Int: Int] = [:]
  /// Moved models, and all their ancestors and descendants.
  private var taken: Set<Int> = []
  private var comparisons = 0

  /// The maximum number of pairs to compare.
  private static let limit = 40_000

  init(_ alignment: TreeAlignment, _ root: AlignedModel) {
    self.alignment = alignment
    self.root = root
    collect(root)
  }

  private mutating func collect(_ model: AlignedModel) {
    for child in model.children {
      switch child.state {
      case .missing: lacking.append((child, model))
      case .extra: extra.append(child)
      default: collect(child)
      }
    }
  }

  /// - Parameter isReport: whether models below a wrong parent count as moved even if they have
  ///   other differences; a patch writes those anew.
  mutating func run(isReport: Bool) {
    if lacking.isEmpty { return }
    for model in extra { model.position.map { add($0) } }
    takeWhole()
    if isReport { takeDifferent() }
    for model in extra where model.state == .extra(.unknown) {
      if let position = model.position, !taken.contains(position) { addBelow(position) }
    }
    takeWhole()
    takeFree()
    for (model, parent) in lacking where model.state == .missing(1) {
      if let line = model.line, matcher.lines[line].count == .one {
        model.children = linesBelow(line, near: parent.position)
      }
    }
    for model in extra {
      guard let position = model.position else { continue }
      if let line = lineOfModel[position] {
        model.state = .movedHere(line: line)
      } else if model.state == .extra(.unknown) {
        model.children = modelsBelow(position)
      }
    }
  }

  private mutating func add(_ position: Int) {
    pool[columns.nodes.fixed[position].type, default: []].append(position)
  }

  /// At most as deep as a spec can be.
  private mutating func addBelow(_ top: Int) {
    var ends: [Int] = []
    for position in top + 1..<max(top + 1, Int(columns.subtreeEnds[top])) {
      while let end = ends.last, end <= position { ends.removeLast() }
      if ends.count < Spec.nestingLimit { add(position) }
      ends.append(Int(columns.subtreeEnds[position]))
    }
  }

  // MARK: Extra models

  /// Finds models that moved unchanged.
  private mutating func takeWhole() {
    for (model, _) in lacking where model.state == .missing(1) {
      if let line = model.line, let position = take(line) {
        model.state = .movedAway(to: position)
      }
    }
  }

  /// Finds models that moved and changed, by the line's name and label.
  private mutating func takeDifferent() {
    for (model, parent) in lacking {
      guard case .missing(let count) = model.state, let line = model.line,
        case .symbol = matcher.bound.lines[line].name
      else { continue }
      var left = count
      while left > 0, let position = take(line, isWhole: false) {
        left -= 1
        var moved = model
        if left > 0 {
          moved = AlignedModel(.missing(1), line: line, position: nil)
          let place = parent.children.firstIndex { $0 === model } ?? 0
          parent.children.insert(moved, at: place + 1)
          model.state = .missing(left)
        }
        let aligned = alignment.align(line: line, position: position)
        moved.state = .movedAway(to: position)
        moved.differences = aligned.differences
        moved.children = aligned.children
      }
    }
  }

  /// Claims the model for a line, so that no other line gets it.
  private mutating func take(_ line: Int, isWhole: Bool = true) -> Int? {
    for name in names(of: line, in: pool) {
      while let first = pool[name]?.first, taken.contains(first) { pool[name]?.removeFirst() }
      for position in pool[name] ?? [] where !taken.contains(position) {
        comparisons += 1
        if comparisons > Self.limit { return nil }
        let isSame =
          isWhole
          ? matcher.isMatch(line: line, named: position) : hasLabel(of: line, position)
        if isSame {
          take(position, line)
          return position
        }
      }
    }
    return nil
  }

  private func hasLabel(of line: Int, _ position: Int) -> Bool {
    matcher.bound.lines[line].label.map {
      matcher.bound.fits($0, columns.nodes.fixed[position].label)
    } ?? true
  }

  private mutating func take(_ position: Int, _ line: Int) {
    lineOfModel[position] = line
    taken.formUnion(position..<Int(columns.subtreeEnds[position]))
    var parent = Int(columns.parents[position])
    while parent >= 0, taken.insert(parent).inserted { parent = Int(columns.parents[parent]) }
  }

  /// The names that a line matches, in document order.
  private mutating func names(of line: Int, in models: [Symbol: [Int]]) -> [Symbol] {
    let name = matcher.bound.lines[line].name
    if case .symbol(let symbol) = name { return [symbol] }
    comparisons += models.count
    if comparisons > Self.limit { return [] }
    return models.keys.filter { matcher.bound.fits(name, $0) }
      .sorted { (models[$0]?.first ?? 0, $0.rawValue) < (models[$1]?.first ?? 0, $1.rawValue) }
  }

  // MARK: Places that allow others

  private mutating func takeFree() {
    let left = lacking.filter { $0.model.state == .missing(1) }
    if left.isEmpty { return }
    for position in matcher.freeModels(root) {
      free[columns.nodes.fixed[position].type, default: []].append(position)
    }
    for (model, parent) in left {
      if let line = model.line, let position = takeFree(line, near: parent.position) {
        model.state = .movedAway(to: position)
      }
    }
  }

  /// The model for a line: the first below its intended parent, or otherwise the only one
  /// elsewhere, since extra models may always have been allowed there.
  private mutating func takeFree(_ line: Int, near parent: Int?) -> Int? {
    guard isNamed(line) else { return nil }
    let near = parent.map { $0..<Int(columns.subtreeEnds[$0]) } ?? 0..<0
    var elsewhere: [Int] = []
    for position in freeModels(for: line) {
      comparisons += 1
      if comparisons > Self.limit { return nil }
      guard matcher.isMatch(line: line, named: position) else { continue }
      elsewhere.append(position)
      if near.contains(position) {
        elsewhere = [position]
        break
      }
    }
    guard elsewhere.count == 1 else { return nil }
    take(elsewhere[0], line)
    matcher.insert(elsewhere[0], of: line, below: root)
    return elsewhere[0]
  }

  /// A name that consists of wildcards matches too much to tell where its model went.
  private func isNamed(_ line: Int) -> Bool {
    let line = matcher.lines[line]
    if line.count != .one { return false }
    guard case .glob(let glob) = line.pattern.form else { return true }
    return glob.elements.contains { $0 != .anyCharacter && $0 != .anyCharacters }
  }

  /// The unclaimed models whose names a line matches.
  private mutating func freeModels(for line: Int) -> [Int] {
    let names = names(of: line, in: free)
    for name in names {
      free[name]?.removeAll(where: taken.contains)
    }
    return names.count == 1 ? free[names[0]] ?? [] : names.flatMap { free[$0] ?? [] }.sorted()
  }

  // MARK: Moves below a model

  private mutating func linesBelow(_ line: Int, near parent: Int?) -> [AlignedModel] {
    var below: [AlignedModel] = []
    for child in matcher.lines[line].children where matcher.lines[child].count == .one {
      if let position = take(child) ?? takeFree(child, near: parent) {
        below.append(AlignedModel(.movedAway(to: position), line: child, position: nil))
        continue
      }
      let model = AlignedModel(.missing(1), line: child, position: nil)
      model.children = linesBelow(child, near: parent)
      if !model.children.isEmpty { below.append(model) }
    }
    return below
  }

  private func modelsBelow(_ position: Int) -> [AlignedModel] {
    columns.children(of: position).filter(taken.contains).map { child in
      if let line = lineOfModel[child] {
        return AlignedModel(.movedHere(line: line), line: nil, position: child)
      }
      let model = AlignedModel(.extra(.unknown), line: nil, position: child)
      model.children = modelsBelow(child)
      return model
    }
  }
}
