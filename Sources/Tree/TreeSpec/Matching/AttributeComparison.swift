import TreeAnalysis
import TreeSnapshot

extension BoundSpec {
  /// Whether a model has the attributes of a line; its name matches already.
  func isMatch(line: Int, named position: Int) -> Bool {
    let comparison = AttributeComparison(
      bound: self, line: line, position: position, isGathering: false)
    comparison.compareAttributes()
    return comparison.found.isEqual
  }

  /// Lists all differences between a model and a line.
  func differences(line: Int, position: Int) -> [AttributeDifference] {
    let comparison = AttributeComparison(
      bound: self, line: line, position: position, isGathering: true)
    comparison.compareName()
    comparison.compareAttributes()
    return comparison.found.differences
  }
}

/// Compares a line with one model, without its children.
private struct AttributeComparison {
  let bound: BoundSpec
  let line: Int
  let position: Int
  /// Whether to collect all differences, or only to find out whether there is one.
  let isGathering: Bool
  let found = Found()

  final class Found {
    var isEqual = true
    var differences: [AttributeDifference] = []
  }

  private var columns: Columns { bound.columns }
  private var spec: SpecLine { bound.spec.lines[line] }

  private func note(
    _ attribute: AttributeKind,
    expected: @autoclosure () -> AttributeDifference.Value? = nil,
    found: @autoclosure () -> AttributeDifference.Value? = nil,
    hint: @autoclosure () -> SpecHint? = nil
  ) {
    self.found.isEqual = false
    if isGathering {
      self.found.differences.append(
        AttributeDifference(
          attribute: attribute, expected: expected(), found: found(), hint: hint()))
    }
  }

  /// Whether only the elements of a list are allowed.
  private func isClosed<Element>(_ list: SpecList<Element>, _ isAbsent: Bool) -> Bool {
    list.strictness == .only || isAbsent || list.strictness == .absent && list.elements.isEmpty
  }

  private func string(_ symbol: Symbol) -> String { columns.symbols.string(symbol) }

  func compareName() {
    let type = columns.nodes.fixed[position].type
    if bound.fits(bound.lines[line].name, type) { return }
    note(
      .name, expected: .element(spec.pattern.element),
      found: .element(SpecElement(text: SpecText.name(string(columns.shownType(position))))))
  }

  func compareAttributes() {
    let (spec, claims) = (spec, bound.lines[line].attributes)
    if spec.isBare { return }
    for kind in AttributeKind.compared {
      let isAbsent = spec.unnamed.absent.contains(kind)
      guard let place = spec.attributes.firstIndex(where: { $0.kind == kind }) else {
        if isAbsent { noteAll(kind) }
        continue
      }
      switch (spec.attributes[place].claim, claims[place]) {
      case (.flag(let isWanted), _): compare(kind, isWanted)
      case (.value(.fits(let pattern)), .value(let wanted)):
        let actual = symbol(kind)
        if bound.fits(wanted, actual) { break }
        note(
          kind, expected: .element(pattern.element),
          found: elements(kind).first.map { .element($0) })
      case (.value, _): noteAll(kind)
      case (.messages(let list), .messages(let wanted)): compare(kind, list, wanted, isAbsent)
      case (.services(let list), .services(let wanted)): compare(list, wanted, isAbsent)
      case (.state(let list), .state(let wanted)): compare(list, wanted, isAbsent)
      default: break
      }
    }
  }

  // MARK: The model's attributes

  private func compare(_ kind: AttributeKind, _ isWanted: Bool) {
    let fields = columns.nodes.fixed[position]
    let isThere =
      kind == .session
      ? fields.isSession : kind == .unopened ? fields.isUnopened : columns.isLeaf(position)
    if isThere == isWanted { return }
    note(
      kind, expected: kind == .leaf || isWanted ? .flag(isWanted) : nil,
      found: isThere ? .flag(true) : nil)
  }

  /// The single value of an attribute.
  private func symbol(_ kind: AttributeKind) -> Symbol {
    let fields = columns.nodes.fixed[position]
    return kind == .label
      ? fields.label : kind == .source ? fields.source : fields.representation
  }

  /// Notes everything that a model has of an attribute it must not have.
  private func noteAll(_ kind: AttributeKind) {
    if kind == .session || kind == .unopened { return compare(kind, false) }
    for element in elements(kind) { note(kind, found: .element(element)) }
  }

  private func elements(_ kind: AttributeKind) -> [SpecElement] {
    bound.texts.elements(kind, of: position)
  }

  // MARK: Lists

  private func compare(
    _ attribute: AttributeKind, _ list: SpecList<SpecSubscription>, _ wanted: [BoundMessage],
    _ isAbsent: Bool
  ) {
    let actual = Array(
      attribute == .handles
        ? columns.nodes.subscriptions(of: position) : columns.nodes.raises(of: position))
    let texts = isGathering ? elements(attribute) : []
    // A subscription that is listed twice must exist twice.
    var isTaken = Array(repeating: false, count: actual.count)
    var places: [Int?] = []
    for (place, message) in wanted.enumerated() {
      let found = actual.indices.first { !isTaken[$0] && message.isSame(as: actual[$0]) }
      if let found { isTaken[found] = true }
      places.append(found)
      let element = list.elements[place]
      if list.strictness == .absent {
        if let found { note(attribute, found: .element(texts[found])) }
      } else if found == nil {
        note(
          attribute, expected: .element(element.element),
          hint: message.names == nil
            ? bound.hint(for: element).map { .unknown($0) }
            : repetition(of: message, wanted, actual))
      }
    }
    if list.isOrdered { compareOrder(attribute, list, places) }
    if isClosed(list, isAbsent) {
      for place in actual.indices where !isTaken[place] {
        let message = wanted.first { $0.isSame(as: actual[place]) }
        note(
          attribute, found: .element(texts[place]),
          hint: message.flatMap { repetition(of: $0, wanted, actual) })
      }
    }
  }

  /// - Parameter places: by element of the list, its index in the model.
  private func compareOrder(
    _ attribute: AttributeKind, _ list: SpecList<SpecSubscription>,
    _ places: [Int?]
  ) {
    let found = zip(list.elements, places).compactMap { element, place in
      place.map { (element: element.element, place: $0) }
    }
    let wrong = zip(found, found.dropFirst()).first { $0.place > $1.place }
    guard let wrong else { return }
    let ordered = found.sorted { $0.place < $1.place }.map(\.element)
    note(attribute, expected: .element(wrong.1.element), hint: .order(ordered))
  }

  /// The numbers of occurrences of a message in the model and in the list, if it is in both.
  private func repetition(
    of message: BoundMessage, _ wanted: [BoundMessage], _ actual: [SubscriptionRecord]
  ) -> SpecHint? {
    let found = actual.count { message.isSame(as: $0) }
    let listed = wanted.count { other in
      actual.contains { message.isSame(as: $0) && other.isSame(as: $0) }
    }
    return found == 0 || listed == 0 ? nil : .repeated(found: found, listed: listed)
  }

  private func compare(_ list: SpecList<NamePattern>, _ wanted: [BoundPattern], _ isAbsent: Bool) {
    let actual = Array(columns.nodes.services(of: position))
    let texts = isGathering ? elements(.services) : []
    var isTaken = Array(repeating: false, count: actual.count)
    for (place, pattern) in wanted.enumerated() {
      let fitting = actual.indices.filter { bound.fits(pattern, actual[$0]) }
      let found = fitting.first { !isTaken[$0] } ?? fitting.first
      if let found { isTaken[found] = true }
      if list.strictness == .absent {
        if let found { note(.services, found: .element(texts[found])) }
      } else if found == nil {
        note(.services, expected: .element(list.elements[place].element))
      }
    }
    if isClosed(list, isAbsent) {
      // A pattern covers all matching elements, a name only one.
      for service in actual.indices where !isTaken[service] {
        let isCovered = wanted.contains {
          if case .pattern = $0 { bound.fits($0, actual[service]) } else { false }
        }
        if !isCovered { note(.services, found: .element(texts[service])) }
      }
    }
  }

  private func compare(
    _ list: SpecList<SpecState>, _ wanted: [(key: Symbol, value: BoundPattern?)], _ isAbsent: Bool
  ) {
    let actual = Array(columns.nodes.states(of: position))
    let texts = isGathering ? elements(.state) : []
    for (place, entry) in wanted.enumerated() {
      let found = actual.firstIndex { !entry.key.isNone && $0.key == entry.key }
      let fits = found.map { found in
        entry.value.map { bound.fits($0, actual[found].value) } ?? true
      }
      if list.strictness == .absent {
        if fits == true, let found { note(.state, found: .element(texts[found])) }
      } else if fits != true {
        note(
          .state, expected: .element(list.elements[place].element),
          found: found.map { .element(texts[$0]) },
          hint: found == nil ? .state(texts.map(\.text)) : nil)
      }
    }
    if isClosed(list, isAbsent) {
      for (place, record) in actual.enumerated()
      where !wanted.contains(where: { $0.key == record.key }) {
        note(.state, found: .element(texts[place]))
      }
    }
  }
}

/// A difference between a line and a model.
struct AttributeDifference: Hashable {
  enum Value: Hashable {
    /// Whether the model has the attribute, which has no value.
    case flag(Bool)
    /// A value, or an element of a list.
    case element(SpecElement)

    var element: SpecElement? { if case .element(let element) = self { element } else { nil } }
  }

  var attribute: AttributeKind
  /// The expected value; nil if nothing more is expected.
  var expected: Value?
  /// The actual value; nil if there is none.
  var found: Value?
  /// A hint at the reason.
  var hint: SpecHint?
}

/// A hint at why an attribute differs.
enum SpecHint: Hashable {
  /// The line contains a name that the tree doesn't know.
  case unknown(SpecFault)
  /// The state's keys.
  case state([String])
  /// The listed elements exist in this order.
  case order([SpecElement])
  /// A message exists and is listed, but not as often.
  case repeated(found: Int, listed: Int)
}
