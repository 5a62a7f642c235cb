import TextIO
import TreeAnalysis
import TreeSnapshot

extension MessageNames {
  /// Finds the message that a line names; nil where the tree does not know it.
  ///
  /// - Throws: `MessageReferenceError` where a name without a domain leads to none or to several.
  func find(
    _ kind: Message.Kind, _ name: MessageName
  ) throws(MessageReferenceError) -> ResolvedMessage? {
    if let domain = name.domain, let code = name.code {
      return find(kind, domain: domain, name: code)
    }
    do {
      return try resolve(MessageReference(kind: kind, name: name.bare ?? ""))
    } catch {
      guard error.isUnknown else { throw error }
      return nil
    }
  }

  /// What is wrong with a message that the tree does not know.
  func unknown(_ kind: Message.Kind, _ name: MessageName) -> SpecFault {
    let text = name.pattern.text
    let reference = MessageReference(kind: kind, name: name.pattern.literal ?? text)
    if knows(kind, domain: reference.name) {
      return "'\(text)' is a domain; write '\(text).*' for all of it"
    }
    // A code with a dot has the same name as another domain's code.
    if knows(kind, name: reference.name) {
      return """
        this tree knows no \(kind.rawValue) '\(text)', but one whose code has a dot: write '\\.' \
        for it
        """
    }
    let hint: SafeText =
      suggestion(for: reference).map { "did you mean '\($0)'?" }
      ?? "it knows \(SpecFault.some(names(kind)))"
    return "this tree knows no \(kind.rawValue) '\(text)'; \(hint)"
  }
}
