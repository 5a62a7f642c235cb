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
  private var classes: [LineClass: Int] = [:]

  init(_ spec: Spec, _ snapshot: Snapshot) {
    self.spec = spec
    self.snapshot = snapshot
    columns = snapshot.columns
    lines = spec.lines.map(bind)
    // Children follow their parents.
    for index in lines.indices.reversed() { measure(index) }
  }

  /// What two lines that ask for the same have in common.
  private struct LineClass: Hashable {
    var text: [UInt8]
    var isOpen: Bool
    var children: [Int]
  }

  /// Computes how many models a line and those below it take, and the line's class.
  private func measure(_ index: Int) {
    let line = spec.lines[index]
    var (least, most) = (1, line.opening == nil ? Optional(1) : nil)
    for child in line.children {
      let (own, count) = (lines[child], spec.lines[child].count)
      least = (least &+ min(own.least, 1 << 30) &* min(count.least, 1 << 30))
      least = min(least, 1 << 40)
      if let times = count.most, let size = own.most, let sum = most {
        let (product, isTooMuch) = times.multipliedReportingOverflow(by: size)
        most = isTooMuch || product > 1 << 40 ? nil : sum + product
      } else {
        most = nil
      }
    }
    (lines[index].least, lines[index].most) = (least, most)
    let bytes = spec.text.bytes(ofLine: line.number - 1)
    let key = LineClass(
      text: Array(bytes[line.indent..<line.end]), isOpen: line.opening != nil,
      children: line.children.map { lines[$0].number })
    lines[index].number = classes[key] ?? classes.count
    classes[key] = lines[index].number
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
      switch attribute.claim {
      case .value(let pattern?):
        let value = bind(pattern)
        if attribute.kind == .label { bound.label = value }
        return .value(value)
      case .messages(let list):
        return .messages(list.elements.map { bind($0, line, list.strictness) })
      case .services(let list):
        if list.strictness == .absent { checkServices(list.elements, line, attribute.span) }
        return .services(list.elements.map(bind))
      case .state(let list):
        return .state(
          list.elements.map { (columns.symbols.find($0.key) ?? .none, $0.value.map(bind)) })
      case .flag, .value(nil): return .plain
      }
    }
    return bound
  }

  private func bind(
    _ element: ListedMessage, _ line: TreeLine, _ strictness: ListClaim<ListedMessage>.Strictness
  ) -> MessageKey? {
    let symbols = columns.symbols
    if element.name.code == nil {
      let domain = element.name.wholeDomain ?? ""
      if strictness == .absent, !names.knows(element.kind, domain: domain) {
        note("this tree knows no \(element.kind.rawValue) of '\(domain)'", line, element.span)
      }
      return symbols.find(domain).map {
        MessageKey(kind: element.kind, domain: $0, code: .none)
      }
    }
    do throws(UnknownName) {
      let message = try names.find(element.kind, element.name)
      guard let domain = symbols.find(message.domain), let code = symbols.find(message.code)
      else { return nil }
      return MessageKey(kind: element.kind, domain: domain, code: code)
    } catch {
      // What is missing is shown with the model.
      if strictness == .absent { note(error.message, line, element.span) }
      return nil
    }
  }

  /// Why a listed message is missing: the tree knows no such name.
  func hint(for element: ListedMessage) -> SafeText? {
    if element.name.code == nil { return nil }
    do throws(UnknownName) {
      _ = try names.find(element.kind, element.name)
      return nil
    } catch {
      return error.message
    }
  }

  private func checkServices(_ patterns: [NamePattern], _ line: TreeLine, _ span: Span) {
    let known = snapshot.knownServices
    for pattern in patterns where !known.contains(where: { pattern.glob.matches($0) }) {
      note(
        "no session of this tree provides '\(pattern.text)'\(Hint.near(pattern.text, known))", line,
        span)
    }
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

/// A line of the tree with its names as symbols.
struct BoundLine {
  enum Claim {
    /// What the line says needs no symbols.
    case plain
    case value(BoundName)
    /// Nil for a message that the tree doesn't know.
    case messages([MessageKey?])
    case services([BoundName])
    case state([(key: Symbol, value: BoundName?)])
  }

  var name: BoundName
  var label: BoundName?
  /// By attribute of the line.
  var attributes: [Claim] = []
  /// The attributes that a model must not have.
  var absent: Set<AttributeKind> = []
  /// Lines that ask for the same have the same number.
  var number = 0
  /// How many models the line and those below it take.
  var least = 1
  /// Nil for no limit.
  var most: Int?
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
