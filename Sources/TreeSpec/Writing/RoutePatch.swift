import TextIO
import TreeAnalysis
import TreeSnapshot

/// Changes the lines about messages whose routes in the tree have changed: a line gets the new
/// outcome of its messages, or is removed if the tree lacks its subject.
struct RoutePatch {
  /// A change: the lines that replace a line.
  private struct Change {
    var lines: [String]
    var kind: PatchChange.Kind
  }

  private let spec: Spec
  private let snapshot: Snapshot
  private let check: AssertionCheck
  private let writer: RouteWriter
  private let raisers: MessageEntries
  /// The lines of the spec, to avoid duplicates.
  private let known: Set<String>

  /// The number of models that may get their own lines without being known to raise the message.
  private static let raiserLimit = 20

  init(_ spec: Spec, _ snapshot: Snapshot) {
    self.spec = spec
    self.snapshot = snapshot
    let bound = BoundSpec(spec, snapshot)
    check = AssertionCheck(bound, Captures.models(of: bound))
    writer = RouteWriter(
      snapshot, bound.texts, isOrdered: spec.lines.allSatisfy { $0.mode.order == .ordered })
    raisers = check.messages.raisers
    known = Set(spec.text)
  }

  /// The patched spec, and the changes to the assertions with these indices.
  func patched() throws(SpecError) -> (spec: Spec, changes: [(index: Int, kind: PatchChange.Kind)])
  {
    var text = Array(spec.text)
    var changes: [(index: Int, kind: PatchChange.Kind)] = []
    for (index, assertion) in spec.assertions.enumerated().reversed() {
      guard let change = change(of: assertion) else { continue }
      text.replaceSubrange(assertion.line - 1..<assertion.line, with: change.lines)
      changes.append((index, change.kind))
    }
    return changes.isEmpty ? (spec, []) : (try Spec(lines: text, of: spec), changes)
  }

  /// The change to an assertion; nil if it holds, or if its message is misspelled.
  private func change(of assertion: SpecAssertion) -> Change? {
    guard case .route(let claim) = assertion.claim, !assertion.isOfJournal,
      assertion.rule?.severity != .note
    else { return nil }
    let routes = RouteCheck(context: check, claim: claim)
    let ends: [ArraySlice<Int>]
    do throws(LineProblem) {
      do throws(LineProblem) {
        if try routes.finding() == nil { return nil }
      } catch  where error.span.start >= claim.outcomeSpan.start {
        // Only the models that receive the line's messages are gone.
      }
      ends = try routes.ends()
    } catch {
      if error.fault.kind == .misspelledMessage { return nil }
      return Change(lines: [], kind: .unrouted(reason: error.fault.message))
    }
    let line = spec.text[assertion.line - 1]
    let (taken, lost) = claim.kind.outcomes
    let isLost = ends.contains(where: \.isEmpty)
    let outcome: String
    if isLost, ends.contains(where: { !$0.isEmpty }) {
      return split(claim, routes, comment: line.rest(behind: claim.outcomeSpan))
    } else if isLost {
      outcome = lost
    } else if claim.kind == .event {
      // The event must reach the same models from each session.
      let isSame = ends.dropFirst().allSatisfy { $0 == ends[0] }
      outcome = isSame ? writer.outcome(ends[0], claim.kind) : taken
    } else {
      outcome = writer.outcome(Set(ends.joined()).sorted(), claim.kind)
    }
    let (before, old) = line.parts(before: claim.outcomeSpan)
    return Change(
      lines: [before + outcome + line.rest(behind: claim.outcomeSpan)],
      kind: .rerouted(from: old, to: outcome))
  }

  /// Lines for messages with different outcomes, for the models that are known to raise them.
  private func split(_ claim: RouteClaim, _ routes: RouteCheck, comment: String) -> Change {
    var lines: [String] = []
    for key in ((try? routes.messages()) ?? []).compactMap(snapshot.columns.key) {
      let named = ((try? routes.raisers()) ?? nil) ?? Array(snapshot.positions)
      let raising = raisers[key].map(\.node).filter(named.holds)
      let isFew = raising.isEmpty && named.count <= Self.raiserLimit
      lines += writer.lines(for: key, raisedAt: isFew ? named : raising)
    }
    lines.removeAll(where: known.contains)
    if lines.isEmpty {
      return Change(lines: [], kind: .unrouted(reason: "its messages go different ways"))
    }
    lines[0] += comment
    return Change(lines: lines, kind: .split(into: lines.count))
  }
}

extension Columns {
  /// The message's names as symbols; nil for a whole domain, and for a name that the tree doesn't
  /// contain.
  func key(of message: KnownMessage) -> MessageKey? {
    guard let domain = symbols.find(message.domain),
      let code = message.code.flatMap({ symbols.find($0) })
    else { return nil }
    return MessageKey(kind: message.kind, domain: domain, code: code)
  }
}

extension String {
  /// The text before a span, and its own.
  fileprivate func parts(before span: Span) -> (before: String, own: String) {
    let bytes = Array(utf8)
    let own = String(decoding: bytes[span.start..<span.end], as: UTF8.self)
    let end = own.lastIndex { $0 != " " }.map { own.index(after: $0) } ?? own.endIndex
    return (String(decoding: bytes[..<span.start], as: UTF8.self), String(own[..<end]))
  }

  /// The comment after a span, preceded by two spaces; empty if there is none.
  fileprivate func rest(behind span: Span) -> String {
    let rest = Array(utf8)[span.end...].drop { $0 == UInt8(ascii: " ") }
    return rest.isEmpty ? "" : "  " + String(decoding: rest, as: UTF8.self)
  }
}
