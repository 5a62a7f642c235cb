/// Gives each line the models that it needs, in any order: a line never takes a model that another line
/// needs.
///
/// First models get the lines that must have some, then the lines that may, each by an augmenting path: the
/// claims on the way are exchanged. Such a path never takes away from a line or a model what it has, so the
/// result is as complete as possible for both.
struct UnorderedSearch {
  /// A model that looks for a line, and the line that it has.
  private typealias Origin = (model: Int, line: Int?)

  private let siblings: Siblings
  /// By the likeness of models: the lines that they fit, and those of them that may have more.
  private let fitting: [UInt64: [Int]]
  private var open: [UInt64: ArraySlice<Int>] = [:]
  /// By line: its models, and how many it may have so far.
  private var taken: [Int: [Int]] = [:]
  private var limits: [Int: Int] = [:]
  /// Lines whose models can no longer be exchanged for others.
  private var closed: Set<Int> = []
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
      open = fitting.mapValues { $0[...] }
      closed = []
      free = free.filter { !place($0) }
    }
  }

  /// Gives a line to a model, if there is one.
  private mutating func place(_ model: Int) -> Bool {
    /// By line: the model that gets it, and the line that this model has.
    var origins: [Int: Origin] = [:]
    var tried: Set<UInt64> = []
    var next: [Origin] = [(model, nil)]
    while let origin = next.popLast() {
      let likeness = siblings.likeness(origin.model)
      // Models that fit the same lines lead to the same ones.
      guard tried.insert(likeness).inserted else { continue }
      while let line = open[likeness]?.first {
        if taken[line]?.count ?? 0 < limits[line] ?? 0 {
          exchange(line, for: origin, origins)
          return true
        }
        open[likeness]?.removeFirst()
      }
      for line in fitting[likeness] ?? [] where origins[line] == nil && !closed.contains(line) {
        origins[line] = origin
        next += (taken[line] ?? []).map { ($0, line) }
      }
    }
    closed.formUnion(origins.keys)
    return false
  }

  /// Gives a line to the model that leads to it, that model's line to the one before, and so on.
  private mutating func exchange(_ last: Int, for model: Origin, _ origins: [Int: Origin]) {
    var (line, origin) = (last, model)
    while true {
      taken[line, default: []].append(origin.model)
      guard let own = origin.line, let before = origins[own] else { return }
      taken[own]?.removeAll { $0 == origin.model }
      (line, origin) = (own, before)
    }
  }

  /// The claims.
  var claims: Claims {
    let extra = free.filter { !siblings.isOther($0) }
    return Claims(taken: taken.mapValues { $0.sorted() }, extra: Set(extra))
  }
}
