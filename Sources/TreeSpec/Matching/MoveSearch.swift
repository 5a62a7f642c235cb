import TextIO
import TreeAnalysis
import TreeSnapshot

/// Finds what is missing in one place and extra in another, also below what is missing or extra
/// itself, and what is missing and there where others are allowed.
struct MoveSearch {
  private let matcher: TreeMatcher
  private var columns: Columns { matcher.columns }
  /// What is missing and what is extra, without what is below it.
  private var missing: [AlignedModel] = []
  /// By line of what is missing: the model that it should be below.
  private var parents: [Int: Int] = [:]
  private var extra: [AlignedModel] = []
  /// By name: the models that may have moved.
  private var models: [Symbol: [Int]] = [:]
  private var names: [Symbol] = []
  /// By model that moved: the line that it belongs to.
  private var lineOfModel: [Int: Int] = [:]
  /// By name: the models that no line has where others are allowed, in document order.
  private var free: [Symbol: [Int]] = [:]
  /// Models that moved, with all below and above them.
  private var taken: Set<Int> = []
  private var comparisons = 0

  /// More pairs than this are not compared.
  private static let limit = 40_000

  private let wrongParents: WrongParents?

  /// - Parameter wrongParents: finds what moved and differs as well; nil where that counts as another model.
  init(_ matcher: TreeMatcher, _ wrongParents: WrongParents? = nil) {
    self.matcher = matcher
    self.wrongParents = wrongParents
  }

  mutating func run(_ root: AlignedModel) {
    collect(root)
    if missing.isEmpty, wrongParents == nil { return }
    for model in extra { model.position.map { add($0) } }
    takeTops()
    // What moved as a whole is found first.
    if var wrongParents {
      for (position, line) in wrongParents.found(below: root) { take(position, line) }
    }
    for model in extra where model.state == .extra(.unknown) {
      if let position = model.position, !taken.contains(position) { addBelow(position) }
    }
    takeTops()
    takeFree(root)
    for model in missing where model.state == .missing(1) {
      if let line = model.line, matcher.lines[line].count == .one {
        model.children = linesBelow(line, near: parents[line], root)
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
      default:
        for child in model.children where child.state == .missing(1) {
          if let line = child.line { parents[line] = model.position }
        }
        open += model.children.reversed()
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
          take(position, line)
          return position
        }
        place += 1
      }
    }
    return nil
  }

  private mutating func take(_ position: Int, _ line: Int) {
    lineOfModel[position] = line
    taken.formUnion(position..<Int(columns.subtreeEnds[position]))
    var parent = Int(columns.parents[position])
    while parent >= 0, taken.insert(parent).inserted { parent = Int(columns.parents[parent]) }
  }

  // MARK: Where others are allowed

  private mutating func takeFree(_ root: AlignedModel) {
    let lacking = missing.filter { $0.state == .missing(1) }
    if lacking.isEmpty { return }
    for position in FreeModels(matcher, root).positions {
      free[columns.nodes.fixed[position].type, default: []].append(position)
    }
    for model in lacking {
      if let line = model.line, let position = takeFree(line, near: parents[line], root) {
        model.state = .movedAway(to: position)
      }
    }
  }

  private mutating func takeFree(_ line: Int, near parent: Int?, _ root: AlignedModel) -> Int? {
    guard isNamed(line), let position = freeModel(for: line, near: parent) else { return nil }
    take(position, line)
    AlignedPlaces(matcher).place(position, of: line, below: root)
    return position
  }

  /// A line whose name is nothing but wildcards fits too much to say where its model went.
  private func isNamed(_ line: Int) -> Bool {
    let line = matcher.lines[line]
    if line.count != .one { return false }
    guard case .glob(let glob) = line.pattern.form else { return true }
    return glob.elements.contains { $0 != .anyCharacter && $0 != .anyCharacters }
  }

  /// The model that a line asks for: the first below the parent that it should have, or the only one
  /// elsewhere, where others may always have been.
  private mutating func freeModel(for line: Int, near parent: Int?) -> Int? {
    let near = parent.map { $0..<Int(columns.subtreeEnds[$0]) } ?? 0..<0
    var elsewhere: [Int] = []
    for position in freeModels(named: matcher.bound.lines[line].name) {
      comparisons += 1
      if comparisons > Self.limit { return nil }
      guard matcher.isMatch(line: line, named: position) else { continue }
      if near.contains(position) { return position }
      elsewhere.append(position)
    }
    return elsewhere.count == 1 ? elsewhere[0] : nil
  }

  /// The models that no line has whose names a line fits.
  private mutating func freeModels(named name: BoundPattern) -> [Int] {
    if comparisons > Self.limit { return [] }
    let names: [Symbol]
    if case .symbol(let symbol) = name {
      names = [symbol]
    } else {
      comparisons += free.count
      if comparisons > Self.limit { return [] }
      names = free.keys.filter { matcher.bound.fits(name, $0) }
    }
    for name in names {
      Steps.note(free[name]?.count ?? 0)
      free[name]?.removeAll(where: taken.contains)
    }
    let models = names.compactMap { free[$0] }
    return models.count == 1 ? models[0] : models.flatMap { $0 }.sorted()
  }

  // MARK: What moved from or to below

  private mutating func linesBelow(
    _ line: Int, near parent: Int?, _ root: AlignedModel
  ) -> [AlignedModel] {
    var found: [AlignedModel] = []
    for child in matcher.lines[line].children where matcher.lines[child].count == .one {
      if let position = take(child) ?? takeFree(child, near: parent, root) {
        found.append(AlignedModel(.movedAway(to: position), line: child, position: nil))
        continue
      }
      let below = linesBelow(child, near: parent, root)
      if below.isEmpty { continue }
      let model = AlignedModel(.missing(1), line: child, position: nil)
      model.children = below
      found.append(model)
    }
    return found
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
