import TextIO
import TreeAnalysis
import TreeSnapshot

/// The tree of a spec with its names as a tree's symbols, so that comparing a line with a model compares
/// integers.
final class BoundSpec {
  let spec: Spec
  let snapshot: Snapshot
  let columns: Columns
  private(set) lazy var names = MessageNames(snapshot)
  private(set) lazy var texts = ModelTexts(snapshot, names)
  private(set) var lines: [BoundLine] = []
  /// Names that the tree doesn't know in lists that it must not have: the lines would always hold.
  private(set) var faults: [SpecError.Fault] = []

  init(_ spec: Spec, _ snapshot: Snapshot) {
    self.spec = spec
    self.snapshot = snapshot
    columns = snapshot.columns
    lines = spec.lines.map(bind)
    var classes: [LineClass: Int] = [:]
    // Children follow their parents.
    for (index, line) in spec.lines.enumerated().reversed() {
      let bytes = spec.text.bytes(ofLine: line.number - 1)
      let key = LineClass(
        text: Array(bytes[line.indent..<line.end]), isOpen: line.opening != nil,
        children: line.children.map { lines[$0].number })
      lines[index].number = classes[key, default: classes.count]
      classes[key] = lines[index].number
    }
  }

  /// What two lines that ask for the same have in common.
  private struct LineClass: Hashable {
    var text: [UInt8]
    var isOpen: Bool
    var children: [Int]
  }

  func matches(_ name: BoundName, _ symbol: Symbol) -> Bool {
    if symbol.isNone { return false }
    return switch name {
    case .symbol(let wanted): symbol == wanted
    case .pattern(let pattern): pattern.matches(symbol, in: columns.symbols)
    }
  }

  // MARK: Binding

  /// The types that a line's name matches, with their nesting or without.
  private func bindName(_ pattern: NamePattern) -> BoundName {
    guard let literal = pattern.literal else {
      return .pattern(BoundPattern(pattern.glob, columns.types))
    }
    let types = columns.types.types(named: columns.symbols.find(literal) ?? Symbol.none)
    return types.count == 1
      ? .symbol(types[0]) : .pattern(BoundPattern(pattern.glob, columns.types))
  }

  private func bind(_ pattern: NamePattern) -> BoundName {
    pattern.literal.map { .symbol(columns.symbols.find($0) ?? Symbol.none) }
      ?? .pattern(BoundPattern(pattern.glob))
  }

  private func bind(_ line: TreeLine) -> BoundLine {
    var bound = BoundLine(name: bindName(line.name))
    bound.absent = spec.exact.subtracting(line.attributes.map(\.kind))
    bound.attributes = line.attributes.map { attribute in
      attribute.elements.map { bind($0, of: attribute, line) }
    }
    for (attribute, elements) in zip(line.attributes, bound.attributes)
    where attribute.kind == .label {
      if case .name(let name)? = elements.first { bound.label = name }
    }
    return bound
  }

  private func bind(
    _ element: Attribute.Element, of attribute: Attribute, _ line: TreeLine
  ) -> BoundElement {
    let isAbsent = attribute.strictness == .absent
    switch element {
    case .any: return .any
    case .name(let pattern):
      if isAbsent { checkService(pattern, line, attribute.span) }
      return .name(bind(pattern))
    case .message(let kind, let name, let span):
      do throws(UnknownName) { return .message(try key(kind, name)) } catch {
        // What is missing is shown with the model.
        if isAbsent { note(error.message, line, span) }
        return .message(nil)
      }
    case .state(let key, let value):
      return .state(key: columns.symbols.find(key), value: value.map(bind))
    }
  }

  /// A listed message as symbols.
  func key(_ kind: Message.Kind, _ name: MessagePattern) throws(UnknownName) -> MessageKey? {
    var (domain, code) = (name.wholeDomain ?? "", Symbol?.some(.none))
    if name.code != nil {
      let message = try names.find(kind, name)
      (domain, code) = (message.domain, columns.symbols.find(message.code))
    } else if !names.knows(kind, domain: domain) {
      throw UnknownName(message: "this tree knows no \(kind.rawValue) of '\(domain)'")
    }
    guard let domain = columns.symbols.find(domain), let code else { return nil }
    return MessageKey(kind: kind, domain: domain, code: code)
  }

  private func checkService(_ pattern: NamePattern, _ line: TreeLine, _ span: Span) {
    let known = snapshot.knownServices
    if known.contains(where: { pattern.glob.matches($0) }) { return }
    note(
      "no session of this tree provides '\(pattern.text)'\(Hint.near(pattern.text, known))", line,
      span)
  }

  private func note(_ message: SafeText, _ line: TreeLine, _ span: Span) {
    faults.append(spec.fault(LineProblem(span, message), line: line.number))
  }
}

/// A name, or a pattern with the names that it has been compared with.
enum BoundName {
  /// `Symbol.none` for a name that the tree doesn't contain.
  case symbol(Symbol)
  case pattern(BoundPattern)
}

final class BoundPattern {
  private let glob: Glob
  /// For names of types, which match without their nesting, too.
  private let types: TypeSymbols?
  private var known: [Symbol: Bool] = [:]

  init(_ glob: Glob, _ types: TypeSymbols? = nil) {
    self.glob = glob
    self.types = types
  }

  func matches(_ symbol: Symbol, in symbols: SymbolTable) -> Bool {
    if let isMatch = known[symbol] { return isMatch }
    let names = [symbol, types?.bare(symbol) ?? symbol]
    let isMatch = names.contains { symbols.withBytes(of: $0) { glob.matches($0) } }
    known[symbol] = isMatch
    return isMatch
  }
}

/// An element of an attribute with its names as symbols.
enum BoundElement {
  case any
  case name(BoundName)
  /// Nil for a message that the tree doesn't know.
  case message(MessageKey?)
  /// Without a key that the tree knows, nothing matches.
  case state(key: Symbol?, value: BoundName?)
}

/// A line of the tree with its names as symbols.
struct BoundLine {
  var name: BoundName
  var label: BoundName?
  /// By attribute of the line.
  var attributes: [[BoundElement]] = []
  /// The attributes that a model must not have.
  var absent: Set<AttributeKind> = []
  /// Lines that ask for the same have the same number.
  var number = 0
}

/// A name in a spec that a tree or a journal doesn't know.
struct UnknownName: Error {
  var message: SafeText
  /// Whether a similar name is known, so that it is probably misspelled.
  var isMisspelled = false
}

extension MessageNames {
  /// Finds the message that a line names in full, by its code or label.
  func find(_ kind: Message.Kind, _ name: MessagePattern) throws(UnknownName) -> Message {
    guard let reference = name.reference(kind) else {
      throw UnknownName(message: "'\(name.pattern.text)' is a pattern")
    }
    var isAmbiguous: SafeText?
    do {
      let found = try resolve(reference)
      if found.isKnown { return found.message }
    } catch {
      if !error.isUnknown { isAmbiguous = error.words }
    }
    if let isAmbiguous { throw UnknownName(message: isAmbiguous, isMisspelled: true) }
    let text = name.pattern.text
    if knows(kind, domain: reference.name) {
      throw UnknownName(
        message: "'\(text)' is a domain; write '\(text).*' for all of it", isMisspelled: true)
    }
    let near = suggestion(for: reference)
    throw UnknownName(
      message: "this tree knows no \(kind.rawValue) '\(text)'; "
        + (near.map { "did you mean '\($0)'?" } ?? "it knows \(Hint.some(self.names(kind)))"),
      isMisspelled: near != nil)
  }
}
