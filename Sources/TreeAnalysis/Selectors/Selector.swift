import TextIO
package import TreeSnapshot

/// A glob over the paths of a tree, such as `MainFlow/*Flow`, `/App/**/Exam*Model` or `#12`.
///
/// - A segment is a type's name with `*` and `?`; `**` matches any number of levels.
/// - A leading `/` binds the selector to the root; without it it matches anywhere.
/// - Tests are in brackets behind a segment: `[session]`, `[leaf]`, `[label=main]`,
///   `[handles=NetworkErrors.101]`, `[service=APIClient]`, and `[2]` for the second of its name
///   among its siblings.
/// - `#12` is the node with the id 12; `/` alone is the root.
/// - `\` takes the character behind it as it is, and `\u{1b}` is a character by its number.
package struct Selector: Hashable, Sendable {
  /// The selector as it was written.
  package let text: String

  let isAnchored: Bool
  let segments: [Segment]

  /// Reads a selector.
  ///
  /// - Throws: `SelectorSyntaxError` with what is wrong and where.
  package init(_ text: String) throws(SelectorSyntaxError) {
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
  package func matches(in snapshot: Snapshot) -> [Int] {
    SelectorMatcher(self, in: snapshot).matches()
  }

  /// The one node that matches.
  ///
  /// - Throws: `SelectionError` where none or several do.
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
          "\(paths.shortPath(of: $0)) (#\(snapshot[$0].id))"
        })
    }
    return first
  }

  /// The type in the tree whose name is nearest to the last segment.
  package func suggestion(in snapshot: Snapshot) -> String? {
    guard case .name(let pattern)? = segments.last?.subject, let typed = pattern.literal else {
      return nil
    }
    if let id = Int(typed), snapshot.position(ofID: id) != nil { return "#\(id)" }
    var types: Set<Symbol> = []
    for fields in snapshot.columns.nodes.fixed { types.insert(fields.type) }
    let names = types.map { snapshot.columns.symbols.string($0) }.sorted()
    if names.contains(typed) { return nil }
    let part = typed.lowercased()
    let near = names.nearest(to: typed) ?? names.first { $0.lowercased().contains(part) }
    return near.map { NodePaths.selectorName($0).string }
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

  /// A test in brackets.
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

extension Selector {
  /// Whether a segment names a node by its id.
  package var namesIDs: Bool {
    segments.contains { if case .id = $0.subject { true } else { false } }
  }
}

extension Selector {
  /// A service or a message that a test asks for, and that no model of a tree provides or is
  /// registered for.
  package func unknownName(in snapshot: Snapshot) -> (test: String, name: String)? {
    for test in segments.flatMap(\.tests) {
      switch test {
      case .service(let glob):
        if !snapshot.knownServices.contains(where: { glob.matches($0) }) {
          return ("service", glob.text)
        }
      case .handles(let kind, let glob):
        if MessageNames(snapshot).keys(named: glob, kind).isEmpty { return ("handles", glob.text) }
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
      case .byte(let byte), .letter(let byte): bytes.append(byte)
      case .anyCharacter: bytes.append(UInt8(ascii: "?"))
      case .anyCharacters: bytes.append(UInt8(ascii: "*"))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
