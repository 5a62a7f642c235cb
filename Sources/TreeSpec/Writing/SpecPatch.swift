import TextIO
package import TreeSnapshot

/// Changes a spec's tree where it differs, and nothing else: comments, patterns, counts, captures,
/// modes, and all other lines stay. Messages newly listed as raised get lines for their routes;
/// lines about changed routes can be updated, too.
package struct SpecPatch {
  /// The text after the change; unchanged lines keep their line ends.
  package let text: String
  /// The number of removed lines.
  package let removed: Int
  /// The number of added lines.
  package let added: Int
  /// Removed requirements and lines left to fix, in the order of the spec's lines.
  package let changes: [PatchChange]

  /// A line for several differing models may take a second pass, rarely a third.
  private static let passes = 5

  /// - Parameters:
  ///   - spec: the spec.
  ///   - snapshot: the tree.
  ///   - changesRoutes: whether to change lines about messages that take other routes.
  /// - Returns: nil if there is nothing to change.
  /// - Throws: `SpecError` with the line that prevents the patch.
  package init?(_ spec: Spec, to snapshot: Snapshot, changesRoutes: Bool = false) throws(SpecError)
  {
    var patched = (spec: spec, changes: [PatchChange]())
    var isPatched = false
    do throws(SpecError) {
      for pass in 0... {
        // A line left without its model may have found it since.
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
        // Up to here, the lines about messages are the same and in the same order.
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

  /// The lines after one pass, and the changes to the tree's lines.
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

  // MARK: Specs that can't be patched

  /// The problems of a discarded text, at the lines of the original.
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
  /// Parses the lines of a changed spec. (A line that ends in a carriage return keeps it if another
  /// line follows.)
  init(lines: [String], of spec: Spec) throws(SpecError) {
    try self.init(
      utf8: lines.map { $0 + "\r\n" }.joined().utf8, name: spec.name,
      includesFrom: spec.includeFolders)
  }

  /// The number of the line with a text; the root's if there is none. If it occurs twice, with the
  /// same meaning, the last.
  fileprivate func line(like text: String) -> Int {
    (self.text.lastIndex(of: text) ?? lines.first.map { $0.number - 1 } ?? 0) + 1
  }
}
