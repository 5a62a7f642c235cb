import TextIO
import TreeAnalysis
import TreeSnapshot

// What follows a model's name.
extension TreeLine.Count {
  /// Reads `{2}`, `{1..3}`, `{1..}` or `?`.
  init(_ word: Word) throws(LineProblem) {
    func number(_ digits: some StringProtocol) -> Int? {
      digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
    }
    if word.text == "?" {
      self.init(least: 0, most: 1)
      return
    }
    let parts = word.text.dropFirst().dropLast()
      .split(separator: "..", omittingEmptySubsequences: false)
    if word.text.last == "}", let least = number(parts[0]), parts.count < 3 {
      let most = parts.last.flatMap(number)
      self.init(least: least, most: most)
      if most.map({ $0 >= least }) ?? (parts.last?.isEmpty == true) { return }
    }
    throw LineProblem(
      word.span,
      "'\(word.text)' isn't a count; write {2}, {1..3} or {1..}, the smaller number first")
  }
}

extension Attribute {
  /// Reads an attribute in brackets.
  init(_ word: Word) throws(LineProblem) {
    let inner = word.scalars.dropFirst().dropLast()
    let isNegated = inner.first == "!"
    var parser = try LineParser(isNegated ? inner.dropFirst() : inner)
    let (name, value) = try parser.take("an attribute").parts()
    let kind: AttributeKind = try name.choice("attribute")
    self.init(
      kind: kind, strictness: isNegated ? .absent : .some, span: word.span, text: word.text)
    if (kind.sign == "=") != (value != nil), !(kind.sign == "=" && isNegated) {
      throw LineProblem(name.span, "\(kind.usage) is expected here")
    }
    if let value {
      elements = [.name(try NamePattern(value.filled()))]
    } else if kind.sign == " ", !isNegated || parser.next != nil {
      if !isNegated, parser.takes("only") { strictness = .only }
      elements = try parser.elements(of: kind)
    } else if kind != .ordered, !isNegated {
      elements = [.any]
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
  /// The elements of a list.
  fileprivate mutating func elements(
    of attribute: AttributeKind
  ) throws(LineProblem) -> [Attribute.Element] {
    var kind: Message.Kind?
    let expected = attribute.usage
    return try list { parser throws(LineProblem) in
      if attribute == .services { return .name(try NamePattern(parser.take(expected))) }
      if attribute == .state {
        let (key, value) = try parser.take(expected).parts()
        guard let name = try NamePattern(key.filled()).literal else {
          throw LineProblem(key.span, "a key of state is a name, without '*' and '?'")
        }
        return .state(
          key: name,
          value: try value.map { value throws(LineProblem) in try NamePattern(value.filled()) })
      }
      // A kind holds up to the next.
      kind = Message.Kind.allCases.first { parser.takes($0.rawValue) } ?? kind
      guard let kind else {
        throw parser.problem(expected, near: Message.Kind.allCases.map(\.rawValue))
      }
      let name = try MessagePattern(parser.take(expected))
      if name.code != nil || attribute == .handles && name.wholeDomain != nil {
        return .message(kind, name)
      }
      throw LineProblem(
        name.span, "a message is named in full here; 'Domain.*' is a subscription to a whole domain"
      )
    }
  }
}
