import TextIO
import TreeAnalysis
import TreeSnapshot

/// A difference between a line and a model, children aside: what the line asks for and the model lacks, what
/// the model has and must not, or both if one is in place of the other.
struct AttributeDifference {
  /// The attribute; nil for the name.
  var kind: AttributeKind?
  /// The element of the line's attribute.
  var expected: Attribute.Element?
  /// The place among what the model has of the attribute.
  var found: Int?

  /// Whether it is about the label or the state, which may be older than the tree.
  var isAged: Bool { kind == .label || kind == .state }
}

extension BoundSpec {
  /// The differences between a line and a model, children aside.
  func differences(line index: Int, position: Int) -> [AttributeDifference] {
    let (line, bound) = (spec.lines[index], lines[index])
    var found: [AttributeDifference] = []
    if !matches(bound.name, columns.nodes.fixed[position].type) {
      found.append(AttributeDifference(kind: nil, found: 0))
    }
    for kind in AttributeKind.allCases {
      if let place = line.attributes.firstIndex(where: { $0.kind == kind }) {
        found += differences(line.attributes[place], bound.attributes[place], position)
      } else if bound.absent.contains(kind) {
        found += (0..<count(kind, position)).map { AttributeDifference(kind: kind, found: $0) }
      }
    }
    return found
  }

  private func differences(
    _ attribute: Attribute, _ elements: [BoundElement], _ position: Int
  ) -> [AttributeDifference] {
    let kind = attribute.kind
    var differences: [AttributeDifference] = []
    var isNamed = Array(repeating: false, count: count(kind, position))
    for (expected, element) in zip(attribute.elements, elements) {
      var fitting = isNamed.indices.filter { matches(element, kind, position, $0) }
      if kind == .handles || kind == .raises {
        // What is listed twice must exist twice.
        fitting = Array(fitting.filter { !isNamed[$0] }.prefix(1))
      }
      if attribute.strictness == .absent {
        differences += fitting.map { AttributeDifference(kind: kind, found: $0) }
      } else if fitting.isEmpty {
        let other = isNamed.indices.first { isCounterpart(element, kind, position, $0) }
        if let other { isNamed[other] = true }
        differences.append(AttributeDifference(kind: kind, expected: expected, found: other))
      }
      for place in fitting { isNamed[place] = true }
    }
    let isClosed =
      switch attribute.strictness {
      case .only: true
      case .some: spec.exact.contains(kind)
      case .absent: elements.isEmpty
      }
    if isClosed {
      for place in isNamed.indices where !isNamed[place] {
        differences.append(AttributeDifference(kind: kind, found: place))
      }
    }
    return differences
  }

  // MARK: What a model has

  private func count(_ kind: AttributeKind, _ position: Int) -> Int {
    let fields = columns.nodes.fixed[position]
    return switch kind {
    case .session: fields.isSession ? 1 : 0
    case .unopened: fields.isUnopened ? 1 : 0
    case .leaf: Int(columns.subtreeEnds[position]) == position + 1 ? 1 : 0
    case .ordered: 0
    case .label: fields.label.isNone ? 0 : 1
    case .representation: fields.representation.isNone ? 0 : 1
    case .handles: columns.nodes.subscriptions(of: position).count
    case .services: columns.nodes.services(of: position).count
    case .raises: columns.nodes.raises(of: position).count
    case .state: columns.nodes.states(of: position).count
    }
  }

  private func matches(
    _ element: BoundElement, _ kind: AttributeKind, _ position: Int, _ place: Int
  ) -> Bool {
    switch element {
    case .any: return true
    case .name(let name):
      let fields = columns.nodes.fixed[position]
      let symbol =
        switch kind {
        case .label: fields.label
        case .representation: fields.representation
        default: columns.nodes.services(of: position).dropFirst(place).first ?? Symbol.none
        }
      return matches(name, symbol)
    case .message(let key):
      let records =
        kind == .handles
        ? columns.nodes.subscriptions(of: position) : columns.nodes.raises(of: position)
      return MessageKey(records[records.startIndex + place]) == key
    case .state(let key, let value):
      let states = columns.nodes.states(of: position)
      let state = states[states.startIndex + place]
      return state.key == key && value.map { matches($0, state.value) } ?? true
    }
  }

  /// Whether what a model has is in place of a missing element: another label, or another value of a key.
  private func isCounterpart(
    _ element: BoundElement, _ kind: AttributeKind, _ position: Int, _ place: Int
  ) -> Bool {
    if case .state(let key, _) = element {
      return matches(.state(key: key, value: nil), kind, position, place)
    }
    return kind == .label || kind == .representation
  }

  // MARK: In words

  /// What a line asks for, what its model has, and a reason, in a clause.
  func words(
    of difference: AttributeDifference, line: Int, position: Int
  ) -> (expected: SafeText?, found: SafeText?, hint: SafeText?) {
    guard let kind = difference.kind else {
      let type = columns.symbols.string(columns.shownType(position))
      let sides = SafeText.sides(spec.lines[line].name.text, SpecText.name(type))
      return ("name \(sides.old)", "name \(sides.new)", nil)
    }
    let values = texts.values(kind, of: position)
    let expected = difference.expected?.text
    let found = difference.found.map { values.isEmpty ? "" : [values[$0]].written }
    let sign: SafeText = kind == .label || kind == .representation ? "=" : " "
    func shown(_ text: SafeText) -> SafeText {
      text.isEmpty ? "[\(kind.rawValue)]" : "[\(kind.rawValue)\(sign)\(text)]"
    }
    if let expected, let found {
      let sides = SafeText.sides(expected, found)
      return (shown(sides.old), shown(sides.new), nil)
    }
    var hint: SafeText?
    switch difference.expected {
    case .message(let kind, let name, _):
      do throws(UnknownName) { _ = try key(kind, name) } catch { hint = error.message }
    case .state:
      hint =
        values.isEmpty
        ? "the model has no state" : "the state is \(Hint.some(values.map(\.text)))"
    case .any, .name, nil: break
    }
    return (expected.map { shown("\($0)") }, found.map { shown("\($0)") }, hint)
  }
}
