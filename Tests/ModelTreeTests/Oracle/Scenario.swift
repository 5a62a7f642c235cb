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
  func failure(_ models: [StepRunner.Line], _ oracle: [StepRunner.Line]) -> String {
    (steps.lines() + ["models:"] + models.map { "  \($0)" } + ["oracle:"]
      + oracle.map { "  \($0)" }).joined(separator: "\n")
  }
}
