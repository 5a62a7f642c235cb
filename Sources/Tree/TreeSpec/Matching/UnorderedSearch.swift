import TreeSnapshot

/// Gives each line the models that it needs, in any order: a line never takes a model that another line
/// needs.
///
/// First models get the lines that must have some, then the lines that may, each by an augmenting path: the
/// claims on the way are exchanged. Such a path never takes away from a line or a model what it has, so the
/// result is as complete as possible for both. Lines that ask for the same are one group.
struct UnorderedSearch {
  private let siblings: Siblings
  /// By model: the groups that it fits.
  private let fitting: [Int: [Int]]
  /// By group: its models, and how many it may have so far.
  private var taken: [Int: [Int]] = [:]
  private var limits: [Int: Int] = [:]
  /// The models without a group.
  private var free: [Int]
  /// Groups whose models can no longer be exchanged for others.
  private var closed: Set<Int> = []

  init(_ siblings: Siblings) {
    self.siblings = siblings
    free = siblings.models
    fitting = Dictionary(uniqueKeysWithValues: free.map { ($0, siblings.groups(of: $0)) })
    for isNeed in [true, false] {
      for (group, members) in siblings.groups {
        let count = siblings.count(group)
        let (limit, isEndless) = (isNeed ? count.least : count.most ?? .max)
          .multipliedReportingOverflow(by: members.count)
        limits[group] = isEndless ? .max : limit
      }
      closed = []
      free = free.filter { model in
        var seen = closed
        let isPlaced = place(model, &seen)
        if !isPlaced { closed = seen }
        return !isPlaced
      }
    }
  }

  /// Gives a group to a model, if there is one.
  ///
  /// - Parameter seen: the groups that were tried.
  private mutating func place(_ model: Int, _ seen: inout Set<Int>) -> Bool {
    let groups = (fitting[model] ?? []).filter { !seen.contains($0) }
    if let group = groups.first(where: { taken[$0]?.count ?? 0 < limits[$0] ?? 0 }) {
      taken[group, default: []].append(model)
      return true
    }
    for group in groups where seen.insert(group).inserted {
      for other in (taken[group] ?? []).reversed() where place(other, &seen) {
        taken[group]?.removeAll { $0 == other }
        taken[group]?.append(model)
        return true
      }
    }
    return false
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
    claims.extra = Set(free.filter { !siblings.isOther($0) })
    return claims
  }
}
