/// Steps that models and the oracle take side by side.
struct Scenario {
  struct Comparison {
    /// The number of steps that the models took, in handlers or outside.
    var taken: Int
    /// Both sides of the first step with different results; nil if there is none.
    var difference: (models: [StepRunner.Line], oracle: [StepRunner.Line])?
  }

  var steps: [Step]

  func compare() -> Comparison {
    let root = Growth(isSession: true, isHeld: true)
    let models = SteppedModels(root: root)
    let oracle = Oracle(root: root)
    let live = StepRunner(models)
    let naive = StepRunner(oracle)
    for step in steps {
      live.take(step)
      naive.take(step)
      if live.lines != naive.lines {
        return Comparison(taken: live.taken, difference: (live.lines, naive.lines))
      }
    }
    return Comparison(taken: live.taken)
  }

  /// The steps, and both sides' view of the last one.
  var failure: String {
    guard let (models, oracle) = compare().difference else { return "no difference" }
    return
      (steps.lines() + ["models:"] + models.map { "  \($0)" } + ["oracle:"]
      + oracle.map { "  \($0)" }).joined(separator: "\n")
  }

  /// The same difference in as few steps as leaving out finds.
  func shrunk() -> Scenario {
    var smallest = self
    while let smaller = smallest.reductions.first(where: { $0.compare().difference != nil }) {
      smallest = smaller
    }
    return smallest
  }

  private var reductions: [Scenario] { steps.reductions.map { Scenario(steps: $0) } }
}

extension [Step] {
  /// The lists with something left out, the largest parts first.
  fileprivate var reductions: [[Step]] {
    var shorter: [[Step]] = []
    var length = (count + 1) / 2
    while length > 0 {
      for start in stride(from: 0, to: count, by: length) {
        shorter.append(Array(self[..<start] + self[Swift.min(start + length, count)...]))
      }
      length = length == 1 ? 0 : (length + 1) / 2
    }
    for (place, step) in enumerated() {
      for reduced in step.reductions {
        var steps = self
        steps[place] = reduced
        shorter.append(steps)
      }
    }
    return shorter
  }
}

extension Step {
  fileprivate var reductions: [Step] {
    switch self {
    case .attach(let name, let parent, let growth):
      let nearer: [Step] =
        if case .root = parent { [] } else { [.attach(name, under: .root, growth)] }
      return nearer + growth.reductions.map { .attach(name, under: parent, $0) }
    case .register(let place, let interest, let closure?, let value):
      return [.register(place, interest, closure: nil, of: nil)]
        + closure.reductions.map { .register(place, interest, closure: $0, of: value) }
    default: return []
    }
  }
}

extension Growth {
  fileprivate var reductions: [Growth] {
    var all: [Growth] = []
    func add(_ change: (inout Growth) -> Void) {
      var growth = self
      change(&growth)
      all.append(growth)
    }
    if isSession { add { $0.isSession = false } }
    if isHeld { add { $0.isHeld = false } }
    for steps in whenHandling.reductions { add { $0.whenHandling = steps } }
    for steps in whenClosing.reductions { add { $0.whenClosing = steps } }
    for steps in whenLoading.reductions { add { $0.whenLoading = steps } }
    return all
  }
}
