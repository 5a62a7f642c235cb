import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

extension RuleName {
  /// The problem with a rule's name; nil if the rule exists.
  static func fault(of name: String) -> SafeText? {
    if LintRule.named(name) != nil { return nil }
    let hint = LintRule.all.map(\.name).hint(for: name, otherwise: "'help lint' lists the rules")
    return "unknown rule '\(name)'; \(hint)"
  }
}

extension LintSubject {
  /// Prepares the tree of a view, with its journal.
  ///
  /// - Parameter raised: More messages that models are known to raise, by the types of the models.
  init(of view: View, raising raised: [String: [DeclaredMessage]] = [:]) throws {
    let state = try view.state()
    let journal = view.capabilities.contains(.journal) ? try view.journal() : nil
    let moment = view.moment ?? journal?.lastMoment ?? 0
    self.init(
      try state.snapshot.raising(raised),
      missed: journal?.contents.missedEvents(at: moment),
      outliving: journal?.outlivingWork(until: view.moment, in: state.tree))
  }
}

extension JournalLook {
  /// The work that ran on after its model had left the tree.
  ///
  /// - Parameters:
  ///   - moment: the number of the latest record that counts; nil for the present.
  ///   - tree: the target's number of the present tree.
  fileprivate func outlivingWork(until moment: Int?, in tree: Int) -> [OutlivingWork] {
    let last = moment ?? lastRecord
    let end = moment == nil ? now : nil
    let types = JournalTypes(of: contents)
    return contents.worksOfDeparted(until: last, types).compactMap { work in
      let until = work.work.end?.time ?? end ?? contents[last]?.time ?? 0
      guard until - work.departure.time >= OutlivingWork.least else { return nil }
      let start = work.work.start
      return OutlivingWork(
        model: LeakedModel(
          id: start.node.id, type: types[start.node] ?? "…", path: nil, source: nil, holder: nil,
          isOfEarlierTree: start.node.tree + treeOffset != tree,
          work: start.source.map { [$0] } ?? []),
        started: start.number, left: work.departure.number,
        nanoseconds: until - work.departure.time, hasEnded: work.work.end != nil)
    }
  }
}
