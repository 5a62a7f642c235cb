import TreeAnalysis
import TreeSnapshot

/// Gives each line the models that it needs, in any order: a line never takes a model that another line
/// needs.
///
/// Lines that ask for the same, and models that are alike, are treated as one with a number. First each
/// line gets as many models as it must have, then the models that are left get lines, each by an augmenting
/// path: the claims on the way are exchanged. Such a path never takes away from a line or a model what it
/// has, so the result is as complete as possible for both.
struct UnorderedSearch {
  private let siblings: Siblings
  private let matcher: TreeMatcher
  /// Lines that ask for the same.
  private var lines: [Group] = []
  /// Models that are alike.
  private var models: [Group] = []
  /// By group of lines and group of models: how many models are taken.
  private var taken: [[Int: Int]] = []
  /// By group of models: the groups of lines that they fit.
  private var linesOfModels: [[Int]] = []
  /// By group of lines: the groups of models that fit.
  private var modelsOfLines: [[Int]] = []
  /// By group of models: whether each needs a line.
  private var needsLine: [Bool] = []

  private struct Group {
    /// The places among the siblings.
    var members: [Int]
    /// Lines: how many models they must have, and may have. Models: their number.
    var least = 0
    var most: Int? = 0
    /// How many are taken.
    var count = 0

    var hasRoom: Bool { most.map { count < $0 } ?? true }
  }

  init(_ siblings: Siblings, _ matcher: TreeMatcher) {
    self.siblings = siblings
    self.matcher = matcher
    groupLines()
    groupModels()
    taken = Array(repeating: [:], count: lines.count)
    findFits()
  }

  func claims() -> Claims {
    var search = self
    search.assign()
    return search.result
  }

  // MARK: Groups

  private mutating func groupLines() {
    var places: [Int: Int] = [:]
    for (place, line) in siblings.lines.enumerated() {
      let number = matcher.bound.lines[line.index].number
      let group = places[number] ?? lines.count
      if group == lines.count {
        places[number] = group
        lines.append(Group(members: []))
      }
      lines[group].members.append(place)
      lines[group].least += line.least
      lines[group].most = lines[group].most.flatMap { sum in line.most.map { sum + $0 } }
    }
  }

  private mutating func groupModels() {
    var places: [Int32: Int] = [:]
    for (place, position) in siblings.models.enumerated() {
      let number = matcher.number(of: position)
      let group = places[number] ?? models.count
      if group == models.count {
        places[number] = group
        models.append(Group(members: []))
      }
      models[group].members.append(place)
      models[group].most = models[group].members.count
    }
  }

  private mutating func findFits() {
    // Most lines name a type, and many a label, so that few lines can fit a model.
    var named: [Named: [Int]] = [:]
    var others: [Int] = []
    for (group, line) in lines.enumerated() {
      let bound = matcher.bound.lines[siblings.lines[line.members[0]].index]
      guard case .symbol(let type) = bound.name else {
        others.append(group)
        continue
      }
      var label: Symbol?
      if case .symbol(let symbol)? = bound.label { label = symbol }
      named[Named(type: type, label: label), default: []].append(group)
    }
    modelsOfLines = Array(repeating: [], count: lines.count)
    for (group, model) in models.enumerated() {
      let position = siblings.models[model.members[0]]
      let fields = matcher.bound.columns.nodes.fixed[position]
      var candidates = named[Named(type: fields.type, label: nil)] ?? []
      candidates += named[Named(type: fields.type, label: fields.label)] ?? []
      let fitting = (candidates + others).sorted().filter {
        matcher.fits(siblings.lines[lines[$0].members[0]].index, position)
      }
      linesOfModels.append(fitting)
      for line in fitting { modelsOfLines[line].append(group) }
      needsLine.append(
        !siblings.allowsOthers
          || fitting.contains { siblings.lines[lines[$0].members[0]].isLimited })
    }
  }

  private struct Named: Hashable {
    var type: Symbol
    var label: Symbol?
  }

  // MARK: Augmenting paths

  private mutating func assign() {
    for line in lines.indices {
      for model in modelsOfLines[line] {
        let free = (models[model].most ?? 0) - models[model].count
        take(model, line, min(free, lines[line].least - lines[line].count))
      }
      while lines[line].count < lines[line].least, fill(line) {}
    }
    for model in models.indices {
      for line in linesOfModels[model] {
        let free = (models[model].most ?? 0) - models[model].count
        take(model, line, lines[line].most.map { min(free, $0 - lines[line].count) } ?? free)
      }
      while models[model].hasRoom, place(model) {}
    }
  }

  private mutating func take(_ model: Int, _ line: Int, _ count: Int) {
    if count <= 0 { return }
    taken[line][model, default: 0] += count
    lines[line].count += count
    models[model].count += count
  }

  /// Gives a line one more model that it needs; false if there is none.
  private mutating func fill(_ first: Int) -> Bool {
    /// By line on a path: the line before it, which can have the models that this one has.
    var origins: [Int: (line: Int, models: Int)] = [:]
    var open = [first]
    var next = 0
    while next < open.count {
      let line = open[next]
      next += 1
      for model in modelsOfLines[line] {
        if models[model].hasRoom {
          take(model, line, 1)
          shift(along: origins, from: line)
          return true
        }
        for other in linesOfModels[model]
        where other != first && origins[other] == nil && taken[other][model, default: 0] > 0 {
          origins[other] = (line, model)
          if lines[other].count > lines[other].least {
            shift(along: origins, from: other)
            return true
          }
          open.append(other)
        }
      }
    }
    return false
  }

  /// Lets each line on a path pass a model to the line before it.
  private mutating func shift(along origins: [Int: (line: Int, models: Int)], from last: Int) {
    var line = last
    while let (earlier, model) = origins[line] {
      taken[line][model, default: 0] -= 1
      taken[earlier][model, default: 0] += 1
      lines[line].count -= 1
      lines[earlier].count += 1
      line = earlier
    }
  }

  /// Gives a line to one more of some alike models; false if there is none.
  private mutating func place(_ first: Int) -> Bool {
    /// By models on a path: the models before them, which can have the line that these have.
    var origins: [Int: (models: Int, line: Int)] = [:]
    var open = [first]
    var seen: Set<Int> = []
    var next = 0
    while next < open.count {
      let model = open[next]
      next += 1
      for line in linesOfModels[model] where seen.insert(line).inserted {
        if lines[line].hasRoom {
          take(model, line, 1)
          var last = model
          while let (earlier, line) = origins[last] {
            taken[line][last, default: 0] -= 1
            taken[line][earlier, default: 0] += 1
            models[last].count -= 1
            models[earlier].count += 1
            last = earlier
          }
          return true
        }
        for (other, count) in taken[line].sorted(by: { $0.key < $1.key })
        where count > 0 && other != first && origins[other] == nil {
          origins[other] = (model, line)
          open.append(other)
        }
      }
    }
    return false
  }

  // MARK: The result

  private var result: Claims {
    var claims = Claims(
      lineOfModel: Array(repeating: nil, count: siblings.models.count),
      missing: Array(repeating: 0, count: siblings.lines.count))
    var used = Array(repeating: 0, count: models.count)
    for (group, line) in lines.enumerated() {
      var own: [Int] = []
      for (model, count) in taken[group].sorted(by: { $0.key < $1.key }) {
        own += models[model].members[used[model]..<used[model] + count]
        used[model] += count
      }
      var rest = own.sorted()[...]
      for (number, place) in line.members.enumerated() {
        let least = siblings.lines[place].least
        // What the later lines need is left to them.
        let needed = line.members[(number + 1)...].reduce(0) { $0 + siblings.lines[$1].least }
        let most = max(least, rest.count - needed)
        let count = min(rest.count, min(most, siblings.lines[place].most ?? most))
        for model in rest.prefix(count) { claims.lineOfModel[model] = place }
        rest = rest.dropFirst(count)
        claims.missing[place] = max(0, least - count)
      }
    }
    for (group, model) in models.enumerated() where needsLine[group] {
      claims.extra.formUnion(model.members[used[group]...])
    }
    return claims
  }
}
