package import TextIO
import TreeAnalysis
package import TreeSnapshot

/// A remark on a line of a spec, for an editor.
package struct SpecRemark: Hashable, Sendable {
  /// What is wrong: the spec, or the tree that it describes.
  package enum Subject: Hashable, Sendable {
    /// The line can't be read.
    case text
    /// The tree isn't as the line says.
    case tree
    /// The tree isn't as the line says, which is only worth knowing.
    case note
    /// The tree can't answer the line.
    case target
  }

  /// A correction, and the part of the line that it replaces.
  package struct Correction: Hashable, Sendable {
    package var bytes: Range<Int>
    package var text: String
  }

  /// The line, from 1.
  package var line: Int
  /// The wrong part of it, in bytes; nil for all of it.
  package var bytes: Range<Int>?
  package var subject: Subject
  package var message: SafeText
  package var correction: Correction?
}

extension SpecRemark {
  /// A remark on the whole spec: its tree can't be read.
  package init(target message: SafeText) {
    self.init(line: 1, subject: .target, message: message)
  }
}

/// Finds the remarks on a spec that is being written.
package struct SpecRemarks {
  private let text: TextLines

  /// - Parameter bytes: the spec's text.
  package init(_ bytes: some Sequence<UInt8>) { text = TextLines(bytes) }

  /// The problems of a spec that can't be read or checked. Those of included files are at the lines
  /// that include them.
  package func remarks(on error: SpecError) -> [SpecRemark] {
    error.problems.map { problem in
      guard let file = problem.file else { return remark(problem) }
      return SpecRemark(
        line: line(including: file), subject: problem.subject,
        message: "\(file):\(problem.line): \(problem.fault.message)")
    }
  }

  /// The violations of a spec, each at its line. What isn't as it should be below a line of the tree
  /// is at the line that differs, or above an extra model.
  package func remarks(on result: SpecResult) -> [SpecRemark] {
    let words = FindingWords(result)
    return result.checks.flatMap { check -> [SpecRemark] in
      guard check.outcome == .failed || check.outcome == .noted,
        let explanation = words.explanation(of: check)
      else { return [] }
      let subject: SpecRemark.Subject = check.outcome == .noted ? .note : .tree
      if let source = check.source {
        return [
          SpecRemark(
            line: line(including: source.name), subject: subject,
            message: "\(source.name):\(check.line): \(explanation.problem)")
        ]
      }
      if case .shape? = check.finding {
        return explanation.differences.map { remark($0, root: check.line) }
      }
      if case .unknown(let problem)? = check.finding { return [remark(problem, subject)] }
      let message = ([explanation.problem] + explanation.details).joined(separator: "\n")
      return [SpecRemark(line: check.line, subject: subject, message: message)]
    }
  }

  private func remark(_ difference: ShapeDifference, root: Int) -> SpecRemark {
    let line = difference.line ?? difference.lineAbove ?? root
    let made: SafeText = difference.source.map { ", made at \($0)" } ?? ""
    let place: SafeText =
      switch difference.kind {
      case .extra, .moved: " (\(difference.path)\(made))"
      case .missing, .different: ""
      }
    var remark = SpecRemark(line: line, subject: .tree, message: difference.text + place)
    remark.correction = difference.correction.flatMap { correction($0, line, within: nil) }
    return remark
  }

  private func remark(
    _ problem: SpecError.Problem, _ subject: SpecRemark.Subject? = nil
  ) -> SpecRemark {
    let before = problem.text.prefix(problem.column - 1).utf8.count
    let wrong = problem.text.dropFirst(problem.column - 1).prefix(problem.length).utf8.count
    let bytes = problem.text.isEmpty ? nil : before..<before + wrong
    return SpecRemark(
      line: problem.line, bytes: bytes, subject: subject ?? problem.subject,
      message: problem.fault.message,
      correction: problem.fault.correction.flatMap { correction($0, problem.line, within: bytes) })
  }

  /// The place of a wrong word: within a part of its line, otherwise anywhere in the line.
  private func correction(
    _ correction: SpecCorrection, _ line: Int, within bytes: Range<Int>?
  ) -> SpecRemark.Correction? {
    guard text.indices.contains(line - 1) else { return nil }
    let all = Array(text[line - 1].utf8)
    let wrong = Array(correction.wrong.utf8)
    let part = (bytes ?? 0..<all.count).clamped(to: 0..<all.count)
    for range in [part, 0..<all.count] where wrong.count <= range.count {
      // The word is at the end of what is marked, as in `error NetworkErrors.badTokn`.
      for start in (range.lowerBound...range.upperBound - wrong.count).reversed()
      where all[start..<start + wrong.count].elementsEqual(wrong) {
        return SpecRemark.Correction(bytes: start..<start + wrong.count, text: correction.right)
      }
    }
    return nil
  }

  /// The line that includes a file; the first one for a file that an included file includes.
  private func line(including file: String) -> Int {
    let name = file.split(separator: "/").last ?? ""
    let lines = text.indices.filter { text[$0].hasPrefix(Directive.include.rawValue + " ") }
    return (lines.first { text[$0].contains(name) } ?? lines.first ?? 0) + 1
  }
}

extension SpecError.Problem {
  fileprivate var subject: SpecRemark.Subject {
    if case .target = fault.kind { .target } else { .text }
  }
}

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
    let models = matcher.claimedModels(aligned) { $0 == index }[index] ?? []
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
    let check = RouteCheck(context: AssertionCheck(spec, snapshot), claim: claim)
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
