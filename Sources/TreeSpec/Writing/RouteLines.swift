import TextIO
import TreeAnalysis
import TreeSnapshot

/// Adds to a patched spec the routes of the messages that its tree says are raised, and did not say before.
/// A route that a line of the spec covers already is left to that line.
struct RouteLines {
  private let spec: Spec
  private let old: Spec
  private let snapshot: Snapshot
  private let bound: BoundSpec
  private let selectors: SelectorIndex

  init(_ spec: Spec, since old: Spec, _ snapshot: Snapshot) {
    self.spec = spec
    self.old = old
    self.snapshot = snapshot
    bound = BoundSpec(spec, snapshot)
    selectors = SelectorIndex(snapshot)
  }

  func added() throws(SpecError) -> Spec {
    let raised = newlyRaised
    if raised.isEmpty { return spec }
    let isOrdered = spec.lines.allSatisfy { $0.mode.order == .ordered }
    let claims = spec.assertions.compactMap { assertion -> RouteClaim? in
      if case .route(let claim) = assertion.claim, !assertion.isOfJournal { claim } else { nil }
    }
    let covered = covered(by: claims)
    let lines = RouteWriter(snapshot, bound.texts, isOrdered: isOrdered).lines { key, raiser in
      let own = Raised(key: key, raiser: raiser)
      return raised.contains(own) && !covered.raised.contains(own)
        && !covered.everywhere.contains(key)
        && !covered.others.contains { covers($0, key, raiser) }
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

  private struct Raised: Hashable {
    var key: MessageKey
    var raiser: Int
  }

  private struct Written: Hashable {
    var line: NamePattern
    var element: SpecElement
  }

  /// The messages that lines say are raised and did not say before, by the models that raise them.
  private var newlyRaised: Set<Raised> {
    var known: [Written: Int] = [:]
    // A line whose model has another name now raises nothing new.
    var more: [SpecElement: Int] = [:]
    for line in spec.lines {
      for element in line.raisedMessages { more[element.element, default: 0] += 1 }
    }
    for line in old.lines {
      for element in line.raisedMessages {
        known[Written(line: line.pattern, element: element.element), default: 0] += 1
        more[element.element, default: 0] -= 1
      }
    }
    let raisers = MessageIndex(snapshot).raisers
    var raised: Set<Raised> = []
    for (index, line) in spec.lines.enumerated() {
      for element in line.raisedMessages {
        let written = Written(line: line.pattern, element: element.element)
        if let count = known[written], count > 0 {
          known[written] = count - 1
          continue
        }
        guard more[element.element, default: 0] > 0, let key = key(of: element) else { continue }
        for raiser in raisers[key]
        where bound.fits(bound.lines[index].name, snapshot.columns.nodes.fixed[raiser.node].type) {
          raised.insert(Raised(key: key, raiser: raiser.node))
        }
      }
    }
    return raised
  }

  private func key(of element: SpecSubscription) -> MessageKey? {
    guard case .named(let name) = element.message else { return nil }
    return key(element.kind, name)
  }

  /// The message that a line names, where the tree knows it.
  private func key(_ kind: Message.Kind, _ name: MessageName) -> MessageKey? {
    guard let message = try? bound.messages.find(kind, name)?.message else { return nil }
    let symbols = snapshot.columns.symbols
    guard let domain = symbols.find(message.domain), let code = symbols.find(message.code)
    else { return nil }
    return MessageKey(kind: kind, domain: domain, code: code)
  }

  /// What lines say of messages.
  private struct Covered {
    /// The messages that a line names, by the models.
    var raised: Set<Raised> = []
    /// The messages that a line names, wherever they are raised.
    var everywhere: Set<MessageKey> = []
    /// The lines about messages that fit a pattern, or about captured models.
    var others: [RouteClaim] = []
  }

  private func covered(by claims: [RouteClaim]) -> Covered {
    var covered = Covered()
    for claim in claims {
      guard let raisers = claim.raisers else { continue }
      guard claim.name.pattern.literal != nil, case .selector(let selector) = raisers.subject else {
        covered.others.append(claim)
        continue
      }
      guard let key = key(claim.kind, claim.name) else { continue }
      if selector.isEverything {
        covered.everywhere.insert(key)
      } else {
        for model in selectors.matches(of: selector) {
          covered.raised.insert(Raised(key: key, raiser: model))
        }
      }
    }
    return covered
  }

  /// Whether a line says where a message of a model goes.
  private func covers(_ claim: RouteClaim, _ key: MessageKey, _ raiser: Int) -> Bool {
    Steps.note()
    guard claim.kind == key.kind, let raisers = claim.raisers, names(claim.name, key) else {
      return false
    }
    switch raisers.subject {
    case .selector(let selector):
      return !selectors.matches(of: selector).elements(in: raiser..<raiser + 1).isEmpty
    case .capture(let name, _):
      let line = spec.lines.firstIndex { $0.capture == name }
      return line.map { line in
        bound.fits(bound.lines[line].name, snapshot.columns.nodes.fixed[raiser].type)
      } ?? false
    }
  }

  private func names(_ name: MessageName, _ key: MessageKey) -> Bool {
    let symbols = snapshot.columns.symbols
    if name.pattern.literal != nil { return self.key(key.kind, name) == key }
    let (domain, code) = (symbols.string(key.domain), symbols.string(key.code))
    let label = bound.messages.find(key.kind, domain: domain, name: code)?.label
    return [code, label].contains { part in
      guard let part else { return false }
      var full = "\(domain).\(part)"
      return full.withUTF8 { name.pattern.matches($0) }
    }
  }
}

extension SpecLine {
  /// The messages that must be raised.
  fileprivate var raisedMessages: [SpecSubscription] {
    messages(.raises).map { $0.strictness == .absent ? [] : $0.elements } ?? []
  }
}
