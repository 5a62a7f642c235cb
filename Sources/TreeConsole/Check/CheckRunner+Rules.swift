import TextIO
import TreeSnapshot
import TreeSpec

/// A tree that specs and rules are held against.
struct NamedTree: Sendable {
  var name: String
  var tree: @Sendable () throws -> CheckedTree
}

// Rules for all trees.
extension CheckRunner {
  /// Holds the rules in a file against trees. A line that applies to none of several is a failure.
  mutating func check(rules path: String, _ trees: [NamedTree]) throws {
    let rules: Spec
    do {
      rules = try specs.spec(at: path, asRules: true)
    } catch {
      return try refuse(path, trees[0].name, error)
    }
    var last: SpecResult?
    // By the place of the check: it never applied so far.
    var idle = Set<Int>()
    var number = 0
    try OrderedWork.run(trees.count) { number in
      Result { try trees[number].tree().check(rules, asRules: true).forgettingTree() }
    } take: { held in
      let name = trees[number].name
      defer { number += 1 }
      do {
        var result = try held.get()
        violations.mark(&result, dump: name)
        let skipped = Set(result.checks.indices.filter { result.checks[$0].outcome == .skipped })
        idle = number == 0 || last == nil ? skipped : idle.intersection(skipped)
        last = result
        runs.append(SpecRun(spec: path, dump: name, outcome: .checked(result)))
      } catch {
        try refuse(path, name, error)
      }
    }
    guard let last, trees.count > 1, !idle.isEmpty else { return }
    let checks = idle.sorted().map { last.checks[$0] }
    let result = last.failing(checks, asNeverApplyingTo: trees.count)
    idleRuns.insert(runs.count)
    runs.append(SpecRun(spec: path, dump: "\(trees.count) dumps", outcome: .checked(result)))
  }
}
