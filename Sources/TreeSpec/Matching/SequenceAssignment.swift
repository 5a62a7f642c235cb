/// Which models belong to the lines below one line, where their order counts: what the lines need
/// first, then as many as possible.
struct SequenceAssignment {
  /// By line: its models.
  private(set) var given: [Int: [Int]] = [:]

  /// More comparisons than this are not made: what lies between the equal ends is then taken as it
  /// comes.
  private static let limit = 4_000_000

  private let matcher: TreeMatcher
  private let models: [Int]
  /// One place for each model that the lines ask for or allow: the line.
  private let places: [Int]
  /// Whether the line needs a model at its place, or only allows one.
  private let isNeeded: [Bool]

  init(_ matcher: TreeMatcher, _ spec: SpecLine, _ models: [Int]) {
    self.matcher = matcher
    self.models = models
    var places: [Int] = []
    var isNeeded: [Bool] = []
    for child in spec.children {
      let count = matcher.lines[child].count
      let most = min(count.most ?? models.count, models.count)
      places += Array(repeating: child, count: most)
      isNeeded += (0..<most).map { $0 < count.least }
    }
    self.places = places
    self.isNeeded = isNeeded
    // What is needed and fits at an end belongs there in one of the best solutions.
    var (low, high) = (0, 0)
    while low < min(places.count, models.count), isNeeded[low], fits(low, low) {
      give(low, low)
      low += 1
    }
    while high < min(places.count, models.count) - low, isNeeded[places.count - 1 - high],
      fits(places.count - 1 - high, models.count - 1 - high)
    {
      give(places.count - 1 - high, models.count - 1 - high)
      high += 1
    }
    align(low..<places.count - high, low..<models.count - high)
    for line in given.keys { given[line]?.sort() }
  }

  private func fits(_ place: Int, _ model: Int) -> Bool {
    matcher.isMatch(line: places[place], position: models[model])
  }

  private mutating func give(_ place: Int, _ model: Int) {
    given[places[place], default: []].append(models[model])
  }

  /// A place that is needed counts more than all that are allowed.
  private func worth(_ row: Int, _ width: Int) -> Int32 { isNeeded[row] ? Int32(width) : 1 }

  /// The common subsequence of what lies between the ends that is worth most.
  private mutating func align(_ rows: Range<Int>, _ models: Range<Int>) {
    if rows.isEmpty || models.isEmpty { return }
    guard rows.count * models.count <= Self.limit else { return takeAsItComes(rows, models) }
    let width = models.count + 1
    var worths = [Int32](repeating: 0, count: (rows.count + 1) * width)
    for row in (0..<rows.count).reversed() {
      for column in (0..<models.count).reversed() {
        var best = max(worths[(row + 1) * width + column], worths[row * width + column + 1])
        let both =
          worths[(row + 1) * width + column + 1] + worth(rows.lowerBound + row, width)
        if both > best, fits(rows.lowerBound + row, models.lowerBound + column) { best = both }
        worths[row * width + column] = best
      }
    }
    var (row, column) = (0, 0)
    while row < rows.count, column < models.count {
      let best = worths[row * width + column]
      let both = worths[(row + 1) * width + column + 1] + worth(rows.lowerBound + row, width)
      if best == both,
        fits(rows.lowerBound + row, models.lowerBound + column)
      {
        give(rows.lowerBound + row, models.lowerBound + column)
        row += 1
        column += 1
      } else if best == worths[(row + 1) * width + column] {
        row += 1
      } else {
        column += 1
      }
    }
  }

  private mutating func takeAsItComes(_ rows: Range<Int>, _ models: Range<Int>) {
    var model = models.lowerBound
    for row in rows where model < models.upperBound {
      let near = (model..<min(model + 64, models.upperBound)).first { fits(row, $0) }
      guard let near else { continue }
      give(row, near)
      model = near + 1
    }
  }
}
