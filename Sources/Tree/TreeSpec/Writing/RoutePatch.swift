import TextIO
import TreeAnalysis
import TreeSnapshot

/// Changes the lines about messages of a spec.
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
    check = AssertionCheck(spec, snapshot)
    writer = RouteWriter(
      snapshot, check.bound.texts.messages,
      isOrdered: spec.lines.allSatisfy { $0.mode.order == .ordered })
    raisers = check.messages.raisers
    known = Set(spec.text)
  }

  /// Changes the lines about messages whose routes in the tree have changed: a line gets the new outcome
  /// of its messages, or is removed if the tree lacks its subject.
  ///
  /// - Returns: The patched spec, and the changes to the assertions with these indices.
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

extension RoutePatch {
  /// Adds the routes of messages that the spec lists as raised, and didn't before a patch. A route that a
  /// line of the spec already covers is left to that line.
  func added(since old: Spec) throws(SpecError) -> Spec {
    var raised = newlyRaised(since: old)
    if raised.isEmpty { return spec }
    for assertion in spec.assertions where !assertion.isOfJournal {
      guard case .route(let claim) = assertion.claim, claim.raisers != nil else { continue }
      let routes = RouteCheck(context: check, claim: claim)
      do throws(LineProblem) {
        let raisers = try routes.raisers()
        for key in try routes.messages().compactMap(snapshot.columns.key) {
          if let raisers { raised[key]?.subtract(raisers) } else { raised[key] = nil }
        }
      } catch {
        // A line without a subject covers nothing.
      }
    }
    let lines = writer.lines { key, raiser in raised[key]?.contains(raiser) ?? false }
    if lines.isEmpty { return spec }
    var text = Array(spec.text)
    let last = spec.assertions.last { if case .route = $0.claim { true } else { false } }
    if let last {
      text.insert(contentsOf: lines, at: last.line)
    } else {
      text += [""] + lines
    }
    return try Spec(lines: text, of: spec)
  }

  private struct Written: Hashable {
    var line: NamePattern
    var element: SpecElement
  }

  /// The newly listed raisers, by message.
  private func newlyRaised(since old: Spec) -> [MessageKey: Set<Int>] {
    var known: [Written: Int] = [:]
    // A line whose model was renamed raises nothing new.
    var more: [SpecElement: Int] = [:]
    for line in old.lines {
      for message in line.raisedMessages {
        known[Written(line: line.pattern, element: message.element), default: 0] += 1
        more[message.element, default: 0] -= 1
      }
    }
    for message in spec.lines.flatMap(\.raisedMessages) { more[message.element, default: 0] += 1 }
    var raised: [MessageKey: Set<Int>] = [:]
    for (line, own) in zip(spec.lines, check.bound.lines) {
      for message in line.raisedMessages {
        let written = Written(line: line.pattern, element: message.element)
        known[written, default: 0] -= 1
        guard known[written, default: 0] < 0, more[message.element, default: 0] > 0,
          let key = key(of: message)
        else { continue }
        let models = raisers[key].map(\.node).filter {
          check.bound.fits(own.name, snapshot.columns.nodes.fixed[$0].type)
        }
        raised[key, default: []].formUnion(models)
      }
    }
    return raised
  }

  private func key(of element: SpecSubscription) -> MessageKey? {
    guard case .named(let name) = element.message,
      let found = try? check.bound.messages.find(element.kind, name)?.message
    else { return nil }
    return snapshot.columns.key(
      of: KnownMessage(kind: found.kind, domain: found.domain, code: found.code))
  }
}

extension SpecLine {
  /// The messages that must be raised.
  fileprivate var raisedMessages: [SpecSubscription] {
    messages(.raises).map { $0.strictness == .absent ? [] : $0.elements } ?? []
  }
}
