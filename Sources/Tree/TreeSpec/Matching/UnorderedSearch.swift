import TreeAnalysis
import TreeSnapshot

/// Gives each line the models that it needs, in any order: a line never takes a model that another line
/// needs.
///
/// Lines that ask for the same, and models that are alike, are treated as one with a number. First models get
/// the lines that must have some, then the lines that may, each by an augmenting path: the claims on the way
/// are exchanged. Such a path never takes away from a line or a model what it has, so the result is as
/// complete as possible for both.
struct UnorderedSearch {
  private let siblings: Siblings
  private let matcher: TreeMatcher
  /// Lines that ask for the same, with the limit so far.
  private var lines: [Group]
  /// Models that are alike.
  private var models: [Group]
  /// By group of lines and group of models: how many models are taken.
  private var taken: [[Int: Int]]

  private struct Group {
    /// The places among the siblings.
    var members: [Int]
    /// The groups of the other side that fit.
    var fitting: [Int] = []
    /// How many may be taken, and how many are.
    var limit: Int
    var count = 0

    var room: Int { limit - count }
  }

  init(_ siblings: Siblings, _ matcher: TreeMatcher) {
    self.siblings = siblings
    self.matcher = matcher
    lines = Self.groups(siblings.lines.map { matcher.bound.lines[$0.index].number })
    models = Self.groups(siblings.models.map { Int(matcher.number(of: $0)) })
    taken = Array(repeating: [:], count: lines.count)
    findFits()
    for isNeed in [true, false] {
      for group in lines.indices {
        let (line, count) = (self.line(group), lines[group].members.count)
        lines[group].limit = isNeed ? line.least * count : line.most.map { $0 * count } ?? .max
      }
      for model in models.indices {
        for line in models[model].fitting {
          take(model, line, min(models[model].room, lines[line].room))
        }
        while models[model].room > 0, place(model) {}
      }
    }
  }

  /// What each line of a group asks for.
  private func line(_ group: Int) -> Siblings.Line { siblings.lines[lines[group].members[0]] }

  /// The places of equal numbers.
  private static func groups(_ numbers: [Int]) -> [Group] {
    var groups: [Group] = []
    var known: [Int: Int] = [:]
    for (place, number) in numbers.enumerated() {
      let group = known[number, default: groups.count]
      known[number] = group
      if group == groups.count { groups.append(Group(members: [], limit: 0)) }
      groups[group].members.append(place)
      groups[group].limit += 1
    }
    return groups
  }

  private mutating func findFits() {
    // Most lines name a type, and many a label, so that few lines can fit a model.
    var named: [Named: [Int]] = [:]
    var others: [Int] = []
    for group in lines.indices {
      let bound = matcher.bound.lines[line(group).index]
      guard case .symbol(let type) = bound.name else {
        others.append(group)
        continue
      }
      var label: Symbol?
      if case .symbol(let symbol)? = bound.label { label = symbol }
      named[Named(type: type, label: label), default: []].append(group)
    }
    for model in models.indices {
      let position = siblings.models[models[model].members[0]]
      let fields = matcher.bound.columns.nodes.fixed[position]
      let candidates =
        others + (named[Named(type: fields.type, label: nil)] ?? [])
        + (named[Named(type: fields.type, label: fields.label)] ?? [])
      models[model].fitting = candidates.sorted().filter {
        matcher.fits(line($0).index, position)
      }
    }
  }

  private struct Named: Hashable {
    var type: Symbol
    var label: Symbol?
  }

  private mutating func take(_ model: Int, _ line: Int, _ count: Int) {
    if count <= 0 { return }
    taken[line][model, default: 0] += count
    lines[line].count += count
    models[model].count += count
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
      for line in models[model].fitting where seen.insert(line).inserted {
        if lines[line].room > 0 {
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

  /// The claims.
  var claims: Claims {
    var claims = Claims(
      lineOfModel: Array(repeating: nil, count: siblings.models.count),
      missing: Array(repeating: 0, count: siblings.lines.count))
    var used = Array(repeating: 0, count: models.count)
    for group in lines.indices {
      var rest: [Int] = []
      for (model, count) in taken[group] {
        rest += models[model].members[used[model]..<used[model] + count]
        used[model] += count
      }
      rest.sort(by: >)
      let own = line(group)
      for (number, place) in lines[group].members.enumerated() {
        // What the later lines need is left to them.
        let needed = own.least * (lines[group].members.count - number - 1)
        let count = min(rest.count, max(own.least, rest.count - needed), own.most ?? .max)
        for _ in 0..<count {
          if let model = rest.popLast() { claims.lineOfModel[model] = place }
        }
        claims.missing[place] = max(0, own.least - count)
      }
    }
    for (model, used) in zip(models, used)
    where !siblings.allowsOthers || model.fitting.contains(where: { line($0).isLimited }) {
      claims.extra.formUnion(model.members[used...])
    }
    return claims
  }
}
