import TextIO
import TreeAnalysis
import TreeSnapshot

extension SpecRun {
  /// What the log tells of the run.
  var sarifResults: [SpecSARIFResult] {
    switch outcome {
    case .checked(let result):
      result.checks.filter { $0.outcome != .passed }.flatMap { results(of: $0, in: result) }
    case .refused(let error):
      error.problems.map { problem in
        SpecSARIFResult(
          rule: .specError, message: problem.message,
          place: SARIFPlace(
            .init(file: spec, line: problem.line, columns: problem.columns), path: nil),
          identity: [SpecSARIFResult.Rule.specError.rawValue, spec, problem.text])
      }
    }
  }

  private func results(
    of check: SpecResult.Check, in result: SpecResult
  ) -> [SpecSARIFResult] {
    if !check.differences.isEmpty {
      let lines = Dictionary(
        uniqueKeysWithValues: result.spec.lines.enumerated().map { ($1.number, $0) })
      return check.differences.map { difference in
        self.result(
          of: difference, below: check, result.spec, difference.line.flatMap { lines[$0] })
      }
    }
    let rule = SpecSARIFResult.Rule(result.kind(of: check))
    let name = check.outcome == .skipped ? "\(check.name) (skipped)" : check.name
    let paths = check.routes.isEmpty ? nil : NodePaths(result.snapshot)
    let raiser = check.routes.first?.raiser
    return [
      SpecSARIFResult(
        rule: rule, isOpen: check.outcome == .skipped,
        message: "\(dump): \(name): \(check.problem)",
        place: SARIFPlace(
          .init(file: spec, line: check.line), path: raiser.flatMap { paths?.shortPath(of: $0) }),
        related: check.routes.first.map { related($0, result.snapshot, paths) } ?? [],
        identity: [rule.rawValue, spec, check.name])
    ]
  }

  private func result(
    of difference: SpecResult.Difference, below check: SpecResult.Check, _ spec: Spec, _ line: Int?
  ) -> SpecSARIFResult {
    let rule = SpecSARIFResult.Rule(difference.kind)
    let number = line.map { spec.lines[$0].number } ?? check.line
    let columns = line.map { line in
      let start = spec.lines[line].indent + 1
      return start..<start + spec.statement(ofLine: number).unicodeScalars.count
    }
    let code = SARIFPlace(source: difference.source, path: nil)
    return SpecSARIFResult(
      rule: rule, message: "\(dump): \(difference.text)",
      place: SARIFPlace(
        .init(file: self.spec, line: number, columns: columns), path: difference.path),
      related: code.region == nil ? [] : [("the model is made here", code)],
      identity: [
        rule.rawValue, self.spec, difference.path, line.map(spec.modelText) ?? "",
      ])
  }

  /// The lines of code of the models at both ends of a route.
  private func related(
    _ route: Route, _ snapshot: Snapshot, _ paths: NodePaths?
  ) -> [(what: String, place: SARIFPlace)] {
    var ends = [("the model that raises it is made here", route.raiser)]
    if case .handled(let handler) = route.outcome, handler != route.raiser {
      ends.append(("the model that takes it is made here", handler))
    }
    return ends.compactMap { what, node in
      let place = SARIFPlace(source: snapshot[node].source, path: paths?.shortPath(of: node))
      return place.region == nil ? nil : (what, place)
    }
  }
}

extension SpecError.Problem {
  /// What is meant, counted in code points as the log does, and not in letters.
  fileprivate var columns: Range<Int> {
    let before = String(text.prefix(column - 1)).unicodeScalars.count
    let meant = String(text.dropFirst(column - 1).prefix(length)).unicodeScalars.count
    return before + 1..<before + 1 + meant
  }
}

extension SpecSARIFResult {
  /// A spec that no run used.
  init(unused file: String) {
    self.init(
      rule: .unusedSpec, message: "this spec was held to no tree",
      place: SARIFPlace(.init(file: file, line: 1), path: nil),
      identity: [Rule.unusedSpec.rawValue, file])
  }
}
