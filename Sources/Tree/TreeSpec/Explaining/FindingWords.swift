package import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Turns findings into words.
package final class FindingWords {
  private let spec: Spec
  private let snapshot: Snapshot
  private lazy var paths = NodePaths(snapshot)

  /// The number of models to list.
  private static let shownModels = 5
  /// The number of an event's receivers to list.
  private static let shownReceivers = 3
  /// The number of a route's hops to list.
  private static let shownHops = 12

  /// - Parameter result: the result that the findings belong to.
  package init(_ result: SpecResult) {
    spec = result.spec
    snapshot = result.snapshot
  }

  /// The violation of a check; nil if there is none.
  package func explanation(of check: SpecResult.Check) -> Explanation? {
    guard var explanation = check.finding.map({ explanation(of: $0) }) else { return nil }
    // The tree's lines have their own comments.
    if case .shape? = check.finding { return explanation }
    let source = check.source ?? spec
    explanation.comment =
      source.comment(aboveLine: check.line).map { "\($0)" }
      + (check.rule.map { ["\($0.severity.rawValue): \($0.reason)"] } ?? [])
    return explanation
  }

  func explanation(of finding: Finding) -> Explanation {
    switch finding {
    case .shape(let root): explanation(of: root)
    case .present(let models, let selector):
      Explanation(
        problem: "\(models.count == 1 ? "1 model matches" : "\(models.count) models match") "
          + "'\(selector)'",
        details: models.prefix(Self.shownModels).map { name($0) } + more(models, Self.shownModels))
    case .limits(let broken):
      Explanation(
        problem: broken.map { limit in
          "\(limit.measure.rawValue) is \(limit.value)"
            + (limit.place.map { ", at \(name($0))" } ?? "")
        }.joined(separator: "; "))
    case .treeName(let name):
      Explanation(problem: name.map { "the tree is called '\($0)'" } ?? "the tree has no name")
    case .vocabulary(let finding): Explanation(problem: words(finding))
    case .routes(let finding): explanation(of: finding)
    case .service(let finding):
      Explanation(
        problem: (finding.provider.map { "is provided by \(name($0))" } ?? "is missing")
          + (finding.askerCount > 1
            ? " when asked by \(finding.count) of \(finding.askerCount) models" : ""),
        details: ["the first is \(name(finding.first))"])
    case .moment(let finding): explanation(of: finding)
    case .unknown(let problem): Explanation(problem: problem.fault.message)
    case .skipped(let fault): Explanation(problem: fault.message)
    }
  }

  func words(_ finding: VocabularyFinding) -> SafeText {
    let parts: [SafeText?] = [
      finding.missing.isEmpty ? nil : "\(finding.missing.written): not declared",
      finding.extra.isEmpty ? nil : "\(finding.extra.written): declared, and not listed",
    ]
    return parts.compactMap { $0 }.joined(separator: "; ")
  }

  /// The name that distinguishes a model from others.
  func name(_ model: Int) -> SafeText { paths.labeledPath(of: model) }

  /// The path of a model, or its id if the path is long.
  func path(_ model: Int) -> SafeText { paths.shortPath(of: model) }

  private func more(_ models: [Int], _ shown: Int) -> [SafeText] {
    models.count > shown ? ["and \(models.count - shown) more"] : []
  }

  // MARK: The shape

  private func explanation(of root: AlignedModel) -> Explanation {
    let tree = AnnotatedTree(root, spec, snapshot, paths)
    let counts = ShapeDifference.Kind.allCases.compactMap { kind -> SafeText? in
      let count = tree.differences.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    let line = spec.lines[0]
    return Explanation(
      problem: """
        \(counts.joined(separator: ", ")) (children: \(line.mode.text); attributes: \
        \(line.unnamed.text))
        """,
      line: tree.line, differences: tree.differences, rows: tree.rows)
  }

  // MARK: Routes

  private func explanation(of finding: RouteFinding) -> Explanation {
    let first = finding.wrong[0]
    var problem = words(first.fact, first.message.kind)
    if finding.isPattern {
      problem = "\(first.message.domain).\(first.message.code ?? "*") \(problem)"
    }
    if finding.raiserCount > 1 {
      problem += " when raised by \(first.count) of \(finding.raiserCount) models"
    }
    if finding.wrong.count > 1 { problem += ", and \(finding.wrong.count - 1) more like that" }
    return Explanation(
      problem: problem,
      details: zip(finding.routes, finding.wrong).flatMap { route, wrong in
        lines(of: route, label: wrong.message.label)
      },
      routes: finding.routes)
  }

  func words(_ fact: RouteFinding.Fact, _ kind: Message.Kind) -> SafeText {
    switch fact {
    case .lost: "is \(kind.outcomes.lost)"
    case .handled(let handler): "is handled by \(snapshot[handler].name)"
    case .passes([]): "passes no other model"
    case .passes(let models):
      "passes \(models.prefix(Self.shownHops).map { "\(snapshot[$0].name)" }.joined(separator: ", "))"
    case .delivered(let models): "is delivered to \(list(models))"
    case .notDelivered(let models): "is not delivered to \(list(models))"
    case .alsoDelivered(let models): "is also delivered to \(list(models))"
    }
  }

  private func list(_ models: [Int]) -> SafeText {
    let shown: SafeText = models.prefix(Self.shownReceivers).map { name($0) }
      .joined(separator: ", ")
    return ([shown] + more(models, Self.shownReceivers)).joined(separator: " ")
  }

  /// A route hop by hop, the message first.
  func lines(of route: Route, label: String?) -> [SafeText] {
    let words = RouteWords(route, in: snapshot)
    let hops = route.hops.prefix(Self.shownHops)
    var lines: [SafeText] = [
      "\(route.message)\(label.map { " (\($0))" } ?? "") raised at \(name(route.raiser))"
    ]
    let names = hops.map { hop -> SafeText in "\(words.name(hop.node))" }
    let width = names.map(\.columns).max() ?? 0
    for (number, hop) in hops.enumerated() {
      let verdict = hop.verdict == .handled ? "handled" : "passed "
      lines.append(
        "  \(number)  \(names[number].padded(to: width))  \(verdict)  \(words.reason(of: hop))")
    }
    let more = route.hops.count - hops.count
    if more > 0 { lines.append("  … \(more) more hops") }
    if case .delivered(let receivers) = route.outcome {
      for receiver in receivers.prefix(Self.shownHops) {
        lines.append("  \(name(receiver))  \(words.registration(at: receiver))")
      }
    }
    lines.append("  \(words.outcome.word)\(words.outcome.rest)")
    return lines
  }
}

// Violations in a journal, in words.
extension FindingWords {
  func explanation(of finding: MomentFinding) -> Explanation {
    let words = RecordWords(contents: finding.contents, types: finding.types)
    var explanation = Explanation(problem: problem(finding, words))
    if case .tree(let inner, let result) = finding.fact {
      explanation = FindingWords(result).explanation(of: inner)
      explanation.problem = "does not hold at moment \(finding.place): \(explanation.problem)"
    }
    if let record = finding.record {
      explanation.details.append(words.line(record))
      // The record of the raise has the cause.
      let origin = record.raise.flatMap { finding.contents[$0] } ?? record
      if let reason = words.reason(origin) { explanation.details.append("  \(reason)") }
    } else {
      explanation.details.append("the tree begins here")
    }
    explanation.details.append(
      finding.contents.holdsTrees
        ? "'--at \(finding.moment)' looks at the tree then"
        : "'journal --led-to \(finding.moment)' tells what led to it")
    explanation.moment = finding
    return explanation
  }

  /// The problem, without details that differ from run to run.
  package func words(_ finding: MomentFinding) -> SafeText {
    if case .tree(let inner, let result) = finding.fact {
      return FindingWords(result).explanation(of: inner).problem
    }
    if let record = finding.record, record.event == .started {
      return "work of \(finding.types[record.node] ?? "…")"
    }
    return "\(RecordWords.name(finding.record?.message)) \(finding.record?.event.name ?? "")"
  }

  private func problem(_ finding: MomentFinding, _ words: RecordWords) -> SafeText {
    guard let record = finding.record else { return "" }
    let count = finding.count ?? 1
    let first: SafeText = count > 1 ? ", \(count) times, the first at" : " at"
    let place = "\(first) moment \(finding.place)" as SafeText
    switch finding.fact {
    case .ended: return "was \(record.event.name)\(place)"
    case .elsewhere:
      let outcome: SafeText =
        record.event == .handled
        ? "was handled by \(words.name(record.handlerNode))" : "was \(record.event.name)"
      return outcome + (record.event == .delivered ? " to others" : "") + place
    case .late(let time): return "took \(RecordWords.duration(time))\(place)"
    case .unfinished(let time):
      return "had not returned after \(RecordWords.duration(time))\(place)"
    case .longWork(let time):
      return "\(words.name(record.node)) worked for \(RecordWords.duration(time))\(place)"
    case .openWork(let time):
      return
        "\(words.name(record.node)) still worked after \(RecordWords.duration(time))\(place)"
    case .tree: return ""
    }
  }
}

extension MomentFinding {
  /// The moment's number and time.
  fileprivate var place: SafeText {
    let time = contents[moment].map { WallClock.localTime(ofNanoseconds: $0.time) }
    return "\(moment)\(time.map { ", \($0)" } ?? "")"
  }
}

/// A violation of a rule, as recorded in a baseline: without ids and lines, which differ between
/// dumps.
package struct RuleViolation: Hashable, Sendable {
  /// The rule's name.
  package var rule: String
  /// The path of the model; `/` for the whole tree.
  package var path: String
  /// The line of the rule, and the actual facts.
  package var facts: [String]
}

extension FindingWords {
  /// The violations of a rule; none for a line without a rule, or one that holds.
  package func violations(of check: SpecResult.Check) -> [RuleViolation] {
    guard let rule = check.rule, check.outcome != .passed, check.outcome != .skipped else {
      return []
    }
    func violation(_ model: Int?, _ facts: SafeText...) -> RuleViolation {
      RuleViolation(
        rule: rule.name, path: model.map { path($0).string } ?? "/",
        facts: [check.name] + facts.map(\.string))
    }
    switch check.finding {
    case .present(let models, _)?: return models.map { violation($0) }
    case .limits(let broken)?:
      return broken.map { violation($0.place, "\($0.measure.rawValue) is \($0.value)") }
    case .treeName(let name)?: return [violation(nil, "\(name ?? "")")]
    case .vocabulary(let finding)?: return [violation(nil, words(finding))]
    case .routes(let finding)?:
      return finding.wrong.map { wrong in
        violation(
          wrong.raiser, "\(wrong.message.domain).\(wrong.message.code ?? "*")",
          words(wrong.fact, wrong.message.kind), "\(counted(wrong.count, "model"))")
      }
    case .service(let finding)?:
      return [
        violation(
          finding.first, finding.provider.map { "is provided by \(path($0))" } ?? "is missing",
          "\(counted(finding.count, "model"))")
      ]
    case .moment(let finding)?: return [violation(nil, words(finding))]
    case .unknown(let problem)?:
      // A line that never applies is misspelled, and never counts as known.
      return problem.fault.kind == .appliesNowhere
        ? [] : [violation(nil, problem.fault.message)]
    case .shape?, .skipped?, nil: return []
    }
  }
}
