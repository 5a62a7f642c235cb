import TextIO
package import TreeSnapshot

/// Changes a spec's tree where the tree is different, and nothing else: comments, patterns, counts,
/// captures, modes and all other lines stay. Messages that patched lines say are raised get the lines of
/// their routes; lines about messages that take other routes can be changed as well.
package struct SpecPatch {
  /// The whole text after the change; the lines that stay end as they did.
  package let text: String
  /// How many lines were removed.
  package let removed: Int
  /// How many lines were added.
  package let added: Int
  /// What the spec asks for no longer, or stays wrong, in the order of its lines.
  package let changes: [PatchChange]

  /// A line for several models that all differ may take a second pass, rarely a third.
  private static let passes = 5

  /// - Parameters:
  ///   - spec: the spec.
  ///   - snapshot: the tree.
  ///   - changesRoutes: whether lines about messages that take other routes are changed.
  /// - Returns: nil if nothing is to be changed.
  /// - Throws: `SpecError` with the line that keeps the spec from being patched.
  package init?(_ spec: Spec, to snapshot: Snapshot, changesRoutes: Bool = false) throws(SpecError)
  {
    var patched = (spec: spec, changes: [PatchChange]())
    var isPatched = false
    do throws(SpecError) {
      for pass in 0... {
        // What was left may have found its model since.
        patched.changes.removeAll(where: \.isLeft)
        let matcher = TreeMatcher(BoundSpec(patched.spec, snapshot))
        if spec.lines.isEmpty || matcher.isMatch(line: 0, position: 0) { break }
        if pass == Self.passes { throw Self.unsettled(patched.spec) }
        isPatched = true
        let (lines, changes) = try Self.pass(matcher)
        patched.changes += changes.map { line, kind in
          PatchChange(
            kind: kind, line: spec.line(like: patched.spec.text[matcher.lines[line].number - 1]))
        }
        if lines.elementsEqual(patched.spec.text) { break }
        patched.spec = try Spec(lines: lines, of: spec)
      }
      if changesRoutes {
        let routes = try RoutePatch(patched.spec, snapshot).patched()
        patched.spec = routes.spec
        // The lines about messages are the same until here, and in the same order.
        patched.changes += routes.changes.map {
          PatchChange(kind: $0.kind, line: spec.assertions[$0.index].line)
        }
      }
      if !isPatched, patched.changes.isEmpty { return nil }
      patched.spec = try RouteLines(patched.spec, since: spec, snapshot).added()
    } catch {
      throw Self.refusal(error, spec)
    }
    let lines = Array(patched.spec.text)
    let difference = SequenceDifference(from: Array(spec.text), to: lines)
    text = spec.text.changed(to: lines, difference)
    removed = difference.removed.count
    added = difference.inserted.count
    changes = patched.changes.sorted { $0.line < $1.line }
  }

  /// The lines after a change, and what happens to lines of the tree.
  private static func pass(
    _ matcher: TreeMatcher
  ) throws(SpecError) -> (lines: [String], changes: [(line: Int, kind: PatchChange.Kind)]) {
    let spec = matcher.bound.spec
    let aligned = TreeAlignment(matcher).aligned()
    let renames = RenameSearch(matcher, aligned)
    let changes = PatchChanges(matcher)
    for open in renames.open { changes.noteLeft(open.line, models: open.models) }
    let root = spec.block()
    let patcher = BlockPatcher(matcher, aligned, root, leaving: renames.open.map(\.line), changes)
    let block = try patcher.patched(aligned, root)
    let tree = spec.treeLines
    let lines = spec.text[..<tree.lowerBound] + block.lines + spec.text[tree.upperBound...]
    return (Array(lines), changes.all)
  }

  // MARK: What cannot be patched

  /// The problems of a text that is discarded, at the lines of the one that stays.
  private static func refusal(_ error: SpecError, _ spec: Spec) -> SpecError {
    var error = error
    error.problems = error.problems.map { problem in
      var problem = problem
      problem.line = spec.line(like: problem.text)
      problem.fault = """
        it cannot be patched: \(problem.fault.message); change that line first, or rewrite the spec with \
        --update=overwrite
        """
      return problem
    }
    return error
  }

  private static func unsettled(_ spec: Spec) -> SpecError {
    let root = spec.lines[0]
    let problem = LineProblem(root.nameSpan, "the tree below would still be different")
    return SpecError(name: spec.name, problems: [spec.problem(problem, line: root.number)])
  }
}

extension Spec {
  /// Reads a spec that was changed from its lines. (A line that ends in a carriage return keeps it if another
  /// line follows.)
  init(lines: [String], of spec: Spec) throws(SpecError) {
    try self.init(
      utf8: lines.map { $0 + "\r\n" }.joined().utf8, name: spec.name,
      includesFrom: spec.includeFolders)
  }

  /// The number of the line with a text of a patch: the root's if it has no such line. Of lines that occur
  /// twice, which say the same, it is the last.
  fileprivate func line(like text: String) -> Int {
    (self.text.lastIndex(of: text) ?? lines.first.map { $0.number - 1 } ?? 0) + 1
  }
}
