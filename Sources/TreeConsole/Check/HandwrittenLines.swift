import TextIO

/// What a person writes into a spec beside the lines of the tree. It is found by the text alone, so
/// that it can be told of a spec that cannot be read as well.
struct HandwrittenLines {
  /// What is counted together, in the order in which it is told.
  enum Kind: String, CaseIterable {
    case comment
    case limit
    case exclusion = "'not' line"
    case route
    case service = "service line"
  }

  private var lines: [Kind: [String]] = [:]

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let (statement, comment) = Self.parts(of: line)
      if let comment { lines[.comment, default: []].append(comment) }
      // Behind spaces these words would be names of models.
      guard !statement.hasPrefix(" "), let kind = Self.kind(of: statement) else { continue }
      lines[kind, default: []].append(statement.trimmed)
    }
  }

  /// `2 comments and 1 limit of the old one are gone`; nil where all is there.
  func words(lostIn new: HandwrittenLines) -> String? {
    let counts = Kind.allCases.compactMap { kind -> (kind: Kind, count: Int)? in
      var left = new.lines[kind, default: []]
      let lost = lines[kind, default: []].count { line in
        guard let place = left.firstIndex(of: line) else { return true }
        left.remove(at: place)
        return false
      }
      return lost == 0 ? nil : (kind, lost)
    }
    var words = counts.map { counted($0.count, $0.kind.rawValue) }
    guard let last = words.popLast() else { return nil }
    let list = words.isEmpty ? last : "\(words.joined(separator: ", ")) and \(last)"
    let isOne = counts.count == 1 && counts[0].count == 1
    return "\(list) of the old one \(isOne ? "is" : "are") gone"
  }

  private static func kind(of statement: Substring) -> Kind? {
    switch statement.prefix(while: { $0 != " " }) {
    case "limit": .limit
    case "not": .exclusion
    case "error", "bubble", "event": .route
    case "service": .service
    default: nil
    }
  }

  /// A comment begins with `#` and a space, at the start of a line or behind a space.
  private static func parts(of line: Substring) -> (statement: Substring, comment: String?) {
    var isQuoted = false
    var previous: Character = " "
    for place in line.indices {
      if line[place] == "\"" { isQuoted.toggle() }
      if !isQuoted, previous == " ", line[place] == "#" {
        let rest = line[place...]
        if rest.count == 1 || rest.hasPrefix("# ") { return (line[..<place], rest.trimmed) }
      }
      previous = line[place]
    }
    return (line, nil)
  }
}

extension Substring {
  /// Without the spaces around it.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    let end = start.lastIndex { $0 != " " }
    return end.map { String(start[...$0]) } ?? ""
  }
}
