import TextIO
import TreeAnalysis
import TreeSnapshot

/// A difference between a line and a model, children aside: what the line asks for and the model lacks, what
/// the model has and must not, or both if one is in place of the other.
struct AttributeDifference {
  /// The attribute; nil for the name.
  var kind: AttributeKind?
  var expected: Attribute.Element?
  var found: Trait?

  /// Whether it is about the label or the state, which may be older than the tree.
  var isAged: Bool { kind == .label || kind == .state }
}

/// Compares models with the lines of a spec, children aside.
final class ModelComparison {
  let spec: Spec
  let snapshot: Snapshot
  let traits: ModelTraits
  var columns: Columns { traits.columns }
  var names: MessageNames { traits.names }
  /// By line: the types that its name matches, with their nesting or without.
  let types: [Set<Symbol>]
  /// By kind and name: the messages that lines list; nil if the tree doesn't know them.
  private var messages: [String: MessageKey?] = [:]

  init(_ spec: Spec, _ snapshot: Snapshot) {
    self.spec = spec
    self.snapshot = snapshot
    traits = ModelTraits(snapshot)
    let columns = traits.columns
    let all = Set(columns.nodes.fixed.map(\.type))
    var known: [String: Set<Symbol>] = [:]
    types = spec.lines.map { line in
      if let name = line.name.literal {
        let symbol = columns.symbols.find(name)
        return Set(symbol.map { columns.types.types(named: $0) } ?? [])
      }
      let types =
        known[line.name.text]
        ?? all.filter { line.name.glob.matchesType(columns.symbols.string($0)) }
      known[line.name.text] = types
      return types
    }
  }

  func matchesName(_ line: Int, _ position: Int) -> Bool {
    types[line].contains(columns.nodes.fixed[position].type)
  }

  /// Whether a model has a line's label, if the line asks for one.
  func matchesLabel(_ line: Int, _ position: Int) -> Bool {
    guard let label = spec.lines[line].label else { return true }
    return matches(label, columns.nodes.fixed[position].label)
  }

  private func matches(_ pattern: NamePattern, _ symbol: Symbol) -> Bool {
    if symbol.isNone { return false }
    if let literal = pattern.literal { return columns.symbols.find(literal) == symbol }
    return columns.symbols.withBytes(of: symbol) { pattern.glob.matches($0) }
  }

  private func matches(_ element: Attribute.Element, _ trait: Trait) -> Bool {
    switch (element, trait) {
    case (.any, _): true
    case (.name(let pattern), .name(let name)): matches(pattern, name)
    case (.message(let kind, let name), .message(let key)): message(kind, name) == key
    case (.state(let key, let value), .state(let ownKey, let ownValue)):
      columns.symbols.find(key) == ownKey && value.map { matches($0, ownValue) } ?? true
    default: false
    }
  }

  private func message(_ kind: Message.Kind, _ name: MessagePattern) -> MessageKey? {
    let text = "\(kind.rawValue) \(name.pattern.text)"
    if let known = messages[text] { return known }
    let found = try? names.key(kind, name, columns.symbols)
    messages[text] = found
    return found
  }

  // MARK: Differences

  /// The differences between a line and a model, children aside.
  func differences(_ index: Int, _ position: Int) -> [AttributeDifference] {
    let line = spec.lines[index]
    var found: [AttributeDifference] = []
    if !matchesName(index, position) { found.append(AttributeDifference()) }
    for kind in AttributeKind.allCases {
      if let attribute = line.attribute(kind) {
        found += differences(attribute, position)
      } else if spec.exact.contains(kind) {
        found += traits.traits(kind, of: position).map {
          AttributeDifference(kind: kind, found: $0)
        }
      }
    }
    return found
  }

  private func differences(_ attribute: Attribute, _ position: Int) -> [AttributeDifference] {
    let kind = attribute.kind
    let all = traits.traits(kind, of: position)
    var named: Set<Int> = []
    var differences: [AttributeDifference] = []
    for element in attribute.elements {
      var fitting = all.indices.filter { matches(element, all[$0]) }
      if kind == .handles || kind == .raises {
        // What is listed twice must exist twice.
        fitting = Array(fitting.filter { !named.contains($0) }.prefix(1))
      }
      if attribute.strictness == .absent {
        differences += fitting.map { AttributeDifference(kind: kind, found: all[$0]) }
      } else if fitting.isEmpty {
        fitting = Array(all.indices.filter { isCounterpart(element, all[$0], kind) }.prefix(1))
        differences.append(
          AttributeDifference(kind: kind, expected: element, found: fitting.first.map { all[$0] }))
      }
      named.formUnion(fitting)
    }
    let isClosed =
      switch attribute.strictness {
      case .only: true
      case .some: spec.exact.contains(kind)
      case .absent: attribute.elements.isEmpty
      }
    let rest = isClosed ? all.indices.filter { !named.contains($0) } : []
    return differences + rest.map { AttributeDifference(kind: kind, found: all[$0]) }
  }

  /// Whether what a model has is in place of a missing element: another label, or another value of a key.
  private func isCounterpart(
    _ element: Attribute.Element, _ trait: Trait, _ kind: AttributeKind
  ) -> Bool {
    if case .state(let key, _) = element { return matches(.state(key: key, value: nil), trait) }
    return kind == .label || kind == .representation
  }

  /// What a line asks for, what its model has, and a reason, in a clause.
  func words(
    of difference: AttributeDifference, line: Int, position: Int
  ) -> (expected: SafeText?, found: SafeText?, hint: SafeText?) {
    guard let kind = difference.kind else {
      let sides = SafeText.sides(spec.lines[line].name.text, traits.name(of: position))
      return ("name \(sides.old)", "name \(sides.new)", nil)
    }
    func shown(_ text: SafeText) -> SafeText {
      let sign: SafeText = kind == .label || kind == .representation ? "=" : " "
      return text.isEmpty ? "[\(kind.rawValue)]" : "[\(kind.rawValue)\(sign)\(text)]"
    }
    let (expected, found) = (
      difference.expected?.text, difference.found.map { traits.text(of: [$0]) }
    )
    if let expected, let found {
      let sides = SafeText.sides(expected, found)
      return (shown(sides.old), shown(sides.new), nil)
    }
    var hint: SafeText?
    switch difference.expected {
    case .message(let kind, let name):
      do throws(UnknownName) { _ = try names.key(kind, name, columns.symbols) } catch {
        hint = error.message
      }
    case .state:
      let own = traits.traits(.state, of: position).map { traits.text(of: [$0]) }
      hint = own.isEmpty ? "the model has no state" : "the state is \(Hint.some(own))"
    case .any, .name, nil: break
    }
    return (expected.map { shown("\($0)") }, found.map { shown("\($0)") }, hint)
  }

  // MARK: Unknown names

  /// Names that the tree doesn't know in lists that it must not have: the lines would always hold.
  func unknownNames() -> [SpecError.Fault] {
    var faults: [SpecError.Fault] = []
    for line in spec.lines {
      for attribute in line.attributes where attribute.strictness == .absent {
        for case .message(let kind, let name) in attribute.elements {
          do throws(UnknownName) { _ = try names.key(kind, name, columns.symbols) } catch {
            faults.append(spec.fault(LineProblem(error.span, error.message), line: line.number))
          }
        }
        for case .name(let name) in attribute.elements
        where !snapshot.knownServices.contains(where: { name.glob.matches($0) }) {
          let near = Hint.near(name.text, snapshot.knownServices)
          faults.append(
            spec.fault(
              LineProblem(
                attribute.span, "no session of this tree provides '\(name.text)'\(near)"),
              line: line.number))
        }
      }
    }
    return faults
  }
}
