import MemoryGraph
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Which rules run, and the severity of their findings.
struct LintSettings: Hashable {
  /// The settings file that is read by default.
  static let defaultFile = ".modeltree-lint.json"

  /// The names of the disabled rules.
  private(set) var disabled: Set<String> = []
  /// The severities of rules, if they differ from the default.
  private var severities: [String: LintSeverity] = [:]

  /// Reads the settings of a file, or of the default file if it exists, and disables more rules.
  ///
  /// - Throws: `ConsoleError` with the faulty line, `FileError` if the file can't be read.
  init(file: String?, disabling names: [String]) throws {
    if let file = file ?? (FileNames.isFile(Self.defaultFile) ? Self.defaultFile : nil) {
      try read(file)
    }
    for name in names {
      if let words = Self.fault(ofRule: name) { throw ConsoleError(words) }
      disabled.insert(name)
    }
  }

  /// The problem with a rule's name; nil if the rule exists.
  private static func fault(ofRule name: String) -> SafeText? {
    LintRule.named(name) == nil ? unknown(rule: name) : nil
  }

  static func unknown(rule name: String) -> SafeText {
    let hint = LintRule.all.map(\.name).hint(for: name, otherwise: "'help lint' lists the rules")
    return "unknown rule '\(name)'; \(hint)"
  }

  /// Parses `{"disabled": ["unheard-event"], "severity": {"leaked-model": "error"}}`.
  private mutating func read(_ path: String) throws {
    try FileBytes(path: path).withBuffer { bytes throws(ConsoleError) in
      var scanner = JSONScanner(bytes)
      do throws(JSONFailure) {
        try read(&scanner)
        try scanner.expectEnd()
      } catch {
        let words = (error.problem as? JSONProblem)?.words ?? "\(error.problem)"
        throw ConsoleError("\(path): line \(JSONScanner(bytes).line(at: error.offset)): \(words)")
      }
    }
  }

  private mutating func read(_ scanner: inout JSONScanner) throws(JSONFailure) {
    func refuse(_ words: SafeText?, at scanner: borrowing JSONScanner) throws(JSONFailure) {
      guard let words else { return }
      throw JSONFailure(offset: scanner.position, problem: ConsoleError(words))
    }
    try scanner.readObject("the file") { scanner, key throws(JSONFailure) in
      switch key {
      case "disabled":
        try scanner.readArray(key) { scanner throws(JSONFailure) in
          let name = try scanner.readString("a rule")
          try refuse(Self.fault(ofRule: name), at: scanner)
          disabled.insert(name)
        }
      case "severity":
        try scanner.readObject(key) { scanner, name throws(JSONFailure) in
          try refuse(Self.fault(ofRule: name), at: scanner)
          let word = try scanner.readString(name)
          severities[name] = LintSeverity(rawValue: word)
          let hint = LintSeverity.allCases.map(\.rawValue).hint(
            for: word, otherwise: "write error, warning or note")
          try refuse(
            severities[name] == nil ? "'\(word)' isn't a severity; \(hint)" : nil, at: scanner)
          return true
        }
      default:
        let hint = ["disabled", "severity"].hint(
          for: key, otherwise: "write 'disabled' or 'severity'")
        try refuse("'\(key)' isn't a setting; \(hint)", at: scanner)
      }
      return true
    }
  }

  /// The enabled rules.
  var rules: [LintRule] { LintRule.all.filter { !disabled.contains($0.name) } }

  /// The findings of the enabled rules, with the severities of the settings.
  func findings(in subject: LintSubject) -> [LintFindings] {
    subject.findings(of: rules).map { found in
      var found = found
      if let severity = severities[found.rule.name] { found.severity = severity }
      return found
    }
  }
}

extension LintSubject {
  /// Prepares the tree of a view, with what its target knows beyond it: the models that left it,
  /// and its journal.
  ///
  /// - Parameters:
  ///   - raised: More messages that models are known to raise, by the types of the models.
  ///   - findsHolders: Whether to find in the app's memory who holds the models that left.
  init(
    of view: View, raising raised: [String: [DeclaredMessage]] = [:], findsHolders: Bool = false
  ) throws {
    let state = try view.state()
    let leaked = view.capabilities.contains(.leaks) ? try view.leakedModels() : nil
    // Where memory can't be read, they aren't known.
    let held = findsHolders && leaked?.isEmpty == false ? try? view.holders(ofType: nil) : nil
    let holders = held?.report.objects.compactMap { object in
      object.paths.first.map { (object.address, $0.line) }
    }
    let journal = view.capabilities.contains(.journal) ? try view.journal() : nil
    let moment = view.moment ?? journal?.lastMoment ?? 0
    self.init(
      try state.snapshot.raising(raised),
      leaked: leaked, holders: Dictionary(holders ?? []) { $1 },
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
    let (works, types) = (contents.worksOfDeparted(until: last), JournalTypes(of: contents))
    return works.compactMap { work in
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
  /// The cycle in lint's form; nil if it doesn't consist of nested handlers in one tree.
  fileprivate func observed(in tree: Int) -> ObservedCycle? {
    let steps = steps.compactMap { step in
      step.message.message.map { ObservedCycle.Step(id: step.raiser.id, message: $0) }
    }
    guard isNested, steps.count == self.steps.count,
      self.steps.allSatisfy({ $0.raiser.tree == tree })
    else { return nil }
    return ObservedCycle(steps: steps, run: longestRun, records: first...last)
  }
}
