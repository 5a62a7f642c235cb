package import TextIO
import TreeAnalysis
package import TreeJournal
package import TreeSnapshot

/// The result of checking a tree against a spec.
public struct SpecResult: Sendable {
  /// The spec.
  package let spec: Spec
  /// The tree.
  package let snapshot: Snapshot
  /// The checks: the tree's shape first, then the others in the order of the text.
  package var checks: [Check]

  /// Whether nothing fails; known violations and notes don't count.
  public var isPassed: Bool { !checks.contains { $0.outcome == .failed } }

  /// The number of failed checks.
  package var failureCount: Int { checks.count { $0.outcome == .failed } }

  /// Whether the tree's shape differs, which a patch of the spec can fix.
  package var isShapeWrong: Bool {
    checks.contains { if case .shape? = $0.finding { true } else { false } }
  }

  /// The lines of the spec itself whose messages take other routes or are missing, each with what is
  /// wrong with the message's name if that is probably misspelled: a patch leaves such a line.
  package var wrongRoutes: [(line: Int, misspelling: SafeText?)] {
    // Usually, few of many lines fail.
    let failed = checks.filter { $0.outcome == .failed && $0.source == nil }
    if failed.isEmpty { return [] }
    let routes = spec.assertions.filter { assertion in
      if case .route = assertion.claim { !assertion.isOfJournal } else { false }
    }
    let lines = Set(routes.map(\.line))
    return failed.filter { lines.contains($0.line) }.map { check in
      if case .unknown(let problem)? = check.finding, problem.fault.kind == .misspelledMessage {
        (check.line, problem.fault.message)
      } else {
        (check.line, nil)
      }
    }
  }

  /// Whether a line contains a name that the tree doesn't know.
  package var namesUnknown: Bool {
    checks.contains { if case .unknown? = $0.finding { true } else { false } }
  }

  /// The result without the tree if everything passes: thousands of results may be kept.
  package func forgettingTree() -> SpecResult {
    checks.allSatisfy { $0.finding == nil } ? SpecResult(spec: spec, checks: checks) : self
  }

  init(spec: Spec, snapshot: Snapshot = Self.noTree, checks: [Check]) {
    self.spec = spec
    self.snapshot = snapshot
    self.checks = checks
  }

  private static let noTree: Snapshot = {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "…")
    guard let tree = try? builder.finish() else { preconditionFailure("one node is a tree") }
    return tree
  }()

  /// One check of a spec.
  package struct Check: Sendable {
    /// The result of one check.
    package enum Outcome: String, Hashable, Sendable {
      /// The tree matches the spec.
      case passed
      /// The tree violates the spec.
      case failed
      /// The line's models are missing because the tree's shape differs, or a rule doesn't apply to
      /// the tree.
      case skipped
      /// A violation that a baseline lists.
      case known
      /// A violation of a rule that is a note.
      case noted
    }

    /// The line, from 1; the root's line for the tree's shape.
    package var line: Int
    /// `tree`, or the line's text without its comment.
    package var name: String
    /// The violation; nil if there is none.
    package var finding: Finding?
    /// The rule of the line.
    package var rule: SpecRule?
    /// The included spec of the line; nil for the spec itself.
    package var source: Spec?
    /// Whether a baseline lists the whole violation.
    package var isKnown = false

    /// The result.
    package var outcome: Outcome {
      switch finding {
      case nil: .passed
      case .skipped: .skipped
      default: isKnown ? .known : rule?.severity == .note ? .noted : .failed
      }
    }
  }
}

extension Spec {
  /// Parses a file of rules, which apply to many trees: it has no tree of its own, and each line
  /// belongs to a rule.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the file's path.
  ///   - folders: additional folders for included files.
  /// - Throws: `SpecError` with every faulty line.
  package init(
    rules bytes: some Sequence<UInt8>, name: String, includesFrom folders: [String]? = []
  ) throws(SpecError) {
    try self.init(utf8: bytes, name: name, includesFrom: folders)
    var problems: [SpecError.Problem] = []
    func note(_ fault: SpecFault, _ number: Int, in spec: Spec) {
      problems.append(problem(fault, line: number, of: spec))
    }
    if let line = lines.first {
      note("a file of rules has no tree, only what must hold of every one", line.number, in: self)
    }
    for spec in parts {
      for assertion in spec.assertions where assertion.rule == nil {
        note(
          """
          a line in a file of rules belongs to a rule; write 'rule "name" reason "why"' \
          above it
          """, assertion.line, in: spec)
      }
    }
    if !problems.isEmpty { throw SpecError(name: name, problems: problems) }
  }
}

extension SpecResult {
  /// Turns lines that apply to none of several dumps into failures, because a name may be
  /// misspelled.
  ///
  /// - Parameters:
  ///   - checks: their checks against one of the dumps.
  ///   - dumps: the number of dumps.
  package func failing(_ checks: [Check], asNeverApplyingTo dumps: Int) -> SpecResult {
    let failing = checks.map { check in
      guard case .skipped(let fault)? = check.finding else { return check }
      var check = check
      let source = check.source ?? spec
      let words = SpecFault(
        .appliesNowhere, "applies to none of \(dumps) dumps: \(fault.message)")
      check.finding = .unknown(source.problem(words, line: check.line))
      return check
    }
    return SpecResult(spec: spec, snapshot: snapshot, checks: failing)
  }
}

/// A violation of a spec, as facts; models are identified by position.
package enum Finding: Sendable {
  /// The tree has another shape.
  case shape(AlignedModel)
  /// Models that match a selector but must not exist.
  case present([Int], selector: String)
  /// Measures beyond their limits.
  case limits([Measured])
  /// The tree has this name; nil if it has none.
  case treeName(String?)
  /// The app doesn't declare the expected messages.
  case vocabulary(VocabularyFinding)
  /// Messages that take another route.
  case routes(RouteFinding)
  /// A service from another session than expected, or from none.
  case service(ServiceFinding)
  /// Something in a journal that the line doesn't allow.
  indirect case moment(MomentFinding)
  /// A name that the tree doesn't know.
  case unknown(SpecError.Problem)
  /// The tree lacks the line's models because its shape is wrong.
  case skipped(SpecFault)

  /// One measure of the tree.
  package struct Measured: Sendable {
    var measure: SpecLimit.Measure
    var value: Int
    /// The model where it was measured; nil for the whole tree.
    var place: Int?
  }
}

/// Messages that don't take the expected route.
package struct RouteFinding: Sendable {
  /// The actual outcome for one message.
  struct Wrong {
    var message: KnownMessage
    /// The number of raisers.
    var count: Int
    /// The first of them.
    var raiser: Int
    var fact: Fact
  }

  enum Fact {
    case lost
    case handled(by: Int)
    /// It passes only these models.
    case passes([Int])
    case delivered(to: [Int])
    case notDelivered(to: [Int])
    case alsoDelivered(to: [Int])
  }

  /// Never empty.
  var wrong: [Wrong]
  /// Whether the spec names the messages by a pattern.
  var isPattern: Bool
  /// The number of models that raise each message.
  var raiserCount: Int
  /// The routes of the first messages.
  package var routes: [Route]
}

/// Messages that an app doesn't declare but should, or the reverse.
package struct VocabularyFinding: Sendable {
  var missing: [SpecElement]
  var extra: [SpecElement]
}

/// A service that isn't provided as expected.
package struct ServiceFinding: Sendable {
  /// The session that provides it; nil if none does.
  var provider: Int?
  /// The number of models for which it differs.
  var count: Int
  /// The number of models that ask.
  var askerCount: Int
  /// The first of them.
  var first: Int
}

/// A journal up to the moment of the check.
package struct RecordedHistory: Sendable {
  /// The journal.
  package let contents: JournalContents
  /// The number of the latest record to consider.
  package let moment: Int

  /// Takes the records up to a moment; by default, all.
  package init(_ contents: JournalContents, upTo moment: Int? = nil) {
    self.contents = contents
    self.moment = moment ?? contents.records.upperBound - 1
  }
}

/// Something in a journal that a spec doesn't allow.
package struct MomentFinding: Sendable {
  /// How a line was violated.
  enum Fact {
    /// A message ended in a forbidden way.
    case ended
    /// Other models handled or received the message.
    case elsewhere
    /// The handlers took this number of nanoseconds.
    case late(Int)
    /// After this number of nanoseconds, the handlers had not returned.
    case unfinished(Int)
    /// Work took this number of nanoseconds.
    case longWork(Int)
    /// Work had not ended after this number of nanoseconds.
    case openWork(Int)
    /// The tree violated the line.
    indirect case tree(Finding, SpecResult)
  }

  /// The first violation.
  var fact: Fact
  /// The number of the record after which it occurred.
  package var moment: Int
  /// The responsible record, or the last change before; nil at the beginning of the tree.
  package var record: JournalRecord?
  /// The number of violations; nil if not counted.
  var count: Int?
  let contents: JournalContents
  let types: JournalTypes

  /// The tree that violated the line; nil for other violations.
  var tree: Snapshot? { if case .tree(_, let result) = fact { result.snapshot } else { nil } }

  /// The record whose handler was running.
  package var cause: JournalRecord? { record?.cause.flatMap { contents[$0] } }
}
