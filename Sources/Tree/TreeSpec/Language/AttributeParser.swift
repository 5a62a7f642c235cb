import TextIO
import TreeAnalysis
import TreeSnapshot

// What follows a model's name.
extension TreeLine.Count {
  /// Reads `{2}`, `{1..3}`, `{1..}` or `?`.
  init(_ word: Word) throws(LineProblem) {
    if word.text == "?" {
      self.init(least: 0, most: 1)
      return
    }
    let parts = word.text.dropFirst().dropLast()
      .split(separator: "..", omittingEmptySubsequences: false)
    let (least, most) = (Int(parts[0]) ?? -1, parts.last.flatMap { Int($0) })
    let isOpen = parts.count == 2 && parts[1].isEmpty
    guard word.text.last == "}", parts.count < 3, least >= 0, isOpen || most ?? -1 >= least else {
      throw LineProblem(
        word.span,
        "'\(word.text)' isn't a count; write {2}, {1..3} or {1..}, the smaller number first")
    }
    self.init(least: least, most: most)
  }
}

extension Attribute {
  /// Reads an attribute in brackets.
  init(_ word: Word) throws(LineProblem) {
    let inner = word.scalars.dropFirst().dropLast()
    let isNegated = inner.first == "!"
    let parser = try LineParser(isNegated ? inner.dropFirst() : inner)
    let (name, value) = try parser.take("an attribute").parts()
    kind = try name.choice("attribute")
    self.word = word
    if isNegated { strictness = .absent }
    if (kind.sign == "=") != (value != nil), !(kind.sign == "=" && isNegated) {
      throw LineProblem(name.span, "\(kind.usage) is expected here")
    }
    if let value {
      elements = [Element(name: try NamePattern(value))]
    } else if kind.sign == " ", !isNegated || parser.next != nil {
      if !isNegated, parser.takes("only") { strictness = .only }
      elements = try parser.elements(of: kind)
    } else if kind != .ordered, !isNegated {
      elements = [Element()]
    }
    if parser.next != nil { throw parser.problem("']' (a value with spaces needs quotes)") }
  }
}

extension AttributeKind {
  /// How it is written, with its elements and for none.
  fileprivate var usage: SafeText {
    let message: SafeText = self == .handles || self == .raises ? "error Domain.code, " : ""
    let elements: SafeText = sign.isEmpty ? "" : "\(sign)\(message)…"
    return "'[\(rawValue)\(elements)]', or '[!\(rawValue)]' for none,"
  }
}

extension LineParser {
  /// Takes the elements of a list.
  fileprivate func elements(
    of attribute: AttributeKind
  ) throws(LineProblem) -> [Attribute.Element] {
    let kinds = Message.Kind.allCases
    var kind: Message.Kind?
    return try list { () throws(LineProblem) in
      switch attribute {
      case .services: return Attribute.Element(name: try NamePattern(take(attribute.usage)))
      case .state:
        let (key, value) = try take(attribute.usage).parts()
        guard let name = try NamePattern(key).literal else {
          throw LineProblem(key.span, "a key of state is a name, without '*' and '?'")
        }
        guard let value else { return Attribute.Element(key: name) }
        return Attribute.Element(key: name, name: try NamePattern(value))
      default:
        // A kind holds up to the next.
        kind = kinds.first { takes($0.rawValue) } ?? kind
        guard let kind else { throw problem(attribute.usage, near: kinds.map(\.rawValue)) }
        let name = try message(attribute.usage)
        if name.literal != nil || attribute == .handles && name.wholeDomain != nil {
          return Attribute.Element(kind: kind, name: name)
        }
        throw LineProblem(
          name.span,
          "a message is named in full here; 'Domain.*' is a subscription to a whole domain")
      }
    }
  }
}
