import TextIO
import TreeAnalysis
import TreeSnapshot

/// The differences between the dumps of two folders that have the same names.
struct DiffFolders {
  private let old: String
  private let new: String

  /// Nil where none of these is a folder.
  ///
  /// - Throws: `ConsoleError.conflict` where one is.
  init?(_ old: String, _ new: String) throws(ConsoleError) {
    let (isOld, isNew) = (FileNames.isFolder(old), FileNames.isFolder(new))
    if !isOld, !isNew { return nil }
    if !isOld || !isNew {
      throw .conflict(.folderWithDump(folder: isOld ? old : new, other: isOld ? new : old))
    }
    func withoutSlash(_ path: String) -> String {
      path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    self.old = withoutSlash(old)
    self.new = withoutSlash(new)
  }

  func run(
    _ list: ListOptions, _ options: OutputOptions, writingTo output: ConsoleOutput
  ) throws -> ExitStatus {
    let (before, after) = (try names(in: old), try names(in: new))
    let (folders, both) = (self, Set(before).intersection(after))
    let facts = try CollectedFacts(Set(before).union(after).sorted()) { name in
      guard both.contains(name) else {
        let isOld = before.contains(name)
        let folder = isOld ? folders.old : folders.new
        return [
          DumpFact(
            ["what": isOld ? "missing" : "extra", "path": name],
            text: ["\(name) is only in \(folder)"])
        ]
      }
      return Self.facts(
        of: TreeDifference(
          from: try TreeFile("\(folders.old)/\(name)").snapshot,
          to: try TreeFile("\(folders.new)/\(name)").snapshot, matching: .shape))
    }
    CollectedAnswer(
      facts: facts, words: (one: "difference", list: "differences"), list: list, options: options
    ).write(to: output)
    for failure in facts.failures { output.note(failure.reason) }
    if !facts.failures.isEmpty { return .wrong }
    return facts.sorted.isEmpty ? .done : .found
  }

  private func names(in folder: String) throws(ConsoleError) -> [String] {
    try SpecFiles.dumps(in: folder).map { String($0.dropFirst(folder.count + 1)) }
  }

  private static func facts(of difference: TreeDifference) -> [DumpFact] {
    let (old, new) = (NodePaths(difference.old), NodePaths(difference.new))
    func fact(_ what: String, _ path: SafeText, _ rest: SafeText) -> DumpFact {
      DumpFact(
        ["what": what, "path": path.string, "detail": rest.string], text: ["\(path) \(rest)"])
    }
    func with(_ below: Int) -> SafeText {
      below > 0 ? ", with \(counted(below, "model")) below it" : ""
    }
    var facts = difference.removed.map {
      fact("removed", old.shortPath(of: $0.position), "removed\(with($0.below))")
    }
    facts += difference.added.map {
      fact("added", new.shortPath(of: $0.position), "added\(with($0.below))")
    }
    facts += difference.moved.map { move in
      let aim: SafeText =
        move.isAmongSiblings
        ? "among its siblings" : "to \(new.shortPath(of: move.newPosition))"
      return fact("moved", old.shortPath(of: move.oldPosition), "moved \(aim)\(with(move.below))")
    }
    facts += difference.changed.flatMap { model in
      model.changes.map {
        fact(
          "changed", new.shortPath(of: model.newPosition),
          $0.words(from: difference.old, to: difference.new))
      }
    }
    return facts
  }
}
