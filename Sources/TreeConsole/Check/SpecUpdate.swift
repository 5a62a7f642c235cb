import ArgumentParser
import TextIO
import TreeSnapshot
import TreeSpec

/// Updates the file of a spec to match a tree.
struct SpecUpdate {
  enum Way: String, CaseIterable, ExpressibleByArgument {
    /// Changes what differs, and keeps the rest.
    case patch
    /// Rewrites the spec.
    case overwrite
    /// Writes a spec that is missing.
    case missing
  }

  /// A spec's new text, and the changes in it.
  struct Change {
    var text: String
    var words: SafeText
    /// Further changes, each with its line.
    var details: [(line: Int, words: SafeText)] = []
  }

  let way: Way
  /// Whether a patch updates lines about messages.
  let changesRoutes: Bool

  /// Whether a missing spec is written.
  var makesSpecs: Bool { way != .patch }

  /// - Throws: `ConsoleError` if changes aren't allowed.
  init(_ way: Way, changesRoutes: Bool, isForced: Bool) throws(ConsoleError) {
    if !isForced, Environment.isCI {
      throw ConsoleError(
        """
        CI is set, and a spec that is changed there is accepted unread: run --update where you can \
        look at it, or add --force
        """)
    }
    self.way = way
    self.changesRoutes = changesRoutes
  }

  /// The spec's new text, and the changes in it; nil if there are none.
  ///
  /// - Parameters:
  ///   - spec: the current spec; nil if its file is missing or can't be parsed.
  ///   - old: the bytes of the file, even if they can't be parsed.
  ///   - snapshot: the tree.
  func change(
    of spec: Spec?, _ old: [UInt8]?, for snapshot: Snapshot
  ) throws -> Change? {
    switch way {
    case .patch:
      guard let spec,
        let patch = try SpecPatch(spec, to: snapshot, changesRoutes: changesRoutes)
      else { return nil }
      return Change(
        text: patch.text,
        words: "\(counted(patch.removed, "line")) out, \(counted(patch.added, "line")) in",
        details: patch.changes.map { ($0.line, $0.words) })
    case .overwrite:
      let text = try SpecWriter(snapshot).write(title: spec?.title ?? snapshot.name)
      if let spec, text == spec.text.map({ $0 + "\n" }).joined() { return nil }
      let lost = old.map { HandwrittenLines($0).lost(in: HandwrittenLines(text.utf8)) } ?? []
      return Change(text: text, words: "rewritten\(Self.words(lost))")
    case .missing:
      if old != nil { return nil }
      return Change(text: try SpecWriter(snapshot).write(title: snapshot.name), words: "written")
    }
  }

  /// `; 2 comments and 1 limit of the old one are gone`; empty if nothing is lost.
  private static func words(_ lost: [(kind: HandwrittenLines.Kind, count: Int)]) -> SafeText {
    var counts = lost.map { counted($0.count, noun(for: $0.kind)) }
    guard let last = counts.popLast() else { return "" }
    let list = counts.isEmpty ? last : "\(counts.joined(separator: ", ")) and \(last)"
    let isOne = lost.count == 1 && lost[0].count == 1
    return "; \(list) of the old one \(isOne ? "is" : "are") gone"
  }

  private static func noun(for kind: HandwrittenLines.Kind) -> SafeText {
    switch kind {
    case .comment: "comment"
    case .limit: "limit"
    case .exclusion: "'not' line"
    case .route: "route"
    case .service: "service line"
    case .rule: "rule"
    case .moment: "line of a journal"
    }
  }
}
