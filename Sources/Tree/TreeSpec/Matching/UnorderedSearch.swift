/// Gives each line the models that it needs, in any order: a line never takes a model that another line
/// needs.
///
/// First models get the lines that must have some, then the lines that may, each by an augmenting path: the
/// claims on the way are exchanged. Such a path never takes away from a line or a model what it has, so the
/// result is as complete as possible for both.
struct UnorderedSearch {
  private let siblings: Siblings
  /// By the likeness of models: the lines that they fit.
  private let fitting: [UInt64: [Int]]
  /// By line: its models, and how many it may have so far.
  private var taken: [Int: [Int]] = [:]
  private var limits: [Int: Int] = [:]
  /// The models without a line.
  private var free: [Int]

  init(_ siblings: Siblings) {
    self.siblings = siblings
    free = siblings.models
    fitting = Dictionary(grouping: free, by: siblings.likeness)
      .mapValues { siblings.lines(for: $0[0]) }
    for isNeed in [true, false] {
      for line in siblings.lines {
        let count = siblings.count(line)
        limits[line] = isNeed ? count.least : count.most ?? .max
      }
      /// Lines whose models can no longer be exchanged for others.
      var closed: Set<Int> = []
      free = free.filter { model in
        var seen = closed
        let isPlaced = place(model, &seen)
        if !isPlaced { closed = seen }
        return !isPlaced
      }
    }
  }

  /// Gives a line to a model, if there is one.
  ///
  /// - Parameter seen: the lines that were tried.
  private mutating func place(_ model: Int, _ seen: inout Set<Int>) -> Bool {
    let lines = (fitting[siblings.likeness(model)] ?? []).filter { !seen.contains($0) }
    if let line = lines.first(where: { taken[$0]?.count ?? 0 < limits[$0] ?? 0 }) {
      taken[line, default: []].append(model)
      return true
    }
    for line in lines where seen.insert(line).inserted {
      for other in (taken[line] ?? []).reversed() where place(other, &seen) {
        taken[line]?.removeAll { $0 == other }
        taken[line]?.append(model)
        return true
      }
    }
    return false
  }

  /// The claims.
  var claims: Claims {
    let extra = free.filter { !siblings.isOther($0) }
    return Claims(taken: taken.mapValues { $0.sorted() }, extra: Set(extra))
  }
}
