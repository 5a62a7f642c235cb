import TreeAnalysis
import TreeSnapshot

/// Gives each line the models that it needs, in any order: a line never takes a model that another line
/// needs.
///
/// First models get the lines that must have some, then the lines that may, each by an augmenting path: the
/// claims on the way are exchanged. Such a path never takes away from a line or a model what it has, so the
/// result is as complete as possible for both.
struct UnorderedSearch {
  private let siblings: Siblings
  /// Lines that ask for the same, which are searched as one line.
  private let groups: [[Int]]
  /// By model: the lines that it fits.
  private var fitting: [[Int]] = []
  /// By line: its models, and how many it may have so far.
  private var taken: [[Int]]
  private var limits: [Int] = []
  private var lineOfModel: [Int?]
  /// Lines whose models can no longer be exchanged for others.
  private var closed: Set<Int> = []

  init(_ siblings: Siblings, _ matcher: TreeMatcher) {
    self.siblings = siblings
    let byClass = Dictionary(grouping: siblings.lines.indices) {
      matcher.lineClasses[siblings.lines[$0].index]
    }
    groups = byClass.values.sorted { $0[0] < $1[0] }
    taken = Array(repeating: [], count: groups.count)
    lineOfModel = Array(repeating: nil, count: siblings.models.count)
    findFits(matcher)
    for isNeed in [true, false] {
      limits = groups.map { group in
        let line = siblings.lines[group[0]]
        return isNeed ? line.least * group.count : line.most.map { $0 * group.count } ?? .max
      }
      closed = []
      for model in siblings.models.indices where lineOfModel[model] == nil { place(model) }
    }
  }

  private struct Named: Hashable {
    var type: Symbol
    /// Nil for a line that names no label.
    var label: Symbol?
  }

  private mutating func findFits(_ matcher: TreeMatcher) {
    // Lines name types, and many a label, so that few lines can fit a model.
    var named: [Named: [Int]] = [:]
    for (group, members) in groups.enumerated() {
      let line = siblings.lines[members[0]].index
      let label = matcher.spec.lines[line].label?.literal
      let symbol = label.map { matcher.columns.symbols.find($0) ?? Symbol.none }
      for type in matcher.comparison.types[line] {
        named[Named(type: type, label: symbol), default: []].append(group)
      }
    }
    fitting = siblings.models.map { position in
      let fields = matcher.columns.nodes.fixed[position]
      let candidates = [Named(type: fields.type), Named(type: fields.type, label: fields.label)]
        .flatMap { named[$0] ?? [] }
      return candidates.sorted().filter {
        matcher.fits(siblings.lines[groups[$0][0]].index, position)
      }
    }
  }

  /// Gives a line to a model, if there is one.
  private mutating func place(_ model: Int) {
    /// By line: the model that gets it, and the line that this model has.
    var origins: [Int: (model: Int, line: Int?)] = [:]
    var open: [Int] = []
    var next = 0
    var (current, own): (Int, Int?) = (model, nil)
    var members: ArraySlice<Int> = []
    while true {
      for line in fitting[current] where origins[line] == nil && !closed.contains(line) {
        origins[line] = (current, own)
        if taken[line].count < limits[line] { return exchange(line, origins) }
        open.append(line)
      }
      while members.isEmpty, next < open.count {
        own = open[next]
        members = taken[open[next]][...]
        next += 1
      }
      guard let member = members.popLast() else { break }
      current = member
    }
    closed.formUnion(origins.keys)
  }

  /// Gives a line to the model that leads to it, that model's line to the one before, and so on.
  private mutating func exchange(_ line: Int, _ origins: [Int: (model: Int, line: Int?)]) {
    var line = line
    while let (model, own) = origins[line] {
      taken[line].append(model)
      lineOfModel[model] = line
      guard let own else { return }
      if let place = taken[own].lastIndex(of: model) { taken[own].remove(at: place) }
      line = own
    }
  }

  /// The claims; of lines that ask for the same, the first have the first models.
  var claims: Claims {
    var claims = Claims(siblings)
    for (group, members) in groups.enumerated() {
      var rest = taken[group].sorted()[...]
      for isNeed in [true, false] {
        for place in members {
          let line = siblings.lines[place]
          let count = isNeed ? line.least : (line.most ?? .max) - line.least
          for model in rest.prefix(count) { claims.take(model, by: place) }
          rest = rest.dropFirst(count)
        }
      }
    }
    for (model, line) in lineOfModel.enumerated() where line == nil {
      let isLimited = fitting[model].contains { siblings.lines[groups[$0][0]].isLimited }
      if isLimited || !siblings.allowsOthers { claims.extra.insert(model) }
    }
    return claims
  }
}
