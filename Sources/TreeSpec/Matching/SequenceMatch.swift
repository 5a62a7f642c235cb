import TextIO

/// Compares models in a row with the lines below one line, in their order.
///
/// Where any others may be between them, each line takes the first models that it can have. Otherwise,
/// for each line the places where it can begin are known; those where it can end follow from two
/// places that only move forward. A line costs as many steps as there are models that it can reach,
/// whatever its count; one that needs none, a few for each gap between those.
struct SequenceMatch {
  private let matcher: TreeMatcher
  private let children: [Int]
  private let models: [Int]
  /// By model: whether it must belong to a line.
  private let isRequired: [Bool]
  private let allowsOthers: Bool

  init(_ matcher: TreeMatcher, _ spec: SpecLine, _ models: [Int]) {
    self.matcher = matcher
    self.models = models
    children = spec.children
    allowsOthers = spec.completeness != .exact
    let limited = spec.children.filter { matcher.lines[$0].isLimited }
    // Where others are allowed, none of them may be one that a line limits the number of.
    isRequired =
      allowsOthers
      ? models.map { model in
        limited.contains { matcher.isMatch(line: $0, position: model) }
      }
      : Array(repeating: true, count: models.count)
  }

  var isMatch: Bool {
    if isOpen { return isOpenMatch }
    // The places between models where the next line can begin.
    var begins = [0...0]
    for child in children {
      begins = ends(of: child, begins)
      if begins.isEmpty { return false }
    }
    // What is left must be others.
    let lastRequired = isRequired.lastIndex(of: true) ?? -1
    return begins.contains { $0.upperBound > lastRequired }
  }

  /// Whether any number of others may be between the models that the lines need.
  private var isOpen: Bool {
    allowsOthers && !children.contains { matcher.lines[$0].isLimited }
  }

  /// Each line takes the first models behind those of the line before.
  private var isOpenMatch: Bool {
    var next = 0
    for child in children {
      var lack = matcher.lines[child].count.least
      while lack > 0 {
        guard next < models.count else { return false }
        if matcher.isMatch(line: child, position: models[next]) { lack -= 1 }
        next += 1
      }
    }
    return true
  }

  /// The places where a line can end that begins at one of some places; both ascending, and no two
  /// side by side.
  private func ends(of child: Int, _ begins: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    let line = matcher.lines[child]
    let (least, most) = (line.count.least, line.count.most ?? .max)
    // Any number of others may be beside a model that the line needs.
    let countsAll = line.isLimited || !allowsOthers
    var window = Window(self, child, countsAll: countsAll)
    var ends: [ClosedRange<Int>] = []
    func add(_ range: ClosedRange<Int>) {
      if let last = ends.last, range.lowerBound <= last.upperBound + 1 {
        let upper = max(last.upperBound, range.upperBound)
        ends[ends.count - 1] = last.lowerBound...upper
      } else {
        ends.append(range)
      }
    }
    for range in begins {
      Steps.note(least == 0 ? 1 : range.count)
      if least == 0 {
        // A line that needs no model can end where it begins: what lies between is among the places.
        if let last = window.ends(from: range.upperBound, least: 0, most: most) {
          add(range.lowerBound...last.upperBound)
        }
      } else {
        for begin in range {
          if let range = window.ends(from: begin, least: least, most: most) { add(range) }
        }
      }
    }
    return ends
  }

  /// The models from one place to two later ones: where the line has enough, and where it has all
  /// that it may have.
  private struct Window {
    private let sequence: SequenceMatch
    private let child: Int
    private let countsAll: Bool
    private var first = 0
    private var enough = 0
    private var full = 0
    /// How many models fit before `enough`, and how many count against the limit before `full`.
    private var fitting = 0
    private var counted = 0
    /// Whether each model that was looked at fits.
    private var known: [Int: Bool] = [:]

    init(_ sequence: SequenceMatch, _ child: Int, countsAll: Bool) {
      self.sequence = sequence
      self.child = child
      self.countsAll = countsAll
    }

    private mutating func fits(_ model: Int) -> Bool {
      if let known = known[model] { return known }
      let fits = sequence.matcher.isMatch(line: child, position: sequence.models[model])
      known[model] = fits
      return fits
    }

    /// Whether a model can belong to no part of the line: it must belong to another.
    private mutating func isBlocked(_ model: Int) -> Bool {
      sequence.isRequired[model] && !fits(model)
    }

    private mutating func counts(_ model: Int) -> Bool {
      countsAll ? fits(model) : sequence.isRequired[model]
    }

    /// The places where the line can end that begins at one; nil for none.
    mutating func ends(from begin: Int, least: Int, most: Int) -> ClosedRange<Int>? {
      while first < begin {
        if first < enough, fits(first) { fitting -= 1 }
        if first < full, counts(first) { counted -= 1 }
        first += 1
      }
      enough = max(enough, begin)
      full = max(full, begin)
      let count = sequence.models.count
      while fitting < least {
        if enough == count || isBlocked(enough) { return nil }
        if fits(enough) { fitting += 1 }
        enough += 1
      }
      while full < count, !isBlocked(full) {
        let isCounted = counts(full)
        if isCounted, counted == most { break }
        if isCounted { counted += 1 }
        full += 1
      }
      return enough <= full ? enough...full : nil
    }
  }
}
