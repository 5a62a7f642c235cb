import TextIO
public import TreeSnapshot

/// A glob over the paths of a tree, such as `MainFlow/*Flow`, `/App/**/Exam*Model` or `#12`.
///
/// - A segment is a type's name with `*` and `?`; `**` stands for any number of levels.
/// - A leading `/` binds the selector to the root; without it it matches anywhere.
/// - Tests stand in brackets behind a segment: `[session]`, `[leaf]`, `[label=main]`,
///   `[handles=NetworkErrors.101]`, `[service=APIClient]`, and `[2]` for the second of its name
///   among its siblings.
/// - `#12` is the node with the id 12; `/` alone is the root.
/// - `\` takes the character behind it as it is, and `\u{1b}` is a character by its number.
public struct Selector: Hashable, Sendable {
  /// The selector as it was written.
  public let text: String

  let isAnchored: Bool
  let segments: [Segment]

  /// Reads a selector.
  ///
  /// - Throws: `SelectorSyntaxError` with what is wrong and where.
  public init(_ text: String) throws(SelectorSyntaxError) {
    var parser = SelectorParser(text)
    let (isAnchored, segments) = try parser.parse()
    self.text = text
    self.isAnchored = isAnchored
    self.segments = segments
  }

  init(text: String, isAnchored: Bool, segments: [Segment]) {
    self.text = text
    self.isAnchored = isAnchored
    self.segments = segments
  }

  /// The positions of the nodes that match, in document order.
  ///
  /// Costs a pass over the tree; each node is compared from its own name upwards and mostly fails
  /// at the first.
  public func matches(in snapshot: Snapshot) -> [Int] {
    SelectorMatcher(self, in: snapshot).matches()
  }

  /// The one node that matches.
  ///
  /// - Throws: `SelectionError` where none or several do.
  public func node(in snapshot: Snapshot) throws(SelectionError) -> Int {
    let matches = matches(in: snapshot)
    guard let first = matches.first else {
      throw .nothingMatches(selector: text, suggestion: suggestion(in: snapshot))
    }
    if matches.count > 1 {
      let paths = NodePaths(snapshot)
      throw .ambiguous(
        selector: text, count: matches.count,
        candidates: matches.prefix(SelectionError.shown).map {
          "\(paths.shortPath(of: $0)) (#\(snapshot[$0].id))"
        })
    }
    return first
  }

  /// A type in the tree that the last segment was probably meant to be.
  package func suggestion(in snapshot: Snapshot) -> String? {
    guard case .name(let pattern)? = segments.last?.subject, let typed = pattern.literal else {
      return nil
    }
    if let id = Int(typed), snapshot.position(ofID: id) != nil { return "#\(id)" }
    var types: Set<Symbol> = []
    for fields in snapshot.columns.fixed { types.insert(fields.type) }
    let names = types.map { snapshot.columns.symbols.string($0) }.sorted()
    if names.contains(typed) { return nil }
    let part = typed.lowercased()
    let near = nearest(to: typed, among: names) ?? names.first { $0.lowercased().contains(part) }
    return near.map(NodePaths.selectorName)
  }
}

extension Selector {
  /// One level of the path.
  struct Segment: Hashable, Sendable {
    var subject: Subject
    var tests: [Test] = []
  }

  /// What a segment names.
  enum Subject: Hashable, Sendable {
    /// `**`
    case anyLevels
    /// `/` alone.
    case root
    case id(Int)
    case name(Glob)
  }

  /// What stands in brackets.
  enum Test: Hashable, Sendable {
    case session
    case leaf
    case place(Int)
    case label(Glob)
    case representation(Glob)
    case service(Glob)
    case handles(kind: Message.Kind?, Glob)
  }
}

/// Why a selector could not be read.
public struct SelectorSyntaxError: Error, Hashable, Sendable {
  /// The whole selector.
  public var selector: String
  /// What is wrong and what to do.
  public var problem: String
}

extension SelectorSyntaxError: CustomStringConvertible {
  /// One clause that a person can act on.
  public var description: String { SafeText.escape("selector '\(selector)': \(problem)") }
}

/// Why a selector did not lead to one node.
public enum SelectionError: Error, Hashable, Sendable {
  case nothingMatches(selector: String, suggestion: String?)
  case ambiguous(selector: String, count: Int, candidates: [String])

  /// How many candidates an error lists.
  static let shown = 5
}

extension SelectionError: CustomStringConvertible {
  /// One clause that a person can act on.
  public var description: String {
    switch self {
    case .nothingMatches(let selector, let suggestion):
      SafeText.escape(
        "no node matches '\(selector)'; "
          + (suggestion.map { "did you mean '\($0)'?" } ?? "'find' with '**' lists the nodes"))
    case .ambiguous(let selector, let count, let candidates):
      SafeText.escape("'\(selector)' matches \(count) nodes: ")
        // Paths come escaped.
        + candidates.joined(separator: ", ")
        + (count > candidates.count ? " and \(count - candidates.count) more" : "")
        + "; name one of them"
    }
  }
}

extension Selector {
  /// Whether a segment names a node by its id.
  package var namesIDs: Bool {
    segments.contains { if case .id = $0.subject { true } else { false } }
  }
}

extension Selector {
  /// A service or a message that a test asks for, and that no model of a tree provides or listens
  /// for.
  package func unknownName(in snapshot: Snapshot) -> (test: String, name: String)? {
    for test in segments.flatMap(\.tests) {
      switch test {
      case .service(let glob):
        if !snapshot.knownServices.contains(where: { glob.matches($0) }) {
          return ("service", glob.text)
        }
      case .handles(let kind, let glob):
        let kinds = kind.map { [$0] } ?? Message.Kind.allCases
        let isKnown = snapshot.coverage().contains { coverage in
          let message = coverage.message
          let names = [message.code, message.label].compactMap { $0 }
          return kinds.contains(message.kind)
            && ([message.domain] + names + names.map { "\(message.domain).\($0)" })
              .contains { glob.matches($0) }
        }
        if !isKnown { return ("handles", glob.text) }
      case .session, .leaf, .place, .label, .representation: break
      }
    }
    return nil
  }
}

extension Glob {
  /// The pattern as it could be written.
  fileprivate var text: String {
    var bytes: [UInt8] = []
    for element in elements {
      switch element {
      case .byte(let byte): bytes.append(byte)
      case .anyLetter: bytes.append(UInt8(ascii: "?"))
      case .anyLetters: bytes.append(UInt8(ascii: "*"))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
