import TextIO
import TreeAnalysis
import TreeSnapshot

/// A difference between a line and a model, children aside.
struct AttributeDifference {
  /// The attribute; nil for the name.
  var kind: AttributeKind?
  /// What the line asks for; nil if it asks for nothing more.
  var expected: SafeText?
  /// What the model has; nil if it has nothing.
  var found: SafeText?
  /// A reason, in a clause.
  var hint: SafeText?

  /// Whether it is about the label or the state, which may be older than the tree.
  var isAged: Bool { kind == .label || kind == .state }

  /// The difference, in a clause.
  ///
  /// - Parameter age: the age of what the model has.
  func sentence(_ age: SafeText) -> SafeText {
    let statement: SafeText =
      switch (expected, found) {
      case (let expected?, let found?): "\(found)\(age) should be \(expected)"
      case (let expected?, nil): "\(expected) is missing"
      case (nil, let found?): "\(found)\(age) should not be there"
      case (nil, nil): ""
      }
    return statement + (hint.map { " (\($0)\(found == nil ? age : ""))" } ?? "")
  }
}

extension BoundSpec {
  /// The differences between a line and a model, children aside.
  ///
  /// - Parameter isGathering: false to return after the first, without words.
  func differences(
    line: Int, position: Int, isGathering: Bool = true
  ) -> [AttributeDifference] {
    let comparison = ModelComparison(
      bound: self, line: spec.lines[line], claims: lines[line], position: position,
      isGathering: isGathering)
    return comparison.differences()
  }
}

/// Compares a line with one model.
private struct ModelComparison {
  let bound: BoundSpec
  let line: TreeLine
  let claims: BoundLine
  let position: Int
  let isGathering: Bool

  private var columns: Columns { bound.columns }
  private var fields: FixedFields { columns.nodes.fixed[position] }

  func differences() -> [AttributeDifference] {
    var found: [AttributeDifference] = []
    if isGathering, !bound.matches(claims.name, fields.type) {
      let sides = SafeText.sides(
        line.name.text, SpecText.name(columns.symbols.string(columns.types.shown(fields.type))))
      found.append(
        AttributeDifference(kind: nil, expected: "name \(sides.old)", found: "name \(sides.new)"))
    }
    for kind in AttributeKind.allCases {
      if let place = line.attributes.firstIndex(where: { $0.kind == kind }) {
        found += differences(line.attributes[place], claims.attributes[place])
      } else if claims.absent.contains(kind) {
        found += unwanted(kind)
      }
      if !isGathering, !found.isEmpty { return found }
    }
    return found
  }

  private func differences(
    _ attribute: Attribute, _ claim: BoundLine.Claim
  ) -> [AttributeDifference] {
    let kind = attribute.kind
    switch (attribute.claim, claim) {
    case (.flag(let isWanted), _): return flag(kind, isWanted)
    case (.value(let pattern?), .value(let wanted)):
      if bound.matches(wanted, symbol(kind)) { return [] }
      return [difference(kind, pattern.text, values(kind).first?.text)]
    case (.value, _): return unwanted(kind)
    case (.messages(let list), .messages(let wanted)): return messages(kind, list, wanted)
    case (.services(let list), .services(let wanted)): return services(list, wanted)
    case (.state(let list), .state(let wanted)): return states(list, wanted)
    default: return []
    }
  }

  private func flag(_ kind: AttributeKind, _ isWanted: Bool) -> [AttributeDifference] {
    let isThere: Bool
    switch kind {
    case .session: isThere = fields.isSession
    case .unopened: isThere = fields.isUnopened
    case .leaf: isThere = Int(columns.subtreeEnds[position]) == position + 1
    default: return []
    }
    if isThere == isWanted { return [] }
    return [
      AttributeDifference(
        kind: kind, expected: isWanted ? "[\(kind.rawValue)]" : "[!\(kind.rawValue)]",
        found: isThere ? "[\(kind.rawValue)]" : nil)
    ]
  }

  private func symbol(_ kind: AttributeKind) -> Symbol {
    kind == .label ? fields.label : fields.representation
  }

  /// Everything that a model has of an attribute that it must not have.
  private func unwanted(_ kind: AttributeKind) -> [AttributeDifference] {
    switch kind {
    case .session, .unopened:
      let isThere = kind == .session ? fields.isSession : fields.isUnopened
      return isThere ? [AttributeDifference(kind: kind, found: "[\(kind.rawValue)]")] : []
    case .leaf, .ordered: return []
    case .label, .representation:
      return symbol(kind).isNone ? [] : [difference(kind, nil, values(kind).first?.text)]
    case .handles, .services, .raises, .state:
      return count(kind) == 0 ? [] : isGathering ? all(kind) : [AttributeDifference(kind: kind)]
    }
  }

  private func all(_ kind: AttributeKind) -> [AttributeDifference] {
    values(kind).map { difference(kind, nil, [$0].written) }
  }

  private func count(_ kind: AttributeKind) -> Int {
    switch kind {
    case .handles: columns.nodes.subscriptions(of: position).count
    case .services: columns.nodes.services(of: position).count
    case .raises: columns.nodes.raises(of: position).count
    default: columns.nodes.states(of: position).count
    }
  }

  private func values(_ kind: AttributeKind) -> [AttributeValue] {
    isGathering ? bound.texts.values(kind, of: position) : []
  }

  /// - Parameters:
  ///   - expected: what the line says, or nil.
  ///   - found: what the model has, or nil.
  private func difference(
    _ kind: AttributeKind, _ expected: String?, _ found: String?, _ hint: SafeText? = nil
  ) -> AttributeDifference {
    guard isGathering else { return AttributeDifference(kind: kind) }
    let sign: SafeText = kind == .label || kind == .representation ? "=" : " "
    func shown(_ text: SafeText) -> SafeText { "[\(kind.rawValue)\(sign)\(text)]" }
    if let expected, let found {
      let sides = SafeText.sides(expected, found)
      return AttributeDifference(
        kind: kind, expected: shown(sides.old), found: shown(sides.new), hint: hint)
    }
    return AttributeDifference(
      kind: kind, expected: expected.map { shown("\($0)") }, found: found.map { shown("\($0)") },
      hint: hint)
  }

  // MARK: Lists

  /// Whether a list is all that a model may have.
  private func isClosed<Element>(_ kind: AttributeKind, _ list: ListClaim<Element>) -> Bool {
    switch list.strictness {
    case .only: true
    case .some: bound.spec.exact.contains(kind)
    case .absent: list.elements.isEmpty
    }
  }

  private func messages(
    _ kind: AttributeKind, _ list: ListClaim<ListedMessage>, _ wanted: [MessageKey?]
  ) -> [AttributeDifference] {
    let actual = Array(
      kind == .handles
        ? columns.nodes.subscriptions(of: position) : columns.nodes.raises(of: position))
    let texts = values(kind)
    var differences: [AttributeDifference] = []
    // What is listed twice must exist twice.
    var isTaken = Array(repeating: false, count: actual.count)
    for (element, key) in zip(list.elements, wanted) {
      let place = actual.indices.first { !isTaken[$0] && MessageKey(actual[$0]) == key }
      if let place { isTaken[place] = true }
      if list.strictness == .absent {
        if let place { differences.append(difference(kind, nil, text(texts, place))) }
      } else if place == nil {
        let text = "\(element.kind.rawValue) \(element.name.pattern.text)"
        differences.append(
          difference(kind, text, nil, isGathering ? bound.hint(for: element) : nil))
      }
    }
    if isClosed(kind, list) {
      for place in actual.indices where !isTaken[place] {
        differences.append(difference(kind, nil, text(texts, place)))
      }
    }
    return differences
  }

  private func text(_ texts: [AttributeValue], _ place: Int) -> String {
    isGathering ? [texts[place]].written : ""
  }

  private func services(
    _ list: ListClaim<NamePattern>, _ wanted: [BoundName]
  ) -> [AttributeDifference] {
    let actual = Array(columns.nodes.services(of: position))
    let texts = values(.services)
    var differences: [AttributeDifference] = []
    var isNamed = Array(repeating: false, count: actual.count)
    for (pattern, name) in zip(list.elements, wanted) {
      let fitting = actual.indices.filter { bound.matches(name, actual[$0]) }
      for place in fitting { isNamed[place] = true }
      if list.strictness == .absent {
        differences += fitting.map { difference(.services, nil, text(texts, $0)) }
      } else if fitting.isEmpty {
        differences.append(difference(.services, pattern.text, nil))
      }
    }
    if isClosed(.services, list) {
      for place in actual.indices where !isNamed[place] {
        differences.append(difference(.services, nil, text(texts, place)))
      }
    }
    return differences
  }

  private func states(
    _ list: ListClaim<ListedState>, _ wanted: [(key: Symbol, value: BoundName?)]
  ) -> [AttributeDifference] {
    let actual = Array(columns.nodes.states(of: position))
    let texts = values(.state)
    var differences: [AttributeDifference] = []
    for (element, entry) in zip(list.elements, wanted) {
      let place = actual.firstIndex { !entry.key.isNone && $0.key == entry.key }
      let isMatch = place.map { place in
        entry.value.map { bound.matches($0, actual[place].value) } ?? true
      }
      let found = place.map { text(texts, $0) }
      if list.strictness == .absent {
        if isMatch == true { differences.append(difference(.state, nil, found)) }
      } else if isMatch != true {
        let key = SpecText.value(element.key)
        let hint: SafeText? =
          place != nil
          ? nil
          : texts.isEmpty
            ? "the model has no state" : "the state is \(Hint.some(texts.map(\.text)))"
        differences.append(
          difference(.state, key + (element.value.map { "=\($0.text)" } ?? ""), found, hint))
      }
    }
    if isClosed(.state, list) {
      for (place, record) in actual.enumerated()
      where !wanted.contains(where: { $0.key == record.key }) {
        differences.append(difference(.state, nil, text(texts, place)))
      }
    }
    return differences
  }
}
