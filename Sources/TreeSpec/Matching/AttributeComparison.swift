import TreeAnalysis
import TreeSnapshot

/// Compares a line with one model, children aside.
final class AttributeComparison {
  let bound: BoundSpec
  private var line = 0
  private var position = 0
  private var isEqual = true
  /// Whether all differences are wanted, or only whether there is one.
  private var isGathering = false
  private var differences: [AttributeDifference] = []

  private var columns: Columns { bound.columns }
  private var spec: SpecLine { bound.spec.lines[line] }

  init(_ bound: BoundSpec) { self.bound = bound }

  /// Whether a model is what a line says of it besides its name.
  func isMatch(line: Int, named position: Int) -> Bool {
    begin(line, position, isGathering: false)
    compareAttributes()
    return isEqual
  }

  /// Everything in which a model is not what a line says.
  func differences(line: Int, position: Int) -> [AttributeDifference] {
    begin(line, position, isGathering: true)
    compareName()
    compareAttributes()
    return differences
  }

  private func begin(_ line: Int, _ position: Int, isGathering: Bool) {
    self.line = line
    self.position = position
    self.isGathering = isGathering
    isEqual = true
    differences = []
  }

  private func note(
    _ attribute: AttributeDifference.Attribute,
    expected: @autoclosure () -> AttributeDifference.Value? = nil,
    found: @autoclosure () -> AttributeDifference.Value? = nil,
    hint: @autoclosure () -> SpecHint? = nil
  ) {
    isEqual = false
    if isGathering {
      differences.append(
        AttributeDifference(
          attribute: attribute, expected: expected(), found: found(), hint: hint()))
    }
  }

  private func isAbsent(_ kind: AttributeKind) -> Bool { spec.unnamed.absent.contains(kind) }

  /// Whether nothing but what a list names may be there.
  private func isClosed<Element>(_ list: SpecList<Element>, _ isAbsent: Bool) -> Bool {
    list.strictness == .only || isAbsent || list.strictness == .absent && list.elements.isEmpty
  }

  private func string(_ symbol: Symbol) -> String { columns.symbols.string(symbol) }

  private func compareName() {
    let type = columns.nodes.fixed[position].type
    if bound.fits(bound.lines[line].name, type) { return }
    note(
      .name, expected: .element(spec.pattern.element),
      found: .element(SpecElement(text: SpecText.name(string(type)))))
  }

  private func compareAttributes() {
    let boundLine = bound.lines[line]
    if boundLine.isBare { return }
    let fields = columns.nodes.fixed[position]
    let attributes = spec.attributes
    let expectsSession = attributes.isSession ?? (isAbsent(.session) ? false : nil)
    if let expectsSession, expectsSession != fields.isSession {
      note(
        .session, expected: expectsSession ? .flag(true) : nil,
        found: expectsSession ? nil : .flag(true))
    }
    if let expectsLeaf = attributes.isLeaf {
      let isLeaf = Int(columns.subtreeEnds[position]) == position + 1
      if isLeaf != expectsLeaf {
        note(.leaf, expected: .flag(expectsLeaf), found: isLeaf ? .flag(true) : nil)
      }
    }
    compare(.label, attributes.label, boundLine.label, fields.label, isAbsent(.label))
    compare(
      .representation, attributes.representation, boundLine.representation,
      fields.representation, isAbsent(.representation))
    compare(.source, attributes.source, boundLine.source, fields.source, false)
    compare(
      .handles, attributes.handles, boundLine.handles, columns.subscriptions(of: position),
      isAbsent(.handles))
    compare(
      .raises, attributes.raises, boundLine.raises, columns.raises(of: position),
      isAbsent(.raises))
    compareServices(attributes.services, boundLine.services)
    compareState(attributes.state, boundLine.state)
  }

  // MARK: One value

  private func compare(
    _ attribute: AttributeDifference.Attribute, _ value: SpecValue?, _ pattern: BoundPattern?,
    _ actual: Symbol, _ isAbsent: Bool
  ) {
    var expected: SpecElement?
    switch value {
    case .fits(let written):
      if let pattern, bound.fits(pattern, actual) { return }
      expected = written.element
    case .absent: if actual.isNone { return }
    case nil: if !isAbsent || actual.isNone { return }
    }
    note(
      attribute, expected: expected.map { .element($0) },
      found: actual.isNone ? nil : .element(SpecElement(text: SpecText.value(string(actual)))))
  }

  // MARK: Messages

  private func compare(
    _ attribute: AttributeDifference.Attribute, _ list: SpecList<SpecSubscription>?,
    _ wanted: [BoundMessage], _ actual: ArraySlice<SubscriptionRecord>, _ isAbsent: Bool
  ) {
    guard let list else {
      if isAbsent { for record in actual { note(attribute, found: element(record)) } }
      return
    }
    // A subscription that is listed twice must be there twice.
    var free = actual.map { record in (record: record, isTaken: false) }
    var places: [Int?] = []
    for (place, message) in wanted.enumerated() {
      let found = free.firstIndex { !$0.isTaken && message.isSame(as: $0.record) }
      if let found { free[found].isTaken = true }
      places.append(found)
      let element = list.elements[place]
      if list.strictness == .absent {
        if let found { note(attribute, found: self.element(free[found].record)) }
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
      for entry in free where !entry.isTaken {
        let message = wanted.first { $0.isSame(as: entry.record) }
        note(
          attribute, found: element(entry.record),
          hint: message.flatMap { repetition(of: $0, wanted, actual) })
      }
    }
  }

  /// - Parameter places: by element of the list, its place among those that are there.
  private func compareOrder(
    _ attribute: AttributeDifference.Attribute, _ list: SpecList<SpecSubscription>,
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

  /// How often a message is there and listed, where it is both.
  private func repetition(
    of message: BoundMessage, _ wanted: [BoundMessage], _ actual: ArraySlice<SubscriptionRecord>
  ) -> SpecHint? {
    let found = actual.count { message.isSame(as: $0) }
    let listed = wanted.count { other in
      actual.contains { message.isSame(as: $0) && other.isSame(as: $0) }
    }
    return found == 0 || listed == 0 ? nil : .repeated(found: found, listed: listed)
  }

  private func element(_ record: SubscriptionRecord) -> AttributeDifference.Value {
    .element(bound.texts.element(record))
  }

  // MARK: Services

  private func compareServices(
    _ list: SpecList<NamePattern>?, _ wanted: [BoundPattern]
  ) {
    let actual = columns.services(of: position)
    func element(_ service: Symbol) -> AttributeDifference.Value {
      .element(SpecElement(text: SpecText.value(string(service))))
    }
    guard let list else {
      if isAbsent(.services) {
        for service in actual { note(.services, found: element(service)) }
      }
      return
    }
    var free = actual.map { service in (service: service, isTaken: false) }
    for (place, pattern) in wanted.enumerated() {
      let found =
        free.firstIndex { !$0.isTaken && bound.fits(pattern, $0.service) }
        ?? free.firstIndex { bound.fits(pattern, $0.service) }
      if let found { free[found].isTaken = true }
      if list.strictness == .absent {
        if let found { note(.services, found: element(free[found].service)) }
      } else if found == nil {
        note(.services, expected: .element(list.elements[place].element))
      }
    }
    if isClosed(list, isAbsent(.services)) {
      // A pattern covers all that fit it, a name covers one.
      for entry in free where !entry.isTaken {
        let isCovered = wanted.contains {
          if case .pattern = $0 { bound.fits($0, entry.service) } else { false }
        }
        if !isCovered { note(.services, found: element(entry.service)) }
      }
    }
  }

  // MARK: State

  private func compareState(
    _ list: SpecList<SpecState>?, _ wanted: [(key: Symbol, value: BoundPattern?)]
  ) {
    let actual = columns.states(of: position)
    func element(_ record: StateRecord) -> AttributeDifference.Value {
      .element(SpecText.state(record, in: columns))
    }
    guard let list else {
      if isAbsent(.state) {
        for record in actual { note(.state, found: element(record)) }
      }
      return
    }
    for (place, entry) in wanted.enumerated() {
      let record = actual.first { !entry.key.isNone && $0.key == entry.key }
      let fits = record.map { record in entry.value.map { bound.fits($0, record.value) } ?? true }
      if list.strictness == .absent {
        if fits == true, let record { note(.state, found: element(record)) }
      } else if fits != true {
        note(
          .state, expected: .element(list.elements[place].element), found: record.map(element),
          hint: record == nil
            ? .state(actual.map { SpecText.state($0, in: columns).text }) : nil)
      }
    }
    if isClosed(list, isAbsent(.state)) {
      for record in actual where !wanted.contains(where: { $0.key == record.key }) {
        note(.state, found: element(record))
      }
    }
  }
}

/// What is different between what a line says of a model and what the model is.
struct AttributeDifference: Hashable {
  /// What a line can say of a model besides its children, by the word for it.
  enum Attribute: String {
    case name, session, leaf, label, representation, source, handles, raises, services, state
  }

  enum Value: Hashable {
    /// Whether the model has the attribute, which takes no value.
    case flag(Bool)
    /// A value, or an element of a list.
    case element(SpecElement)

    var element: SpecElement? { if case .element(let element) = self { element } else { nil } }
  }

  var attribute: Attribute
  /// What should be there; nil where nothing more should.
  var expected: Value?
  /// What is there; nil where nothing is.
  var found: Value?
  /// What helps to see why.
  var hint: SpecHint?
}

/// What helps to see why an attribute is different.
enum SpecHint: Hashable {
  /// The line names what the tree does not know.
  case unknown(SpecFault)
  /// The entries of state that there are.
  case state([String])
  /// What is listed is there in this order.
  case order([SpecElement])
  /// A message is there and listed, but not as often.
  case repeated(found: Int, listed: Int)
}
