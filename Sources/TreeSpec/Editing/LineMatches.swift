package import TextIO
import TreeAnalysis
package import TreeSnapshot

extension SpecResult {
  /// The number of models of a line to list.
  private static let shownModels = 5
  /// The number of a line's messages whose routes are shown.
  private static let shownRoutes = 2

  /// What a line of the spec matches in the tree, for a person: the models of a line of the tree, the
  /// route of a message, or what is different.
  ///
  /// - Parameter number: the line, from 1.
  /// - Returns: lines of text; none for a line that asks for nothing.
  package func matches(ofLine number: Int) -> [SafeText] {
    let words = FindingWords(self)
    if let index = spec.lines.firstIndex(where: { $0.number == number }) {
      return models(of: index, words)
    }
    guard let check = checks.first(where: { $0.line == number && $0.source == nil }),
      let assertion = spec.assertions.first(where: { $0.line == number })
    else { return [] }
    if let explanation = words.explanation(of: check) {
      let outcome: SafeText = check.outcome == .skipped ? "skipped: " : ""
      return [outcome + explanation.problem] + explanation.details
    }
    if case .route(let claim) = assertion.claim, !assertion.isOfJournal {
      return routes(of: claim, words)
    }
    return ["holds"]
  }

  private func models(of index: Int, _ words: FindingWords) -> [SafeText] {
    let matcher = TreeMatcher(BoundSpec(spec, snapshot))
    let aligned =
      matcher.isMatch(line: 0, position: 0)
      ? nil : TreeAlignment(matcher).aligned(isReport: true)
    let models = ClaimedModels(matcher, aligned) { $0 == index }.models[index] ?? []
    if models.isEmpty { return ["matches no model"] }
    let shown = models.prefix(Self.shownModels).map { model -> SafeText in
      let made: SafeText = snapshot[model].source.map { ", made at \($0)" } ?? ""
      return "  \(words.name(model)) #\(snapshot[model].id)\(made)"
    }
    let more = models.count - shown.count
    return ["matches \(counted(models.count, "model"))"] + shown
      + (more > 0 ? ["  and \(more) more"] : [])
  }

  private func routes(of claim: RouteClaim, _ words: FindingWords) -> [SafeText] {
    let bound = BoundSpec(spec, snapshot)
    let check = RouteCheck(
      context: AssertionCheck(bound, Captures.models(of: bound)), claim: claim)
    let (messages, raisers): ([KnownMessage], [Int]?)
    do { (messages, raisers) = (try check.messages(), try check.raisers()) } catch { return [] }
    let count = raisers?.count ?? snapshot.count
    var routes: [SafeText] = []
    for known in messages.prefix(Self.shownRoutes) {
      guard let message = known.message, let raiser = raisers == nil ? 0 : raisers?.first else {
        continue
      }
      routes += words.lines(of: snapshot.route(of: message, raisedAt: raiser), label: known.label)
    }
    return ["holds for \(counted(messages.count, "message")) from \(counted(count, "model"))"]
      + routes
  }
}

extension Spec {
  /// Whether a tree may be the one that the spec is about: its root has the name in the spec, or the
  /// spec names none.
  package func mayDescribe(_ snapshot: Snapshot) -> Bool {
    lines.first.map { $0.pattern.fits(snapshot[0].type) } ?? true
  }
}
