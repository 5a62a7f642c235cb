import TreeSnapshot

/// Gives each line the models that it needs, in any order: a line never takes a model that another line
/// needs.
///
/// First models get the lines that must have some, then the lines that may, each by an augmenting path: the
/// claims on the way are exchanged. Such a path never takes away from a line or a model what it has, so the
/// result is as complete as possible for both. Lines that ask for the same are one group.
struct UnorderedSearch {
  private let siblings: Siblings
  /// By model: the groups that it fits, and the one that takes it.
  private let fitting: [Int: [Int]]
  private var groupOfModel: [Int: Int] = [:]
  /// By group: its models, and how many it may have so far.
  private var taken: [Int: [Int]] = [:]
  private var limits: [Int: Int] = [:]
  /// Groups whose models can no longer be exchanged for others.
  private var closed: Set<Int> = []

  init(_ siblings: Siblings) {
    self.siblings = siblings
    fitting = Dictionary(
      uniqueKeysWithValues: siblings.models.map { ($0, siblings.groups(of: $0)) })
    for isNeed in [true, false] {
      for (group, members) in siblings.groups {
        let count = siblings.count(group)
        let (limit, isEndless) = (isNeed ? count.least : count.most ?? .max)
          .multipliedReportingOverflow(by: members.count)
        limits[group] = isEndless ? .max : limit
      }
      closed = []
      for model in siblings.models where groupOfModel[model] == nil { place(model) }
    }
  }

  /// Gives a group to a model, if there is one.
  private mutating func place(_ model: Int) {
    /// By group: the model that gets it, and the group that this model has.
    var origins: [Int: (model: Int, group: Int?)] = [:]
    var open: [Int] = []
    var next = 0
    var (current, own): (Int, Int?) = (model, nil)
    var members: ArraySlice<Int> = []
    while true {
      for group in fitting[current] ?? [] where origins[group] == nil && !closed.contains(group) {
        origins[group] = (current, own)
        if taken[group]?.count ?? 0 < limits[group] ?? 0 { return exchange(group, origins) }
        open.append(group)
      }
      while members.isEmpty, next < open.count {
        own = open[next]
        members = (taken[open[next]] ?? [])[...]
        next += 1
      }
      guard let member = members.popLast() else { break }
      current = member
    }
    closed.formUnion(origins.keys)
  }

  /// Gives a group to the model that leads to it, that model's group to the one before, and so on.
  private mutating func exchange(_ last: Int, _ origins: [Int: (model: Int, group: Int?)]) {
    var group = last
    while let (model, own) = origins[group] {
      taken[group, default: []].append(model)
      groupOfModel[model] = group
      guard let own else { return }
      if let place = taken[own]?.lastIndex(of: model) { taken[own]?.remove(at: place) }
      group = own
    }
  }

  /// The claims; of lines that ask for the same, the first have the first models.
  var claims: Claims {
    var claims = Claims()
    for (group, members) in siblings.groups {
      var rest = taken[group, default: []].sorted()[...]
      for isNeed in [true, false] {
        for line in members {
          let count = siblings.count(line)
          let share = rest.prefix(isNeed ? count.least : (count.most ?? .max) - count.least)
          claims.taken[line, default: []] += share
          rest = rest.dropFirst(share.count)
        }
      }
    }
    claims.extra = Set(
      siblings.models.filter { groupOfModel[$0] == nil && !siblings.isOther($0) })
    return claims
  }
}
