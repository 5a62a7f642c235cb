import TreeAnalysis
import TreeSnapshot

extension MessageNames {
  /// Finds the message that a line names; nil where the tree does not know it.
  ///
  /// - Throws: `MessageReferenceError` where a name that stands alone leads to none or to several.
  func find(
    _ kind: Message.Kind, _ name: MessageName
  ) throws(MessageReferenceError) -> ResolvedMessage? {
    if let domain = name.domain, let code = name.code {
      return find(kind, domain: domain, name: code)
    }
    do {
      return try resolve(MessageReference(kind: kind, name: name.bare ?? ""))
    } catch .unknownName {
      return nil
    }
  }

  /// What to say of a message that the tree does not know.
  func unknown(_ kind: Message.Kind, _ name: MessageName) -> String {
    let text = name.pattern.text
    let reference = MessageReference(kind: kind, name: name.pattern.literal ?? text)
    if all(kind).contains(where: { $0.message.domain == reference.name })
      || domains(kind).contains(reference.name)
    {
      return "'\(text)' is a domain; write '\(text).*' for all of it"
    }
    // A code that holds a dot has the same name as another domain's code.
    if all(kind).contains(where: { $0.message.name == reference.name }) {
      return "this tree knows no \(kind.rawValue) '\(text)', but one whose code holds a dot: "
        + "write '\\.' for it"
    }
    let known = all(kind).map(\.message.name)
    let others = known.count > 5 ? " and \(known.count - 5) more" : ""
    return "this tree knows no \(kind.rawValue) '\(text)'; "
      + (suggestion(for: reference).map { "did you mean '\($0)'?" }
        ?? (known.isEmpty
          ? "it knows none" : "it knows \(known.prefix(5).joined(separator: ", "))\(others)"))
  }
}
