import ArgumentParser
import TreeSnapshot

extension CommandService {
  /// Checks the tree against a spec that is no file, as `check --json` does.
  ///
  /// - Parameters:
  ///   - spec: The text of the spec.
  ///   - name: What the answer calls it.
  ///   - moment: The moment to look at, as with `--at`; nil for the present.
  package func check(
    _ spec: [UInt8], called name: String, at moment: String? = nil
  ) -> Answer {
    answer { context in
      try context.looking(at: moment.map(MomentWord.init(rawValue:)), needs: nil) {
        var runner = try CheckRunner(
          CheckOptions.parse(["--json"]), context.output, help: "modeltree help \(Specs.name)",
          named: [name], texts: [name: spec])
        let tree = try runner.tree(of: context, for: [name])
        try runner.check([(name, NamedTree(name: context.target.name) { tree })])
        try runner.finish(context)
      }
    }
  }
}
