import TreeSnapshot

/// An element of an attribute as a spec writes it.
struct SpecElement: Hashable, Sendable {
  /// The kind of a message; nil for an element that is none.
  var kind: Message.Kind?
  var text: String

  /// The element alone: `error NetworkErrors.101`.
  var written: String { kind.map { "\($0.rawValue) \(text)" } ?? text }
}

extension Sequence<SpecElement> {
  /// The elements with commas between them; a kind is written once for those that follow it.
  var written: String {
    var kind: Message.Kind?
    let texts = map { element in
      defer { kind = element.kind }
      return element.kind == kind ? element.text : element.written
    }
    return texts.joined(separator: ", ")
  }
}

extension SpecSubscription {
  /// As it is written.
  var element: SpecElement { SpecElement(kind: kind, text: name) }
}

extension SpecState {
  /// As it is written.
  var element: SpecElement {
    SpecElement(text: SpecText.value(key) + (value.map { "=\($0.text)" } ?? ""))
  }
}

extension NamePattern {
  /// As it is written.
  var element: SpecElement { SpecElement(text: text) }
}
