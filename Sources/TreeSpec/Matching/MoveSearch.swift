import TreeSnapshot

/// Finds what is missing in one place and extra in another, also below what is missing or extra
/// itself.
struct MoveSearch {
  private let matcher: TreeMatcher
  private var columns: Columns { matcher.columns }
  /// What is missing and what is extra, without what is below it.
  private var missing: [AlignedModel] = []
  private var extra: [AlignedModel] = []
  /// By name: the models that may have moved.
  private var models: [Symbol: [Int]] = [:]
  private var names: [Symbol] = []
  /// By model that moved: the line that it belongs to.
  private var lineOfModel: [Int: Int] = [:]
  /// Models that moved, with all below and above them.
  private var taken: Set<Int> = []
  private var comparisons = 0

  /// More pairs than this are not compared.
  private static let limit = 40_000

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  mutating func run(_ root: AlignedModel) {
    collect(root)
    if missing.isEmpty || extra.isEmpty { return }
    for model in extra { model.position.map { add($0) } }
    takeTops()
    // What moved as a whole is found first.
    for model in extra where model.state == .extra(.unknown) {
      if let position = model.position, !taken.contains(position) { addBelow(position) }
    }
    takeTops()
    for model in missing where model.state == .missing(1) {
      if let line = model.line, matcher.lines[line].count == .one {
        model.children = linesBelow(line)
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

  private mutating func collect(_ root: AlignedModel) {
    var open = [root]
    while let model = open.popLast() {
      switch model.state {
      case .missing(1): missing.append(model)
      case .extra: extra.append(model)
      default: open += model.children.reversed()
      }
    }
  }

  private mutating func add(_ position: Int) {
    let name = columns.nodes.fixed[position].type
    if models[name] == nil { names.append(name) }
    models[name, default: []].append(position)
  }

  /// As deep as a spec can be.
  private mutating func addBelow(_ top: Int) {
    var ends: [Int] = []
    for position in top + 1..<max(top + 1, Int(columns.subtreeEnds[top])) {
      while let end = ends.last, end <= position { ends.removeLast() }
      if ends.count < Spec.nestingLimit { add(position) }
      ends.append(Int(columns.subtreeEnds[position]))
    }
  }

  // MARK: Pairs

  private mutating func takeTops() {
    for model in missing where model.state == .missing(1) {
      if let line = model.line, let position = take(line) {
        model.state = .movedAway(to: position)
      }
    }
  }

  /// The model that a line asks for, which no other line gets from now on.
  private mutating func take(_ line: Int) -> Int? {
    let pattern = matcher.bound.lines[line].name
    let names: [Symbol]
    if case .symbol(let name) = pattern {
      names = [name]
    } else {
      comparisons += self.names.count
      if comparisons > Self.limit { return nil }
      names = self.names.filter { matcher.bound.fits(pattern, $0) }
    }
    for name in names {
      var place = 0
      while let position = models[name]?[place...].first {
        if taken.contains(position) {
          models[name]?.remove(at: place)
          continue
        }
        comparisons += 1
        if comparisons > Self.limit { return nil }
        if matcher.isMatch(line: line, named: position) {
          lineOfModel[position] = line
          taken.formUnion(position..<Int(columns.subtreeEnds[position]))
          var parent = Int(columns.parents[position])
          while parent >= 0, taken.insert(parent).inserted {
            parent = Int(columns.parents[parent])
          }
          return position
        }
        place += 1
      }
    }
    return nil
  }

  // MARK: What moved from or to below

  private mutating func linesBelow(_ line: Int) -> [AlignedModel] {
    var found: [AlignedModel] = []
    for child in matcher.lines[line].children where matcher.lines[child].count == .one {
      if let position = take(child) {
        found.append(AlignedModel(.movedAway(to: position), line: child, position: nil))
        continue
      }
      let below = linesBelow(child)
      if below.isEmpty { continue }
      let model = AlignedModel(.missing(1), line: child, position: nil)
      model.children = below
      found.append(model)
    }
    return found
  }

  private func modelsBelow(_ position: Int) -> [AlignedModel] {
    columns.candidates(of: position, .exact).filter(taken.contains).map { child in
      if let line = lineOfModel[child] {
        return AlignedModel(.movedHere(line: line), line: nil, position: child)
      }
      let model = AlignedModel(.extra(.unknown), line: nil, position: child)
      model.children = modelsBelow(child)
      return model
    }
  }
}
