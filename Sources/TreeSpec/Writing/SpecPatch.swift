import TextIO
package import TreeSnapshot

/// Changes a spec's tree where the tree is different, and nothing else: comments, patterns, counts,
/// captures, modes and all other lines stay. Messages that patched lines say are raised get the lines of
/// their routes; lines about messages that take other routes can be changed as well.
package struct SpecPatch {
  /// The whole text after the change.
  package private(set) var text: String
  /// How many lines were removed.
  package private(set) var removed = 0
  /// How many lines were added.
  package private(set) var added = 0
  /// What the spec asks for no longer, or stays wrong, in the order of its lines.
  package private(set) var changes: [PatchChange] = []

  /// Each level of models that have other names takes one.
  private static let rounds = 20

  /// - Parameters:
  ///   - spec: the spec.
  ///   - bytes: what the spec was read from: its lines keep their ends. Without it each ends with a
  ///     newline.
  ///   - snapshot: the tree.
  ///   - changesRoutes: whether lines about messages that take other routes are changed.
  /// - Returns: nil where nothing is to be changed.
  /// - Throws: `SpecError` with the line that keeps the spec from being patched: it names what is
  ///   gone, or would still be different.
  package init?(
    _ spec: Spec, readFrom bytes: [UInt8]? = nil, to snapshot: Snapshot,
    changesRoutes: Bool = false
  ) throws(SpecError) {
    var current = spec
    var changes: [PatchChange] = []
    var known: Set<PatchChange> = []
    // By line of the tree: the number that it had at first; nil for one that a round has added.
    var origins: [Int?] = spec.lines.map(\.number)
    // One round may reveal the next difference: where each of several models of a line is different.
    for round in 0..<Self.rounds {
      let step: Step?
      do {
        step = try Self.step(current, to: snapshot)
      } catch {
        throw Self.refusal(error, spec)
      }
      // What was left may have found its model since.
      changes.removeAll(where: \.isLeft)
      known = known.filter { !$0.isLeft }
      for (line, kind) in step?.changes ?? [] {
        guard let number = origins[line] else { continue }
        let change = PatchChange(kind: kind, line: number)
        if known.insert(change).inserted { changes.append(change) }
      }
      guard let step, !step.lines.elementsEqual(current.text) else {
        do {
          if changesRoutes {
            let routes = try RoutePatch(current, snapshot).patched()
            current = routes.spec
            // The lines about messages are the same until here, and in the same order.
            changes += routes.changes.map {
              PatchChange(kind: $0.kind, line: spec.assertions[$0.index].line)
            }
          }
          if round == 0, step == nil, changes.isEmpty { return nil }
          current = try RouteLines(current, since: spec, snapshot).added()
        } catch {
          throw Self.refusal(error, spec)
        }
        let difference = SequenceDifference(from: Array(spec.text), to: Array(current.text))
        let ends = LineEnds(bytes ?? Array("\n".utf8))
        text = ends.text(of: Array(current.text), changedBy: difference)
        removed = difference.removed.count
        added = difference.inserted.count
        self.changes = changes.sorted { $0.line < $1.line }
        return
      }
      do {
        current = try Spec(lines: step.lines, of: spec)
      } catch {
        throw Self.refusal(error, spec)
      }
      origins = step.origins.map { line in line.flatMap { origins[$0] } }
    }
    throw Self.unsettled(spec, current, snapshot)
  }

  private struct Step {
    var lines: [String]
    /// By line of the new tree: the line of the old one.
    var origins: [Int?]
    /// What happens to lines of the old tree.
    var changes: [(line: Int, kind: PatchChange.Kind)]
  }

  private static func step(_ spec: Spec, to snapshot: Snapshot) throws(SpecError) -> Step? {
    let bound = BoundSpec(spec, snapshot)
    let (head, root, tail) = spec.blocks()
    guard let root else { return nil }
    let matcher = TreeMatcher(bound)
    if matcher.isMatch(line: 0, position: 0) { return nil }
    let aligned = TreeAlignment(matcher).aligned()
    let renames = RenameSearch(matcher, aligned)
    let changes = PatchChanges(matcher)
    for open in renames.open {
      changes.noteLeft(open.line, models: open.models)
    }
    let patcher = BlockPatcher(
      matcher, aligned, root, leaving: Set(renames.open.map(\.line)), changes)
    let block = patcher.patched(aligned, root)
    if let cut = block.cutLine { throw tooDeep(spec, line: max(0, cut)) }
    return Step(
      lines: head + block.lines + tail, origins: block.origins, changes: changes.all)
  }

  // MARK: What cannot be patched

  /// The problems of a text that is discarded, at the lines of the one that stays.
  private static let otherWay: SafeText = "or rewrite the spec with --update=overwrite"

  private static func refusal(_ error: SpecError, _ spec: Spec) -> SpecError {
    var error = error
    error.problems = error.problems.map { problem in
      var problem = problem
      // A line that occurs twice says the same twice; what follows the tree keeps its text.
      problem.line = (spec.text.lastIndex(of: problem.text) ?? spec.lines[0].number - 1) + 1
      problem.fault =
        "it cannot be patched: \(problem.fault.message); change that line first, \(otherWay)"
      return problem
    }
    return error
  }

  private static func tooDeep(_ spec: Spec, line: Int) -> SpecError {
    let number = spec.lines[line].number
    return SpecError(
      name: spec.name,
      problems: [
        SpecError.Problem(
          line: number, text: spec.text[number - 1], span: spec.lines[line].nameSpan,
          """
          the tree below is deeper than the \(Spec.nestingLimit) levels of a spec; allow other children \
          here with '...'
          """)
      ])
  }

  private static func unsettled(_ spec: Spec, _ current: Spec, _ snapshot: Snapshot) -> SpecError {
    let result = current.check(snapshot)
    let tree = result.checks.first.flatMap { FindingWords(result).explanation(of: $0) }
    let difference = tree?.differences.first { $0.line != nil } ?? tree?.differences.first
    let text = difference?.line.map { current.text[$0 - 1] } ?? ""
    let number = spec.text.firstIndex(of: text).map { $0 + 1 } ?? spec.lines[0].number
    let line = spec.text[number - 1]
    let reason: SafeText = difference.map { ": \($0.text), at \($0.path)" } ?? ""
    return SpecError(
      name: spec.name,
      problems: [
        SpecError.Problem(
          line: number, text: line,
          span: Span(start: line.indentation, end: line.utf8.count),
          """
          it cannot be patched, because it would still be different here\(reason); change this line \
          first, \(otherWay)
          """)
      ])
  }
}

extension Spec {
  /// Reads a spec that was changed from its lines. (A line that ends in a carriage return keeps it where another line
  /// follows.)
  init(lines: [String], of spec: Spec) throws(SpecError) {
    try self.init(
      utf8: lines.map { $0 + "\r\n" }.joined().utf8, name: spec.name,
      includesFrom: spec.includeFolders)
  }
}
