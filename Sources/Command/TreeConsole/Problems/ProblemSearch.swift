import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeRuns
import TreeSnapshot

/// Finds problems in the past, in the current tree, and among the models that left it.
struct ProblemSearch {
  /// The problems, the worst first.
  private(set) var problems: [Problem] = []
  /// The number of models searched.
  var modelCount: Int { state?.snapshot.count ?? 0 }
  /// The number of records searched; nil without a journal.
  var recordCount: Int? { journal?.records.count }

  private let view: View
  /// The tree; nil if the target has none.
  private let state: TreeState?
  private let journal: SearchedJournal?

  /// Searches everything that a view shows. Costs as much as `lint`, and a pass over the journal.
  ///
  /// - Throws: If the target doesn't respond. A journal without a tree is still searched.
  init(_ view: View) throws {
    self.view = view
    journal = view.capabilities.contains(.journal) ? SearchedJournal(try view.journal(), view) : nil
    do {
      state = try view.state()
    } catch let error as MomentError {
      if journal == nil { throw error }
      state = nil
    }
    if let journal {
      findOutcomes(journal)
      findActivity(journal)
    }
    if view.capabilities.contains(.leaks) { findLeaks(try view.leakedModels()) }
    if let state { findByRules(state) }
    sort()
  }

  /// Puts the worst first.
  private mutating func sort() {
    problems.sort { one, other in
      (one.severity.rank, one.sort.rawValue, other.count, one.records.first ?? 0, one.reason)
        < (
          other.severity.rank, other.sort.rawValue, one.count, other.records.first ?? 0,
          other.reason
        )
    }
  }

  // MARK: The past

  private mutating func findOutcomes(_ journal: SearchedJournal) {
    for outcomes in journal.contents.lostMessages(until: journal.last) {
      guard let first = outcomes.first, let last = outcomes.last, let known = first.message,
        let message = known.message
      else { continue }
      let near = misses(of: message, last, journal)
      let (sort, severity): (Problem.Sort, LintSeverity) =
        switch last.event {
        case .uncaught: (.uncaught, .error)
        case .unhandled: (.unhandled, .warning)
        // If a model nearly received it, it was probably meant to.
        default: (.unheard, near.isEmpty ? .note : .warning)
        }
      let raise = last.raise ?? last.number
      let departure = journal.types.departure(of: last.node, until: raise)
      let gone: SafeText =
        departure.map { "; raised after it left the tree (record \($0))" } ?? ""
      let times: SafeText = outcomes.count == 1 ? "once" : "\(outcomes.count) times"
      var seen: Set<JournalNode> = []
      let raisers = outcomes.reversed().map(\.node).filter { seen.insert($0).inserted }
      let names = raisers.map(journal.words.name).listed(Problem.mostShown)
      problems.append(
        Problem(
          sort: sort, severity: severity,
          reason: "\(RecordWords.name(known)) was \(sort) \(times), raised by \(names)\(gone)"
            + near.map { "; \($0)" }.joined(separator: "" as SafeText),
          count: outcomes.count, message: known,
          models: raisers.prefix(Problem.mostShown).map { model($0, journal) },
          records: outcomes.suffix(Problem.mostShown).map { $0.raise ?? $0.number },
          next: departure == nil && isInTree(last.node, at: raise, journal)
            ? trace(message, from: last.node.id, at: raise) : Self.consequences(of: raise)))
    }
  }

  /// A clause for each model that nearly got a message: by the journal, or because an event ended at the
  /// border of the raiser's session.
  private func misses(
    of message: Message, _ record: JournalRecord, _ journal: SearchedJournal
  ) -> [SafeText] {
    let node = record.node
    let way = Set(sequence(first: node, next: journal.types.parent).map(\.id))
    let recorded = RecordedMisses(
      of: message, at: record.raise ?? record.number, ofTree: node.tree, way: way,
      journal.contents, journal.words
    ).clauses
    guard message.kind == .event, let state, let raiser = position(of: node, journal) else {
      return recorded
    }
    let snapshot = state.snapshot
    let session = SafeText(snapshot[snapshot.eventSession(ofRaiserAt: raiser)].name)
    let outside = snapshot.nearMisses(of: snapshot.route(of: message, raisedAt: raiser))
      .filter { $0.reason == .elsewhere }.prefix(Problem.mostShown)
    return recorded
      + outside.map { miss in
        miss.isOutside(session, "\(snapshot[miss.node].name) #\(snapshot[miss.node].id)")
      }
  }

  /// Whether the journal has the tree at a moment, with a model in it.
  private func isInTree(_ node: JournalNode, at moment: Int, _ journal: SearchedJournal) -> Bool {
    guard let replay = try? JournalReplay(of: journal.contents, at: moment),
      replay.tree == node.tree
    else { return false }
    return replay[tree: node.tree]?[node.id] != nil
  }

  /// The position of a model of the journal, if it is in the tree.
  private func position(of node: JournalNode, _ journal: SearchedJournal) -> Int? {
    guard let state, state.tree - journal.treeOffset == node.tree else { return nil }
    return state.snapshot.position(ofID: node.id)
  }

  /// How often messages must have raised each other at a stretch.
  private static let leastRun = 3
  /// The minimum duration of reported handlers in nanoseconds: about a frame.
  private static let slowest = 16_000_000
  /// The minimum duration for a warning: long enough to be noticed.
  private static let tooSlow = 100_000_000

  private mutating func findActivity(_ journal: SearchedJournal) {
    let activity = JournalActivity(of: journal.contents, until: journal.last)
    for cycle in activity.cycles
    where cycle.longestRun >= Self.leastRun {
      var models: [JournalNode] = []
      for step in cycle.steps where !models.contains(step.raiser) { models.append(step.raiser) }
      problems.append(
        Problem(
          sort: .cycle, severity: .warning,
          reason: "\(journal.words.cycle(cycle)): \(cycle.longestRun) times at a stretch",
          count: cycle.longestRun, message: cycle.steps.first?.message,
          models: models.prefix(Problem.mostShown).map { model($0, journal) },
          records: [cycle.first, cycle.last],
          remedy: "Let one of the handlers raise its message only if something has changed.",
          next: Self.consequences(of: cycle.first)))
    }
    for run in activity.slowest where run.nanoseconds ?? .max >= Self.slowest {
      let name = run.handler.map(journal.words.name)
      let message = RecordWords.name(run.message)
      let isUnreturned = run.nanoseconds == nil
      let reason: SafeText =
        if let time = run.nanoseconds {
          "\(name ?? "the receivers") took \(RecordWords.duration(time)) for \(message)"
        } else {
          "\(name.map { "\($0)'s handler" } ?? "the receivers") of \(message) never returned"
        }
      problems.append(
        Problem(
          sort: isUnreturned ? .unreturned : .slow,
          severity: isUnreturned
            ? .error : run.nanoseconds ?? 0 >= Self.tooSlow ? .warning : .note,
          reason: reason, message: run.message,
          models: run.handler.map { [model($0, journal)] } ?? [], records: [run.record],
          source: journal.contents[run.record]?.source,
          next: Self.consequences(of: run.record)))
    }
  }

  /// A model of the journal, with its path if it is in the tree.
  private func model(_ node: JournalNode, _ journal: SearchedJournal) -> Problem.Model {
    let path = position(of: node, journal).flatMap { position in
      state.map { NodePaths($0.snapshot).path(of: position).string }
    }
    return Problem.Model(id: node.id, type: journal.types[node], path: path)
  }

  // MARK: The tree, and models that left it

  private mutating func findLeaks(_ leaked: [LeakedModel]) {
    // The models they retain are released with them.
    let tops = Dictionary(grouping: leaked.filter { $0.holder == nil }, by: \.type)
    for models in tops.values {
      guard let first = models.first else { continue }
      let what: SafeText =
        models.count == 1
        ? "\(first.shownType) #\(first.id)" : "\(models.count) models of type \(first.shownType)"
      let causes = first.causes.map { "; it \($0)" }.joined(separator: "" as SafeText)
      problems.append(
        Problem(
          sort: .leaked, severity: .warning,
          reason: "\(what) left the tree, and \(models.count == 1 ? "is" : "are") still alive"
            + causes,
          count: models.count,
          models: models.prefix(Problem.mostShown).map {
            Problem.Model(id: $0.id, type: $0.type, path: $0.path)
          },
          source: first.source,
          remedy: "Find what holds it with 'leaks --why', most often a closure without "
            + "[weak self], a timer or a signal subscription.",
          next: NextCall(command: "leaks", arguments: [:])))
    }
  }

  private mutating func findByRules(_ state: TreeState) {
    let happened = Set(problems.compactMap { $0.sort == .cycle ? nil : $0.message?.unlabeled })
    let groups = Dictionary(grouping: LintSubject(state.snapshot).findings()) {
      RuleSubject(rule: $0.rule.name, message: $0.message?.unlabeled, service: $0.service)
    }
    for (subject, findings) in groups {
      guard let first = findings.first else { continue }
      let isOfRaiser = ["uncaught-error", "unhandled-bubble", "unheard-event"]
        .contains(subject.rule)
      // It has happened, which is worse.
      if isOfRaiser || subject.rule == "unhandled-declaration", let message = subject.message,
        happened.contains(message)
      {
        continue
      }
      let related = first.relation.map { relation -> SafeText in
        let source: SafeText = relation.place.source.map { " at \($0)" } ?? ""
        return "\(relation.what): \(relation.place.path) #\(relation.place.id)\(source)"
      }
      problems.append(
        Problem(
          sort: .lint, rule: first.rule, severity: first.rule.severity, reason: first.reason,
          related: related, count: findings.count, message: first.message,
          models: findings.prefix(Problem.mostShown).map {
            Problem.Model(id: $0.place.id, type: $0.place.type, path: $0.place.path.string)
          },
          source: first.place.source, next: next(first, isOfRaiser: isOfRaiser)))
    }
  }

  /// What a finding is about: those of one rule about one thing are one problem.
  private struct RuleSubject: Hashable {
    var rule: String
    var message: KnownMessage?
    var service: String?
  }

  /// Adds the specs that the tree doesn't match.
  mutating func check(_ specs: [String]) throws {
    for spec in specs {
      var runner = CheckRunner(try CheckOptions.parse([]), view)
      let answer = try runner.answer(try SpecFiles.specs([spec]), in: view)
      guard answer.status != .done else { continue }
      problems.append(
        Problem(
          sort: .spec, severity: .error, reason: "the app doesn't do what \(spec) says",
          next: NextCall(command: "check", arguments: ["spec": spec])))
    }
    sort()
  }

  // MARK: What to ask next

  private func next(_ finding: LintFinding, isOfRaiser: Bool) -> NextCall {
    let id = finding.place.id
    let moment = view.moment.map { "\($0)" }
    guard let message = finding.message?.message else {
      return NextCall(command: "show", arguments: ["selector": "#\(id)", "at": moment])
    }
    if isOfRaiser { return trace(message, from: id, at: view.moment) }
    return NextCall(
      command: "routes",
      arguments: ["kind": message.kind.rawValue, "message": message.reference, "at": moment])
  }

  private func trace(_ message: Message, from id: Int, at moment: Int?) -> NextCall {
    NextCall(
      command: "trace",
      arguments: [
        "kind": message.kind.rawValue, "message": message.reference, "from": "#\(id)",
        "at": moment.map { "\($0)" },
      ])
  }

  /// What led to a record, and what followed.
  private static func consequences(of record: Int) -> NextCall {
    NextCall(command: "journal", arguments: ["led_to": "\(record)"])
  }
}

extension LintSeverity {
  /// The rank of the severity, the worst first.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
