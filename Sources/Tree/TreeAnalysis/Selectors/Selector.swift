package import TextIO
package import TreeSnapshot

/// A glob over the paths of a tree, such as `MainFlow/*Flow`, `/App/**/Exam*Model` or `#12`.
///
/// - A segment is a type's name with `*` and `?`, with or without its nesting; `**` matches any number
///   of levels.
/// - A leading `/` anchors the selector at the root; without it, it matches anywhere.
/// - Tests follow a segment in brackets: `[session]`, `[leaf]`, `[work]`, `[label=main]`,
///   `[handles=NetworkErrors.101]`, `[service=APIClient]`, `[state=count=3]`,
///   `[source=Main.swift:12]`, and `[2]` for the second of its name among its siblings.
/// - `#12` is the node with the id 12; `/` alone is the root.
/// - `\` makes the next character literal, and `\u{1b}` is a character by its number.
package struct Selector: Hashable, Sendable {
  /// The selector as written.
  package let text: String

  package let isAnchored: Bool
  package let segments: [Segment]
}

extension Selector {
  /// Parses a selector.
  ///
  /// - Throws: `SelectorSyntaxError` with the problem and its place.
  package init(_ text: String) throws(SelectorSyntaxError) {
    var parser = SelectorParser(text)
    let (isAnchored, segments) = try parser.parse()
    self.init(text: text, isAnchored: isAnchored, segments: segments)
  }

  /// The positions of the nodes that match, in document order.
  ///
  /// Costs a pass over the tree.
  package func matches(in snapshot: Snapshot) -> [Int] {
    var matcher = SelectorMatcher(
      self, in: snapshot, places: asksForPlace ? NameClasses(snapshot.columns).places : [],
      names: MessageNames(snapshot))
    return matcher.matches()
  }

  /// The only node that matches.
  ///
  /// - Throws: `SelectionError` if none or several match.
  package func node(in snapshot: Snapshot) throws(SelectionError) -> Int {
    let matches = matches(in: snapshot)
    guard let first = matches.first else {
      throw .nothingMatches(selector: text, suggestion: suggestion(in: snapshot))
    }
    if matches.count > 1 {
      let paths = NodePaths(snapshot)
      throw .ambiguous(
        selector: text, count: matches.count,
        candidates: matches.prefix(SelectionError.shown).map {
          "\(NodePaths.typed(paths.shortPath(of: $0))) (#\(snapshot[$0].id))"
        })
    }
    return first
  }

  /// The type in the tree with the most similar name to the last segment, or the service or message most
  /// similar to one in a test.
  package func suggestion(in snapshot: Snapshot) -> String? {
    suggestedType(in: snapshot)
      ?? unknownName(in: snapshot).flatMap { unknown in
        unknown.test == "service"
          ? snapshot.knownServices.nearest(to: unknown.name)
          : MessageNames(snapshot).suggestion(for: unknown.name, among: Message.Kind.allCases)
      }
  }

  private func suggestedType(in snapshot: Snapshot) -> String? {
    guard case .name(let pattern)? = segments.last?.subject, let typed = pattern.literal else {
      return nil
    }
    if let id = Int(typed), snapshot.position(ofID: id) != nil { return "#\(id)" }
    let names = snapshot.types.sorted()
    if names.contains(typed) { return nil }
    let part = typed.lowercased()
    let near = names.nearest(to: typed) ?? names.first { $0.lowercased().contains(part) }
    return near.map { NodePaths.selectorName($0).string }
  }
}

extension Snapshot {
  /// The types of all models, each once.
  fileprivate var types: [String] {
    Set(positions.map(columns.shownType)).map(columns.symbols.string)
  }
}

extension Selector {
  /// One level of the path.
  package struct Segment: Hashable, Sendable {
    package var subject: Subject
    package var tests: [Test] = []
  }

  /// The subject of a segment.
  package enum Subject: Hashable, Sendable {
    /// `**`
    case anyLevels
    /// `/` alone.
    case root
    case id(Int)
    case name(Glob)
  }

  /// A test in brackets.
  package enum Test: Hashable, Sendable {
    case session
    case leaf
    /// It waits for work.
    case work
    case place(Int)
    case value(Attribute, Glob)
    case handles(kind: Message.Kind?, Glob)
  }

  /// What a test in brackets may compare.
  package enum Attribute: String, Hashable, Sendable {
    case label, representation, service
    /// A value, a key, or `key=value`.
    case state
    /// The `file:line`, or the file, that created it or registered it for something.
    case source
  }
}

extension Selector {
  /// Whether a segment is an id.
  package var namesIDs: Bool {
    segments.contains { if case .id = $0.subject { true } else { false } }
  }

  /// Whether it is only `**`, which matches every node.
  package var isEverything: Bool { segments == [Segment(subject: .anyLevels)] }

  /// Whether it is a single name without tests.
  package var isNameAlone: Bool {
    guard case .name? = segments.first?.subject else { return false }
    return !isAnchored && segments.count == 1 && !hasTests
  }

  /// Whether it has tests in brackets.
  package var hasTests: Bool { !tests.isEmpty }

  var asksForPlace: Bool { tests.contains { if case .place = $0 { true } else { false } } }

  var tests: [Test] { segments.flatMap(\.tests) }

  /// Whether the last segment matches a model that left its tree, by id or type. The segments above
  /// it and the tests are ignored.
  package func lastSegmentFits(id: Int, type: String) -> Bool {
    switch segments.last?.subject {
    case .id(let wanted): id == wanted
    case .name(let glob): glob.matchesType(type)
    case .anyLevels, .root, nil: false
    }
  }

  /// A service or a message in a test that no model of a tree provides or is registered for.
  package func unknownName(in snapshot: Snapshot) -> (test: String, name: String)? {
    for test in tests {
      switch test {
      case .value(.service, let glob):
        if !snapshot.knownServices.contains(where: { glob.matches($0) }) {
          return ("service", glob.text)
        }
      case .handles(let kind, let glob):
        if MessageNames(snapshot).keys(named: glob, kind).isEmpty { return ("handles", glob.text) }
      case .session, .leaf, .work, .place, .value: break
      }
    }
    return nil
  }
}

/// Why a selector doesn't match exactly one node.
package enum SelectionError: Error, Hashable, Sendable {
  case nothingMatches(selector: String, suggestion: String?)
  case ambiguous(selector: String, count: Int, candidates: [String])

  /// The number of candidates to list.
  static let shown = 5
}

extension SelectionError: CustomStringConvertible {
  /// What may have been meant.
  package var suggestion: String? {
    if case .nothingMatches(_, let suggestion) = self { suggestion } else { nil }
  }

  package var description: String { words.string }

  /// One clause with the problem and its remedy.
  package var words: SafeText {
    switch self {
    case .nothingMatches(let selector, let suggestion):
      "no model matches '\(selector)'; "
        + (suggestion.map { "did you mean '\($0)'?" } ?? "'find' with '**' lists the models")
    case .ambiguous(let selector, let count, let candidates):
      "'\(selector)' matches \(count) models: \(candidates.joined(separator: ", "))"
        + (count > candidates.count
          ? " and \(count - candidates.count) more, which 'find' lists" : "")
        + "; name one of them"
    }
  }
}
