package import TreeSnapshot

/// Changes a spec's tree where the tree is different, and nothing else: comments, patterns, counts,
/// captures, modes and all other lines stay.
package struct SpecPatch {
  /// The whole text after the change.
  package private(set) var text: String
  /// How many lines went, and how many came.
  package private(set) var removed = 0
  package private(set) var added = 0

  /// - Returns: nil where the tree's shape is as the spec says.
  /// - Throws: `SpecPatchError` where the changed spec could not be read, or where it would still be
  ///   different.
  package init?(_ spec: Spec, to snapshot: Snapshot) throws(SpecPatchError) {
    var current = spec
    // What one round brings into order may show the next difference: a line for several models, of
    // which each was different.
    for round in 0..<Self.rounds {
      let changed: String?
      do {
        changed = try Self.patched(current, to: snapshot)
      } catch {
        throw .unreadable("\(error)")
      }
      guard let changed else {
        if round == 0 { return nil }
        text = current.text.map { $0 + "\n" }.joined()
        let difference = current.text.difference(from: spec.text)
        removed = difference.removals.count
        added = difference.insertions.count
        return
      }
      do {
        current = try Spec(changed, name: spec.name)
      } catch {
        throw .unreadable(error.problems.first.map(error.heading) ?? "\(error)")
      }
    }
    throw .unsettled
  }

  private static let rounds = 5

  private static func patched(_ spec: Spec, to snapshot: Snapshot) throws(SpecError) -> String? {
    let bound = BoundSpec(spec, snapshot)
    if !bound.problems.isEmpty { throw SpecError(name: spec.name, problems: bound.problems) }
    let (head, root, tail) = spec.blocks()
    guard let root else { return nil }
    let matcher = TreeMatcher(bound)
    if matcher.isMatch(line: 0, position: 0) { return nil }
    let aligned = TreeAlignment(matcher).aligned()
    let patcher = BlockPatcher(matcher, aligned, root)
    let block = patcher.patched(aligned, root)
    return (head + block.lines + tail).map { $0 + "\n" }.joined()
  }
}

/// Why a spec could not be patched; its file is left as it is.
package enum SpecPatchError: Error, Hashable, CustomStringConvertible {
  /// The changed spec cannot be read: what was taken out is named elsewhere in it.
  case unreadable(String)
  /// The changed spec would still be different.
  case unsettled

  /// One clause that a person can act on.
  package var description: String {
    switch self {
    case .unreadable(let problem):
      "it cannot be patched: \(problem); change that line first, or write the spec anew with "
        + "--update=overwrite"
    case .unsettled:
      "it cannot be patched; write it anew with --update=overwrite"
    }
  }
}
