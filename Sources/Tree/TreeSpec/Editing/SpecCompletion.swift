package import TextIO
import TreeAnalysis
package import TreeSnapshot

/// What may be written at a place of a spec's line.
package struct SpecCompletion {
  /// The kind of a text.
  package enum Kind: Hashable, Sendable {
    case type, message, service, attribute, value, keyword, name
  }

  /// A text that may be written.
  package struct Item: Hashable, Sendable {
    package var text: String
    package var kind: Kind
    /// What it stands for, if anything.
    package var detail: SafeText?
  }

  /// The part of the line that an item replaces, in bytes.
  package private(set) var replaced: Range<Int>
  /// The texts, the most likely first.
  package private(set) var items: [Item] = []

  /// Finds what may be written. The line doesn't have to be complete, nor any other.
  ///
  /// - Parameters:
  ///   - text: the spec.
  ///   - number: the line, from 0.
  ///   - byte: the place in the line.
  ///   - snapshot: the tree whose names are suggested; nil for none.
  package init(
    _ text: some Sequence<UInt8>, line number: Int, byte: Int, snapshot: Snapshot?
  ) {
    let lines = TextLines(text)
    let line = number < lines.count && number >= 0 ? Array(lines[number].utf8) : []
    let place = SpecPlaceInLine(Array(line.prefix(byte)))
    replaced = place.start..<min(byte, line.count)
    if LineScanner.parts(of: Array(line.prefix(byte))).comment != nil { return }
    let names = SpecNames(snapshot, lines)
    items =
      place.isInBrackets
      ? names.attributes(place) : names.statement(place, lines, number)
  }
}

/// The names that may be written into a spec.
private struct SpecNames {
  typealias Item = SpecCompletion.Item

  private let snapshot: Snapshot?
  /// The names that lines give to models, each with its `$`.
  private let names: [String]

  init(_ snapshot: Snapshot?, _ lines: TextLines) {
    self.snapshot = snapshot
    var names: [String] = []
    for line in lines {
      let words = line.split { " ,={[?".contains($0) }
      for (before, word) in zip(words, words.dropFirst())
      where word.hasPrefix("$") && (before == "as" || before == "let") {
        names.append(String(word))
      }
    }
    self.names = names
  }

  // MARK: Lines

  /// What may follow the words of a line.
  func statement(_ place: SpecPlaceInLine, _ lines: TextLines, _ number: Int) -> [Item] {
    var words = place.words
    let isAlways = words.first == Directive.always.rawValue && place.indent == 0
    if isAlways { words.removeFirst() }
    guard let first = words.first else {
      if isAlways { return keywords(Directive.alwaysWords) }
      return place.indent > 0
        ? types(below: parent(of: number, place.indent, lines))
        : keywords(Directive.words) + types(below: nil)
    }
    let rest = Array(words.dropFirst())
    guard place.indent == 0, let directive = Directive(rawValue: first) else {
      return rest.isEmpty ? keywords(["as"]) : []
    }
    switch directive {
    case .treeSpec: return rest.isEmpty ? keywords(["1"]) : []
    case .error: return route(.error, rest)
    case .bubble: return route(.bubble, rest)
    case .event: return route(.event, rest)
    case .service: return service(rest)
    case .not: return selectors + keywords(rest.isEmpty ? [] : ["except"])
    case .limit:
      return rest.isEmpty || rest.last == ","
        ? keywords(SpecLimit.Measure.allCases.map(\.rawValue)) : []
    case .name:
      return rest.isEmpty ? [snapshot?.name].compactMap { $0 }.map { value($0) } : []
    case .messages: return subscriptions(rest, mayBeOnly: true)
    case .let: return rest.contains("=") ? selectors : []
    case .never:
      return rest.isEmpty
        ? keywords(Message.Kind.allCases.map(\.outcomes.lost) + ["work"]) : never(rest)
    case .no: return keywords(["work", "within", "at"].filter { !rest.contains($0) })
    case .rule: return keywords(["severity", "reason"].filter { !rest.contains($0) })
    case .default:
      switch rest.first {
      case nil: return keywords(["children:", "attributes:"])
      case "children:": return keywords(ChildMode.words)
      default: return keywords(["named", "exact", "except"])
      }
    case .include, .always: return []
    }
  }

  /// `NetworkErrors.101 from ** => AppAuthorizedSession`
  private func route(_ kind: Message.Kind, _ words: [String]) -> [Item] {
    if words.contains("=>") {
      let (taken, lost) = kind.outcomes
      switch words.last {
      case "=>": return keywords([taken, lost]) + selectors
      case ",", "via": return selectors
      default: return keywords(["except", kind == .event ? "only" : "via", "within"])
      }
    }
    if let from = words.lastIndex(of: "from") {
      return from == words.count - 1
        ? [Item(text: "**", kind: .value, detail: "every model")] + selectors
        : keywords(["=>", "except"])
    }
    return words.isEmpty || words.last == "," || words.last == "except"
      ? messages(kind) : keywords(["from", "=>", "except"])
  }

  private func service(_ words: [String]) -> [Item] {
    if words.contains("=>") { return keywords(["provided", "missing"]) + selectors }
    if words.last == "from" { return [Item(text: "**", kind: .value)] + selectors }
    if words.isEmpty { return services }
    return keywords(words.contains("from") ? ["=>", "except"] : ["from"])
  }

  private func never(_ words: [String]) -> [Item] {
    if words.first == "work" { return words.last == "work" ? keywords(["at"]) : selectors }
    let kind = Message.Kind.allCases.first { $0.outcomes.lost == words[0] }
    return (kind.map { messages($0) } ?? []) + keywords(["except"])
  }

  // MARK: Brackets

  /// What may be written in brackets: an attribute of a line of the tree, or a selector's test.
  func attributes(_ place: SpecPlaceInLine) -> [Item] {
    let isTest =
      place.indent == 0 && place.words.first.map { Directive(rawValue: $0) } != .some(nil)
    guard let first = place.inner.first else {
      return isTest
        ? items(
          ["session", "leaf", "work", "label=", "handles=", "service=", "state=", "source="],
          .attribute)
        : items(
          AttributeKind.words.map {
            ["label", "representation", "source"].contains($0) ? $0 + "=" : $0
          },
          .attribute)
    }
    let rest = Array(place.inner.dropFirst())
    switch first {
    case "handles=": return Message.Kind.allCases.flatMap { messages($0) }
    case "service=", "services": return services
    case "label=": return values { $0.label }
    case "representation=": return values { $0.representation }
    case "source=": return values { $0.source }
    case "state", "state=":
      return items(Set(nodes.flatMap { $0.state.map(\.key) }).sorted(), .value)
    case "handles", "raises": return subscriptions(rest, mayBeOnly: first == "handles")
    case "children": return keywords(ChildMode.words)
    case "attributes": return keywords(["named", "exact", "except"])
    default: return []
    }
  }

  /// `only error NetworkErrors.101, event AppEvent.*`
  private func subscriptions(_ words: [String], mayBeOnly: Bool) -> [Item] {
    let kind = words.last { Message.Kind(rawValue: $0) != nil }.flatMap(Message.Kind.init)
    let kinds = keywords(Message.Kind.allCases.map(\.rawValue))
    switch words.last {
    case nil: return kinds + keywords(mayBeOnly ? ["only", "ordered"] : ["ordered"])
    case "only", "ordered": return kinds
    case ",": return (kind.map { messages($0) } ?? []) + kinds
    case let word? where Message.Kind(rawValue: word) != nil: return kind.map { messages($0) } ?? []
    default: return []
    }
  }

  // MARK: The tree's names

  private var nodes: [Snapshot.Node] {
    snapshot.map { tree in tree.positions.map { tree[$0] } } ?? []
  }

  private func items(_ texts: some Sequence<String>, _ kind: SpecCompletion.Kind) -> [Item] {
    texts.map { Item(text: $0, kind: kind) }
  }

  private func keywords(_ words: [String]) -> [Item] { items(words, .keyword) }

  private func value(_ text: String) -> Item { Item(text: SpecText.value(text), kind: .value) }

  private func values(_ text: (Snapshot.Node) -> String?) -> [Item] {
    Set(nodes.compactMap(text)).sorted().map { value($0) }
  }

  private var services: [Item] {
    items((snapshot?.knownServices ?? []).map { SpecText.value($0) }, .service)
  }

  private var selectors: [Item] { items(names, .name) + types(below: nil) }

  /// The types of models, those of children of a type first.
  private func types(below parent: String?) -> [Item] {
    var counts: [String: Int] = [:]
    var children: Set<String> = []
    for node in nodes {
      counts[node.type, default: 0] += 1
      if let parent, node.parent?.type == parent { children.insert(node.type) }
    }
    return counts.sorted {
      (children.contains($0.key) ? 0 : 1, $0.key) < (children.contains($1.key) ? 0 : 1, $1.key)
    }.map { type, count in
      Item(text: SpecText.name(type), kind: .type, detail: counted(count, "model"))
    }
  }

  private func messages(_ kind: Message.Kind) -> [Item] {
    guard let snapshot else { return [] }
    let names = MessageNames(snapshot)
    let texts = MessageTexts(snapshot.columns, names)
    let symbols = snapshot.columns.symbols
    let codes = names.all(kind).compactMap { declared -> Item? in
      guard let domain = symbols.find(declared.message.domain),
        let code = symbols.find(declared.message.code)
      else { return nil }
      let text = texts.name(MessageKey(kind: kind, domain: domain, code: code))
      return Item(text: text, kind: .message, detail: "\(declared.message)")
    }
    return codes
      + items(names.domains(kind).map { "\(SpecText.escaped($0)).*" }, .message)
  }

  /// The name in the nearest line above that is indented less.
  private func parent(of number: Int, _ indent: Int, _ lines: TextLines) -> String? {
    for line in lines.prefix(number).reversed() {
      let spaces = line.prefix { $0 == " " }.count
      if spaces == line.count || spaces >= indent { continue }
      return line.dropFirst(spaces).split { " [{".contains($0) }.first.map(String.init)
    }
    return nil
  }
}

/// The words of a line up to a place.
struct SpecPlaceInLine {
  /// Where the word at the place begins, in bytes.
  private(set) var start = 0
  /// The number of spaces that the line begins with.
  let indent: Int
  /// The words before it, without brackets and what is in them.
  private(set) var words: [String] = []
  /// The words before it in the open brackets.
  private(set) var inner: [String] = []
  private(set) var isInBrackets = false

  init(_ bytes: [UInt8]) {
    indent = bytes.prefix { $0 == UInt8(ascii: " ") }.count
    var isQuoted = false
    var word: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted {
        word.append(byte)
        continue
      }
      guard " ,[]=!/".utf8.contains(byte) else {
        word.append(byte)
        continue
      }
      // `=>` is a word; a slash divides selectors, of which the last part is completed.
      let isArrow = byte == UInt8(ascii: "=") && !isInBrackets
      if isArrow {
        word.append(byte)
        continue
      }
      note(word, until: byte)
      word = []
      start = place + 1
      if byte == UInt8(ascii: "[") { (isInBrackets, inner) = (true, []) }
      if byte == UInt8(ascii: "]") { isInBrackets = false }
    }
  }

  private mutating func note(_ word: [UInt8], until end: UInt8) {
    let isList = end == UInt8(ascii: ",")
    let mark = end == UInt8(ascii: "=") ? "=" : ""
    var all = word.isEmpty && mark.isEmpty ? [] : [String(decoding: word, as: UTF8.self) + mark]
    if isList { all.append(",") }
    // The parts of a selector are one word.
    if end == UInt8(ascii: "/") { all = [] }
    if isInBrackets { inner += all } else { words += all }
  }
}
