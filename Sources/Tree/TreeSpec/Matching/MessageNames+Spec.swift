import TextIO
import TreeAnalysis
import TreeSnapshot

extension MessageNames {
  /// Finds a message or a whole domain that an attribute lists.
  func key(
    _ kind: Message.Kind, _ name: MessagePattern, _ symbols: SymbolTable
  ) throws(LineProblem) -> MessageKey? {
    if let domain = name.wholeDomain {
      if knows(kind, domain: domain), let symbol = symbols.find(domain) {
        return MessageKey(kind: kind, domain: symbol, code: .none)
      }
      throw LineProblem(name.span, "this tree knows no \(kind.rawValue) of '\(domain)'")
    }
    let message = try find(kind, name)
    guard let domain = symbols.find(message.domain), let code = symbols.find(message.code) else {
      return nil
    }
    return MessageKey(kind: kind, domain: domain, code: code)
  }

  /// Finds the message that a line names in full, by its code or label.
  private func find(_ kind: Message.Kind, _ name: MessagePattern) throws(LineProblem) -> Message {
    let text = name.pattern.text
    guard let reference = name.reference(kind) else {
      throw LineProblem(name.span, "'\(text)' is a pattern")
    }
    do throws(MessageReferenceError) {
      let found = try resolve(reference)
      if found.isKnown { return found.message }
    } catch {
      if !error.isUnknown { throw LineProblem(name.span, error.words) }
    }
    throw name.unknown(
      "this tree knows no \(kind.rawValue) '\(text)'", near: suggestion(for: reference),
      names(kind))
  }

  /// Finds the messages that a line names, in full or by a pattern.
  func messages(
    _ kind: Message.Kind, _ messages: Messages, among all: @autoclosure () -> [KnownMessage]
  ) throws(LineProblem) -> [KnownMessage] {
    let name = messages.names[0]
    if name.code != nil {
      let message = try find(kind, name)
      let label = names(of: message).first { $0 != message.code }
      return [KnownMessage(kind: kind, domain: message.domain, code: message.code, label: label)]
    }
    let known = all()
    let found = known.filter { messages.contain($0, self) }
    if !found.isEmpty { return found }
    throw name.unknown(
      "no \(kind.rawValue) that this tree knows fits '\(name.pattern.text)'",
      near: Set(known.map { "\($0.domain).*" }).sorted().nearest(to: name.pattern.text),
      known.map { "\($0.domain).\($0.code ?? "*")" })
  }
}

extension MessagePattern {
  /// The problem that no message has the name, which is misspelled if there is a similar one.
  func unknown(_ message: SafeText, near: String?, _ known: [String]) -> LineProblem {
    let hint: SafeText = near.map { "did you mean '\($0)'?" } ?? "it knows \(Hint.some(known))"
    return LineProblem(span, "\(message); \(hint)", isSubject: near == nil)
  }
}

extension Messages {
  /// Whether a message is one of these; without names, any is.
  func contain(_ message: KnownMessage, _ known: MessageNames) -> Bool {
    (names.isEmpty || names.contains { $0.matches(message, known) })
      && !except.contains { $0.matches(message, known) }
  }
}
