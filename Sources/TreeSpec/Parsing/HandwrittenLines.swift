/// The lines of a spec that a person wrote, apart from the tree. They are found in the bytes, even
/// if the spec can't be parsed.
package struct HandwrittenLines {
  /// A group of lines, in the order of a sentence about them.
  package enum Kind: CaseIterable, Sendable {
    case comment, limit, exclusion, route, service, rule, moment
  }

  private var lines: [Kind: [String]] = [:]

  /// - Parameter bytes: the text of the spec.
  package init(_ bytes: some Sequence<UInt8>) {
    for line in Array(bytes).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let (statement, comment) = LineScanner.parts(of: Array(line))
      if let comment { lines[.comment, default: []].append(comment) }
      // After spaces, these words would be names of models.
      guard line.first != UInt8(ascii: " "),
        let word = statement.split(separator: " ").first,
        let kind = Directive(rawValue: String(word))?.handwrittenKind
      else { continue }
      lines[kind, default: []].append(statement)
    }
  }

  /// The number of lines of each kind that another spec lacks.
  package func lost(in other: HandwrittenLines) -> [(kind: Kind, count: Int)] {
    Kind.allCases.compactMap { kind in
      var left = other.lines[kind, default: []]
      let lost = lines[kind, default: []].count { line in
        guard let place = left.firstIndex(of: line) else { return true }
        left.remove(at: place)
        return false
      }
      return lost == 0 ? nil : (kind, lost)
    }
  }
}

extension Directive {
  fileprivate var handwrittenKind: HandwrittenLines.Kind? {
    switch self {
    case .treeSpec, .default: nil
    case .include, .let, .rule: .rule
    case .not: .exclusion
    case .limit, .name, .messages: .limit
    case .error, .bubble, .event: .route
    case .service: .service
    case .always, .never, .no: .moment
    }
  }
}

extension Spec {
  /// The number of a comment's last lines to show.
  private static let shownComment = 5

  /// The comment directly above a line, without indentation.
  func comment(aboveLine number: Int) -> [String] {
    var lines: [String] = []
    for text in text[..<(number - 1)].reversed() {
      let parts = LineScanner.parts(of: Array(text.utf8))
      guard parts.statement.isEmpty, let comment = parts.comment, lines.count < Self.shownComment
      else { break }
      lines.append(comment)
    }
    return lines.reversed()
  }

  /// A line without its indentation and its comment.
  func statement(ofLine number: Int) -> String {
    LineScanner.parts(of: Array(text[number - 1].utf8)).statement
  }
}

extension LineScanner {
  /// A line without surrounding spaces, and its comment.
  fileprivate static func parts(of bytes: [UInt8]) -> (statement: String, comment: String?) {
    var isQuoted = false
    let start = bytes.indices.first { place in
      if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      return bytes[place] == UInt8(ascii: "#") && !isQuoted
        && LineScanner(bytes, from: place).isAtComment
    }
    func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
      let words = bytes.drop { $0 == UInt8(ascii: " ") }
      let end = words.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? words.startIndex
      return String(decoding: words[..<end], as: UTF8.self)
    }
    return (trimmed(bytes[..<(start ?? bytes.endIndex)]), start.map { trimmed(bytes[$0...]) })
  }
}
