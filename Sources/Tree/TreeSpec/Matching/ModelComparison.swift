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
  private var columns: Columns { traits.columns }
  /// By line: the types that its name matches, with their nesting or without.
  let types: [Set<Symbol>]
  /// By kind and name: the messages that lines list, or why there is none.
  private var messages: [String: Result<MessageKey?, LineProblem>] = [:]

  init(_ spec: Spec, _ snapshot: Snapshot) {
    self.spec = spec
    self.snapshot = snapshot
    traits = ModelTraits(snapshot)
    let columns = traits.columns
    let all = Set(columns.nodes.fixed.map(\.type))
    types = spec.lines.map { line in
      guard let name = line.name.literal else {
        return all.filter { line.name.glob.matchesType(columns.symbols.string($0)) }
      }
      return Set(columns.symbols.find(name).map { columns.types.types(named: $0) } ?? [])
    }
  }

  /// Whether a model has the name of a line.
  func matchesName(_ line: Int, _ position: Int) -> Bool {
    types[line].contains(columns.nodes.fixed[position].type)
  }

  /// Whether it also has the line's label, if the line asks for one.
  func matchesNames(_ line: Int, _ position: Int) -> Bool {
    guard matchesName(line, position) else { return false }
    return spec.lines[line].label.map { matches($0, columns.nodes.fixed[position].label) } ?? true
  }

  /// A message that a line asks for; nil if there is none, or the tree doesn't know it.
  func firstMessage(_ line: Int) -> MessageKey? {
    let asked = spec.lines[line].attributes.filter { $0.strictness != .absent }
      .flatMap(\.elements).first { $0.kind != nil && $0.name != nil }
    guard let kind = asked?.kind, let name = asked?.name else { return nil }
    return (try? message(kind, name)) ?? nil
  }

  private func matches(_ pattern: NamePattern, _ symbol: Symbol) -> Bool {
    !symbol.isNone && columns.symbols.withBytes(of: symbol) { pattern.glob.matches($0) }
  }

  private func matches(_ element: Attribute.Element, _ trait: Trait) -> Bool {
    if let key = element.key, columns.symbols.find(key) != trait.key { return false }
    guard let name = element.name else { return true }
    guard let kind = element.kind else { return matches(name, trait.value) }
    return (try? message(kind, name)) == trait.message
  }

  private func message(
    _ kind: Message.Kind, _ name: NamePattern
  ) throws(LineProblem) -> MessageKey? {
    let text = "\(kind.rawValue) \(name.text)"
    let found =
      messages[text]
      ?? Result { () throws(LineProblem) in try traits.names.key(kind, name, columns.symbols) }
    messages[text] = found
    return try found.get()
  }

  // MARK: Differences

  /// The differences between a line and a model, children aside.
  func differences(_ index: Int, _ position: Int) -> [AttributeDifference] {
    let line = spec.lines[index]
    let name = matchesName(index, position) ? [] : [AttributeDifference()]
    return name
      + AttributeKind.allCases.flatMap { kind -> [AttributeDifference] in
        // What an exact line doesn't name isn't there.
        let none = Attribute(kind: kind, strictness: .absent, word: Word([]))
        let attribute = line.attribute(kind) ?? (spec.exact.contains(kind) ? none : nil)
        return attribute.map { differences($0, position) } ?? []
      }
  }

  private func differences(_ attribute: Attribute, _ position: Int) -> [AttributeDifference] {
    let kind = attribute.kind
    let all = traits.traits(kind, of: position)
    let isAbsent = attribute.strictness == .absent
    var named: Set<Int> = []
    var differences: [AttributeDifference] = []
    for element in attribute.elements {
      var fitting = all.indices.filter { matches(element, all[$0]) }
      if element.kind != nil {
        // What is listed twice must exist twice.
        fitting = Array(fitting.filter { !named.contains($0) }.prefix(1))
      }
      if isAbsent {
        differences += fitting.map { AttributeDifference(kind: kind, found: all[$0]) }
      } else if fitting.isEmpty {
        // What the model has in its place: another label, or another value of a key.
        let other = Attribute.Element(key: element.key)
        fitting = all.indices.filter {
          (kind.sign == "=" || kind == .state) && matches(other, all[$0])
        }
        differences.append(
          AttributeDifference(kind: kind, expected: element, found: fitting.first.map { all[$0] }))
      }
      named.formUnion(fitting)
    }
    let isClosed =
      isAbsent
      ? attribute.elements.isEmpty
      : attribute.strictness == .only || spec.exact.contains(kind)
    let rest = isClosed ? all.indices.filter { !named.contains($0) } : []
    return differences + rest.map { AttributeDifference(kind: kind, found: all[$0]) }
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
      "[\(kind.rawValue)\(text.isEmpty ? "" : kind.sign)\(text)]"
    }
    let found = difference.found.map { traits.text(of: [$0]) }
    guard let expected = difference.expected else {
      return (nil, found.map { shown("\($0)") }, nil)
    }
    if let found {
      let sides = SafeText.sides(expected.text, found)
      return (shown(sides.old), shown(sides.new), nil)
    }
    var hint = unknown(expected, kind)?.message
    if kind == .state {
      let own = traits.traits(.state, of: position).map { traits.text(of: [$0]) }
      hint = own.isEmpty ? "the model has no state" : "the state is \(Hint.some(own))"
    }
    return (shown("\(expected.text)"), nil, hint)
  }

  // MARK: Unknown names

  /// Why the tree doesn't know what a line lists; nil if it does.
  func unknown(_ element: Attribute.Element, _ kind: AttributeKind) -> LineProblem? {
    guard let name = element.name else { return nil }
    if let kind = element.kind {
      do throws(LineProblem) { _ = try message(kind, name) } catch {
        return LineProblem(name.span, error.message)
      }
    }
    let services = snapshot.knownServices
    if kind != .services || services.contains(where: { name.glob.matches($0) }) { return nil }
    return LineProblem(
      name.span,
      "no session of this tree provides '\(name.text)'\(Hint.near(name.text, services))")
  }
}
