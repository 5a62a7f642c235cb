import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

extension RuleName {
  /// - Throws: `ConsoleError` if a rule doesn't exist.
  static func check(_ name: String) throws(ConsoleError) {
    if let fault = fault(of: name) { throw ConsoleError(fault) }
  }

  /// The problem with a rule's name; nil if the rule exists.
  static func fault(of name: String) -> SafeText? {
    if LintRule.named(name) != nil { return nil }
    let hint = LintRule.all.map(\.name).hint(for: name, otherwise: "'help lint' lists the rules")
    return "unknown rule '\(name)'; \(hint)"
  }
}

extension LintSubject {
  /// Prepares the tree of a view, with what its target knows beyond it: the models that left it,
  /// and its journal.
  ///
  /// - Parameter raised: More messages that models are known to raise, by the types of the models.
  init(of view: View, raising raised: [String: [DeclaredMessage]] = [:]) throws {
    let state = try view.state()
    let leaked = view.capabilities.contains(.leaks) ? try view.leakedModels() : nil
    let journal = view.capabilities.contains(.journal) ? try view.journal() : nil
    let moment = view.moment ?? journal?.lastMoment ?? 0
    self.init(
      try state.snapshot.raising(raised),
      leaked: leaked,
      missed: journal?.contents.missedEvents(at: moment),
      cycles: journal.map { look in
        JournalActivity(of: look.contents, until: view.moment ?? look.lastRecord).cycles
          .compactMap { $0.observed(in: state.tree - look.treeOffset) }
      },
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

extension MessageCycle {
  /// The cycle in lint's form; nil if it isn't of that tree alone.
  fileprivate func observed(in tree: Int) -> ObservedCycle? {
    let steps = steps.compactMap { step in
      step.message.message.map { ObservedCycle.Step(id: step.raiser.id, message: $0) }
    }
    guard steps.count == self.steps.count,
      self.steps.allSatisfy({ $0.raiser.tree == tree })
    else { return nil }
    return ObservedCycle(steps: steps, run: longestRun, records: first...last)
  }
}
