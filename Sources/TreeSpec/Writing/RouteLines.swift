import TreeAnalysis
import TreeSnapshot

/// Adds the routes of messages that a patched spec lists as raised, and didn't before. A route that
/// a line of the spec already covers is left to that line.
struct RouteLines {
  private let spec: Spec
  private let old: Spec
  private let snapshot: Snapshot
  private let bound: BoundSpec

  init(_ spec: Spec, since old: Spec, _ snapshot: Snapshot) {
    self.spec = spec
    self.old = old
    self.snapshot = snapshot
    bound = BoundSpec(spec, snapshot)
  }

  func added() throws(SpecError) -> Spec {
    var raised = newlyRaised
    if raised.isEmpty { return spec }
    let check = AssertionCheck(bound, Captures.models(of: bound))
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
    let isOrdered = spec.lines.allSatisfy { $0.mode.order == .ordered }
    let lines = RouteWriter(snapshot, bound.texts, isOrdered: isOrdered).lines { key, raiser in
      raised[key]?.contains(raiser) ?? false
    }
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
  private var newlyRaised: [MessageKey: Set<Int>] {
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
    let raisers = MessageIndex(snapshot).raisers
    var raised: [MessageKey: Set<Int>] = [:]
    for (line, own) in zip(spec.lines, bound.lines) {
      for message in line.raisedMessages {
        let written = Written(line: line.pattern, element: message.element)
        known[written, default: 0] -= 1
        guard known[written, default: 0] < 0, more[message.element, default: 0] > 0,
          let key = key(of: message)
        else { continue }
        let models = raisers[key].map(\.node).filter {
          bound.fits(own.name, snapshot.columns.nodes.fixed[$0].type)
        }
        raised[key, default: []].formUnion(models)
      }
    }
    return raised
  }

  private func key(of element: SpecSubscription) -> MessageKey? {
    guard case .named(let name) = element.message,
      let found = try? bound.messages.find(element.kind, name)?.message
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
