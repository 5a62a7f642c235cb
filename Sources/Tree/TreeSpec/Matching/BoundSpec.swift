import TextIO
import TreeAnalysis
import TreeSnapshot

/// A spec's names as a tree's symbols, so that comparing a line with a model compares integers.
final class BoundSpec {
  let spec: Spec
  let snapshot: Snapshot
  let columns: Columns
  /// Created at the first lookup of a message.
  private(set) lazy var messages = MessageNames(snapshot)
  private(set) lazy var texts = ModelText(
    columns: columns, messages: MessageTexts(columns, messages))
  /// By line.
  private(set) var lines: [BoundLine] = []
  private(set) var problems: [SpecError.Problem] = []

  init(_ spec: Spec, _ snapshot: Snapshot) {
    self.spec = spec
    self.snapshot = snapshot
    columns = snapshot.columns
    lines = spec.lines.map { bind($0) }
    checkGluedCounts()
  }

  /// Checks names such as `MainFlow?`, in which `?` stands for a character. If no model matches but
  /// a `MainFlow` exists, it is probably meant as a count.
  private func checkGluedCounts() {
    for line in spec.lines {
      guard case .glob(let glob) = line.pattern.form, glob.elements.last == .anyCharacter,
        let name = Glob(elements: glob.elements.dropLast()).literal,
        let symbol = columns.symbols.find(name),
        columns.nodes.fixed.contains(where: { columns.types.isNamed($0.type, symbol) }),
        !columns.nodes.fixed.contains(where: { bound in
          columns.symbols.withBytes(of: bound.type) { glob.matches($0) }
        })
      else { continue }
      note(
        """
        no model has a name with one more character; write '\(name) ?' for one that may be absent
        """, line: line.number, span: line.nameSpan)
    }
  }

  /// Notes that it is undecided whether the lines below a line find their models.
  func noteUndecided(_ line: SpecLine) {
    note(
      """
      too many lines and models in order to decide whether they fit; split the lines below, or leave \
      the order open
      """, line: line.number, span: line.nameSpan)
  }

  private func note(_ fault: SpecFault, line: Int, span: Span) {
    if problems.contains(where: { $0.line == line && $0.fault == fault }) { return }
    problems.append(SpecError.Problem(line: line, text: spec.text[line - 1], span: span, fault))
  }

  /// The types that a line's name matches, with their nesting or without.
  private func bindName(_ pattern: NamePattern) -> BoundPattern {
    guard let literal = pattern.literal else {
      return .pattern(PatternMatches(pattern, columns.types))
    }
    let types = columns.types.types(named: columns.symbols.find(literal) ?? Symbol.none)
    return types.count == 1
      ? .symbol(types[0]) : .pattern(PatternMatches(pattern, columns.types))
  }

  /// The symbols that match a name.
  func bind(_ pattern: NamePattern) -> BoundPattern {
    pattern.literal.map { .symbol(columns.symbols.find($0) ?? Symbol.none) }
      ?? .pattern(PatternMatches(pattern))
  }

  func fits(_ pattern: BoundPattern, _ symbol: Symbol) -> Bool {
    if symbol.isNone { return false }
    return switch pattern {
    case .symbol(let wanted): symbol == wanted
    case .pattern(let matches): matches.contains(symbol, in: columns.symbols)
    }
  }
}

/// A name, or a pattern with the names it has been compared with.
enum BoundPattern {
  /// `Symbol.none` for a name that the tree doesn't contain.
  case symbol(Symbol)
  case pattern(PatternMatches)
}

final class PatternMatches {
  private let pattern: NamePattern
  /// For names of types, which match without their nesting, too.
  private let types: TypeSymbols?
  private var known: [Symbol: Bool] = [:]

  init(_ pattern: NamePattern, _ types: TypeSymbols? = nil) {
    self.pattern = pattern
    self.types = types
  }

  func contains(_ symbol: Symbol, in symbols: SymbolTable) -> Bool {
    if let fits = known[symbol] { return fits }
    let names = [symbol, types?.bare(symbol) ?? symbol]
    let fits = names.contains { symbols.withBytes(of: $0) { pattern.matches($0) } }
    known[symbol] = fits
    return fits
  }
}

/// A line of the tree with its names as symbols.
struct BoundLine {
  /// The requirement of an attribute.
  enum Claim {
    /// Only what the line says.
    case plain
    case value(BoundPattern)
    case messages([BoundMessage])
    case services([BoundPattern])
    case state([(key: Symbol, value: BoundPattern?)])
  }

  var name: BoundPattern
  /// By attribute of the line.
  var attributes: [Claim] = []
  var label: BoundPattern?
}

/// A subscription as symbols; the code is `Symbol.none` for a whole domain. Nil if the tree doesn't
/// contain its names.
struct BoundMessage {
  var kind: Message.Kind
  var names: (domain: Symbol, code: Symbol)?

  func isSame(as record: SubscriptionRecord) -> Bool {
    guard let names else { return false }
    return record.kind == kind && record.domain == names.domain && record.code == names.code
  }
}

extension BoundSpec {
  private func bind(_ line: SpecLine) -> BoundLine {
    var bound = BoundLine(name: bindName(line.pattern))
    bound.attributes = line.attributes.map { attribute in
      switch attribute.claim {
      case .value(.fits(let pattern)):
        let value = bind(pattern)
        if attribute.kind == .label { bound.label = value }
        return .value(value)
      case .messages(let list): return .messages(list.elements.map { bind($0, line, list) })
      case .services(let list):
        if list.strictness == .absent { checkServices(list.elements, line, attribute.span) }
        return .services(list.elements.map(bind))
      case .state(let list):
        return .state(
          list.elements.map { (columns.symbols.find($0.key) ?? .none, $0.value.map(bind)) })
      case .flag, .mode, .value(.absent): return .plain
      }
    }
    return bound
  }

  private func bind(
    _ element: SpecSubscription, _ line: SpecLine, _ list: SpecList<SpecSubscription>
  ) -> BoundMessage {
    BoundMessage(
      kind: element.kind, names: names(of: element, line, isDenied: list.strictness == .absent))
  }

  /// The symbols of a subscription's names. If the tree doesn't know a name that must exist, the
  /// comparison fails. If the name must be absent, it would always pass, so this is an error.
  private func names(
    of element: SpecSubscription, _ line: SpecLine, isDenied: Bool
  ) -> (domain: Symbol, code: Symbol)? {
    let symbols = columns.symbols
    switch element.message {
    case .wholeDomain(let domain):
      if isDenied { checkDomain(domain, of: element, line) }
      return symbols.find(domain).map { ($0, Symbol.none) }
    case .named(let name):
      let found: ResolvedMessage?
      do {
        found = try messages.find(element.kind, name)
      } catch {
        note("\(error)", line: line.number, span: element.span)
        return nil
      }
      if let message = found?.message {
        guard let domain = symbols.find(message.domain), let code = symbols.find(message.code)
        else { return nil }
        return (domain, code)
      }
      // A name without a domain may be a label or a code, so it is unknown which of them is
      // missing.
      if isDenied || name.bare != nil {
        note(messages.unknown(element.kind, name), line: line.number, span: element.span)
      }
      return nil
    }
  }

  /// The hint for a missing subscription whose name the tree doesn't know.
  func hint(for element: SpecSubscription) -> SpecFault? {
    guard case .named(let name) = element.message else { return nil }
    return messages.unknown(element.kind, name)
  }

  /// Refuses an absent service that no session provides: the line would always hold.
  private func checkServices(_ patterns: [NamePattern], _ line: SpecLine, _ span: Span) {
    let known = snapshot.knownServices
    for pattern in patterns {
      if known.contains(where: pattern.fits) { continue }
      note(
        """
        no session of this tree provides \
        '\(pattern.text)'\(SpecFault.addition(pattern.text, known))
        """, line: line.number,
        span: span)
    }
  }

  private func checkDomain(_ domain: String, of element: SpecSubscription, _ line: SpecLine) {
    let kind = element.kind
    let known = messages.domains(kind) + messages.all(kind).map(\.message.domain)
    if known.contains(domain) { return }
    let near: SafeText =
      known.nearest(to: domain).map { "; \(SpecFault.meant("\($0).*"))" } ?? ""
    note(
      "this tree knows no \(kind.rawValue) of '\(domain)'\(near)", line: line.number,
      span: element.span)
  }
}

extension MessageNames {
  /// Finds the message that a line names; nil if the tree doesn't know it.
  ///
  /// - Throws: `MessageReferenceError` if a name without a domain matches no message or several.
  func find(
    _ kind: Message.Kind, _ name: SpecMessageName
  ) throws(MessageReferenceError) -> ResolvedMessage? {
    if let domain = name.domain, let code = name.code {
      return find(kind, domain: domain, name: code)
    }
    do {
      return try resolve(MessageReference(kind: kind, name: name.bare ?? ""))
    } catch {
      guard error.isUnknown else { throw error }
      return nil
    }
  }

  /// The fault for a message that the tree doesn't know.
  func unknown(_ kind: Message.Kind, _ name: SpecMessageName) -> SpecFault {
    let text = name.pattern.text
    let reference = MessageReference(kind: kind, name: name.pattern.literal ?? text)
    if knows(kind, domain: reference.name) {
      return SpecFault(
        .misspelledMessage, "'\(text)' is a domain; write '\(text).*' for all of it")
    }
    // A code with a dot may form the same name as a code of another domain.
    if knows(kind, name: reference.name) {
      return SpecFault(
        .misspelledMessage,
        """
        this tree knows no \(kind.rawValue) '\(text)', but one whose code has a dot: write '\\.' \
        for it
        """)
    }
    let near = suggestion(for: reference).map { SpecFault.meant($0) }
    let hint = near ?? "it knows \(SpecFault.some(names(kind)))"
    var fault: SpecFault = "this tree knows no \(kind.rawValue) '\(text)'; \(hint)"
    // A name that wasn't compared with others may be misspelled, too.
    if near != nil || !hasCompared { fault.kind = .misspelledMessage }
    return fault
  }
}
