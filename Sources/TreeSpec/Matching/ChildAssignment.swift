import TreeSnapshot

/// Which models below one model belong to which lines, where their order does not count.
struct ChildAssignment {
  /// The models in question: children, or everything below.
  let models: [Int]
  let assignment: Assignment

  /// By group of lines that ask for the same: the lines.
  private let lineGroups: [[Int]]
  private let demands: [Assignment.Demand]
  /// By group of alike models: the models.
  private let modelGroups: [[Int]]
  private let spec: Spec

  init(_ matcher: TreeMatcher, line: Int, position: Int) {
    self.init(
      matcher, line: line,
      models: matcher.columns.candidates(of: position, matcher.lines[line].completeness))
  }

  /// - Parameter models: the models in question, in document order.
  init(_ matcher: TreeMatcher, line: Int, models: [Int]) {
    let spec = matcher.lines[line]
    self.spec = matcher.bound.spec
    self.models = models
    var modelGroups: [[Int]] = []
    var groupOfKey: [Int64: Int] = [:]
    let asksForNames = spec.children.allSatisfy { matcher.bound.kinds[$0].asksForName }
    for model in models {
      let key =
        asksForNames ? matcher.columns.nameKey(of: model) : Int64(matcher.classes.classes[model])
      if let group = groupOfKey[key] {
        modelGroups[group].append(model)
      } else {
        groupOfKey[key] = modelGroups.count
        modelGroups.append([model])
      }
    }
    var lineGroups: [[Int]] = []
    var groupOfLine: [Int32: Int] = [:]
    for child in spec.children {
      let lineClass = matcher.bound.lineClasses[child]
      if let group = groupOfLine[lineClass] {
        lineGroups[group].append(child)
      } else {
        groupOfLine[lineClass] = lineGroups.count
        lineGroups.append([child])
      }
    }
    let index = ModelIndex(modelGroups, matcher)
    var demands: [Assignment.Demand] = []
    for group in lineGroups {
      var (least, most) = (0, 0)
      for line in group {
        let count = matcher.lines[line].count
        least += min(count.least, models.count + 1)
        most += min(count.most ?? models.count, models.count + 1)
      }
      let fits = index.candidates(of: group[0]).filter {
        matcher.isMatch(line: group[0], named: modelGroups[$0][0])
      }
      demands.append(Assignment.Demand(least: least, most: max(least, most), fits: fits))
    }
    self.lineGroups = lineGroups
    self.modelGroups = modelGroups
    self.demands = demands
    // Where others are allowed, none of them may be one that a line limits the number of.
    var isRequired = Array(repeating: spec.completeness == .exact, count: modelGroups.count)
    for (group, demand) in zip(lineGroups, demands)
    where group.contains(where: { matcher.lines[$0].isLimited }) {
      for supply in demand.fits { isRequired[supply] = true }
    }
    assignment = Assignment(demands, modelGroups.map(\.count), isRequired: isRequired)
  }

  /// By line: its models, in document order. Earlier lines get earlier models.
  var given: [Int: [Int]] {
    var given: [Int: [Int]] = [:]
    var used = [Int](repeating: 0, count: modelGroups.count)
    for (group, lines) in lineGroups.enumerated() {
      var models: [Int] = []
      for (place, count) in assignment.given[group].enumerated() where count > 0 {
        let supply = demands[group].fits[place]
        models += modelGroups[supply][used[supply]..<used[supply] + count]
        used[supply] += count
      }
      models.sort()
      share(models, among: lines, &given)
    }
    return given
  }

  /// First what each line needs, then what each may have.
  private func share(_ models: [Int], among lines: [Int], _ given: inout [Int: [Int]]) {
    var rest = models[...]
    for line in lines {
      given[line] = Array(rest.prefix(spec.lines[line].count.least))
      rest = rest.dropFirst(spec.lines[line].count.least)
    }
    for line in lines where !rest.isEmpty {
      let room = (spec.lines[line].count.most ?? .max) - (given[line]?.count ?? 0)
      given[line]? += rest.prefix(max(0, room))
      given[line]?.sort()
      rest = rest.dropFirst(max(0, room))
    }
  }
}

extension LineKind {
  /// Whether it asks for nothing but a name and, where other children are not allowed, a leaf.
  fileprivate var asksForName: Bool { isBare && !hasLines }
}

extension Columns {
  /// What is the same for models between which lines that ask for names make no difference.
  fileprivate func nameKey(of position: Int) -> Int64 {
    let isLeaf = Int(subtreeEnds[position]) == position + 1
    return Int64(nodes.fixed[position].type.rawValue) << 1 | (isLeaf ? 1 : 0)
  }
}

/// Groups of alike models by their names: a line is compared only with those that can fit.
private struct ModelIndex {
  private struct Name: Hashable {
    var type: Symbol
    var label: Symbol
  }

  private let matcher: TreeMatcher
  private var byType: [Symbol: [Int]] = [:]
  private var byLabel: [Name: [Int]] = [:]

  init(_ groups: [[Int]], _ matcher: TreeMatcher) {
    self.matcher = matcher
    for (group, models) in groups.enumerated() {
      let fields = matcher.columns.nodes.fixed[models[0]]
      byType[fields.type, default: []].append(group)
      if !fields.label.isNone {
        byLabel[Name(type: fields.type, label: fields.label), default: []].append(group)
      }
    }
  }

  /// The groups whose names a line fits, and which its label may fit.
  func candidates(of line: Int) -> [Int] {
    let bound = matcher.bound.lines[line]
    switch bound.name {
    case .symbol(let type):
      if case .symbol(let label)? = bound.label {
        return byLabel[Name(type: type, label: label)] ?? []
      }
      return byType[type] ?? []
    case .pattern:
      let types = byType.keys.filter { matcher.bound.fits(bound.name, $0) }
      if types.count == 1 { return byType[types[0]] ?? [] }
      return types.flatMap { byType[$0] ?? [] }.sorted()
    }
  }
}
