import TextIO
import TreeSnapshot
import TreeSpec

/// A tree that rules are held against.
struct RuledTree {
  var name: String
  var tree: () throws -> CheckedTree
}

// Rules for all trees.
extension CheckRunner {
  /// Holds the rules in a file against trees. A line that applies to none of several is a failure.
  mutating func check(rules path: String, _ trees: [RuledTree]) throws {
    let rules: Spec
    do {
      let bytes = try FileBytes(path: path).withBuffer { Array($0) }
      rules = try Spec(rules: bytes, name: path)
    } catch {
      return try refuse(path, trees[0].name, error)
    }
    var last: SpecResult?
    // By the place of the check: it never applied so far.
    var idle = Set<Int>()
    for (number, tree) in trees.enumerated() {
      do {
        var result = try tree.tree().check(rules, asRules: true)
        violations.mark(&result, dump: tree.name)
        let skipped = Set(result.checks.indices.filter { result.checks[$0].outcome == .skipped })
        idle = number == 0 || last == nil ? skipped : idle.intersection(skipped)
        last = result
        runs.append(SpecRun(spec: path, dump: tree.name, outcome: .checked(result)))
      } catch {
        try refuse(path, tree.name, error)
      }
    }
    guard let last, trees.count > 1, !idle.isEmpty else { return }
    let checks = idle.sorted().map { last.checks[$0] }
    let result = last.failing(checks, asNeverApplyingTo: trees.count)
    runs.append(SpecRun(spec: path, dump: "\(trees.count) dumps", outcome: .checked(result)))
  }
}
