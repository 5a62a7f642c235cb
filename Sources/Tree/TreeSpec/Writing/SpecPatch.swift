package import TextIO
import TreeAnalysis
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
      patched.spec = try RoutePatch(patched.spec, snapshot).added(since: spec)
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

/// A change that a patch makes to a line, or leaves to a person, where other models are allowed, so
/// that no failure would show it.
package struct PatchChange: Hashable, Sendable {
  /// The kind of change.
  package enum Kind: Hashable, Sendable {
    /// The line asks for a model of another name.
    case renamed(from: String, to: String)
    /// The line and `below` lines below it were removed, because its model is gone.
    case removed(name: String, below: Int)
    /// The line asks for fewer models.
    case fewer(name: String, from: String, to: String)
    /// The line no longer asks for an element of an attribute.
    case dropped(name: String, attribute: String)
    /// The line states the new outcome of its messages.
    case rerouted(from: String, to: String)
    /// The line was split, because its messages take different routes.
    case split(into: Int)
    /// The line was removed: the tree lacks its subject, or no line can state the outcome.
    case unrouted(reason: SafeText)
    /// The line stays and fails: its model is gone, and any of these, or of `more` others, may
    /// replace it.
    case left(name: String, models: [String], more: Int)
  }

  /// The kind of change.
  package var kind: Kind
  /// The line of the spec before the change, from 1.
  package var line: Int

  /// Whether the line stays and fails.
  package var isLeft: Bool { if case .left = kind { true } else { false } }
}

extension PatchChange {
  /// The change and its remedy, in a clause.
  package var words: SafeText {
    switch kind {
    case .renamed(let from, let to): return "'\(from)' is '\(to)' now"
    case .removed(let name, let below):
      return """
        '\(name)'\(below > 0 ? " and \(counted(below, "line")) below it" : "") \
        \(below > 0 ? "are" : "is") taken out: no model is left that it may ask for
        """
    case .fewer(let name, let from, let to):
      return "'\(name)' asks for \(to.isEmpty ? "{1}" : to) in place of \(from)"
    case .dropped(let name, let attribute): return "'\(name)' asks for \(attribute) no longer"
    case .rerouted(let from, let to): return "'=> \(from)' is '=> \(to)' now"
    case .split(let count):
      return "is \(counted(count, "line")) now: its messages go different ways"
    case .unrouted(let reason): return "is taken out: \(reason)"
    case .left(let name, let models, let more):
      let shown: SafeText = models.map { "'\($0)'" }.joined(separator: ", ")
      return """
        '\(name)' is not there, and stays: it may be \(shown)\
        \(more > 0 ? " or one of \(more) more" : ""); write its name, or take the line out
        """
    }
  }
}

/// Collects changes to a tree's lines, by their indices.
final class PatchChanges {
  private(set) var all: [(line: Int, kind: PatchChange.Kind)] = []

  private let matcher: TreeMatcher

  /// The number of models to name for a line.
  private static let namedModels = 3

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  private func name(of line: Int) -> String { matcher.lines[line].pattern.text }

  /// Notes a line that stays although its model is gone, and its candidates.
  func noteLeft(_ line: Int, models: [Int]) {
    let named = models.prefix(Self.namedModels).map { matcher.bound.snapshot[$0].name }
    let more = models.count - named.count
    all.append((line, .left(name: name(of: line), models: named, more: more)))
  }

  /// Notes a removed line.
  ///
  /// - Parameter moving: the lines that move elsewhere.
  func noteRemoved(_ block: SpecBlock, except moving: Set<Int>) {
    func staying(_ block: SpecBlock) -> Int {
      guard let line = block.line, !moving.contains(line) else { return 0 }
      return block.children.reduce(1) { $0 + staying($1) }
    }
    let count = staying(block)
    guard count > 0, let line = block.line else { return }
    all.append((line, .removed(name: name(of: line), below: count - 1)))
  }

  /// Notes a line that asks for fewer models than before.
  func noteCount(_ count: Int, _ line: Int) {
    let written = matcher.lines[line].count
    guard count < written.least, let new = written.allowing(count) else { return }
    all.append((line, .fewer(name: name(of: line), from: written.text, to: new.text)))
  }

  /// Notes a changed name, and elements that a line no longer asks for.
  func noteDifferences(of model: AlignedModel, _ line: Int) {
    let written = matcher.lines[line]
    for difference in model.differences {
      guard let expected = difference.expected else { continue }
      if difference.attribute == .name, let found = difference.found?.element {
        all.append((line, .renamed(from: name(of: line), to: found.text)))
      } else if difference.found == nil,
        written.attribute(difference.attribute)?.claim.list?.strictness == .some,
        !written.unnamed.absent.contains(difference.attribute)
      {
        if case .order? = difference.hint { continue }
        let attribute = difference.attribute.shown(expected).string
        all.append((line, .dropped(name: name(of: line), attribute: attribute)))
      }
    }
  }
}

/// Finds, where other models are allowed, the renamed model of a line.
///
/// If others aren't allowed, each unclaimed model must get a line, and a line without its model can
/// be removed. If they are, no failure would show that a line was removed: the line gets the model
/// with a similar name, or the only one left. If several are left, it stays unchanged.
struct RenameSearch {
  private let matcher: TreeMatcher
  private let free: Set<Int>
  /// The lines that stay although their models are gone, each with its candidates.
  private(set) var open: [(line: Int, models: [Int])] = []
  private var comparisons = 0

  /// The maximum number of names to compare: among more, a similar one is chance.
  private static let limit = 200_000

  init(_ matcher: TreeMatcher, _ root: AlignedModel) {
    self.matcher = matcher
    free = Set(matcher.freeModels(root))
    if !free.isEmpty { visit(root) }
  }

  private mutating func visit(_ model: AlignedModel) {
    guard model.state == .different else { return }
    for child in model.children { visit(child) }
    guard let line = model.line, let position = model.position,
      matcher.lines[line].completeness != .exact
    else { return }
    let others = Set(model.children.filter { $0.state == .other }.compactMap(\.position))
    var models = matcher.columns.models(below: position, matcher.lines[line].completeness)
      .filter { free.contains($0) && !others.contains($0) }
    let lacking = model.children.indices.filter { isLacking(model.children[$0], model) }
    var left: [Int] = []
    for place in lacking {
      if let found = nearest(to: model.children[place], models) {
        rename(place, of: model, to: models.remove(at: found))
      } else {
        left.append(place)
      }
    }
    if left.count == 1, models.count == 1 {
      rename(left[0], of: model, to: models[0])
    } else if !models.isEmpty {
      for place in left {
        if let line = model.children[place].line { open.append((line, models)) }
      }
    }
  }

  /// Whether all of a line's models are missing, and everything below them.
  private func isLacking(_ child: AlignedModel, _ parent: AlignedModel) -> Bool {
    guard case .missing = child.state, child.children.isEmpty else { return false }
    return !parent.children.contains { $0.line == child.line && $0 !== child }
  }

  /// The place of the model whose name is most similar to a line's.
  private mutating func nearest(to child: AlignedModel, _ models: [Int]) -> Int? {
    guard let name = child.line.flatMap({ matcher.lines[$0].pattern.literal }) else { return nil }
    comparisons += models.count
    if comparisons > Self.limit { return nil }
    let names = models.map { matcher.bound.snapshot[$0].name }
    return names.nearest(to: name).flatMap { names.firstIndex(of: $0) }
  }

  private mutating func rename(_ place: Int, of parent: AlignedModel, to position: Int) {
    guard let line = parent.children[place].line else { return }
    let renamed = AlignedModel(.different, line: line, position: position)
    renamed.differences = matcher.bound.differences(line: line, position: position)
    renamed.children = TreeAlignment(matcher).alignChildren(line: line, position: position)
    parent.children[place] = renamed
    visit(renamed)
  }
}
