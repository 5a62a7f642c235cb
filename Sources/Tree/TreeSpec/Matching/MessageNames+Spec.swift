import TextIO
import TreeAnalysis
import TreeSnapshot

extension MessageNames {
  /// Finds a message or a whole domain that an attribute lists; nil for a code that the tree doesn't know, of
  /// a domain that is handled as a whole.
  func key(
    _ kind: Message.Kind, _ name: NamePattern, _ symbols: SymbolTable
  ) throws(LineProblem) -> MessageKey? {
    if let domain = name.wholeDomain {
      if knows(kind, domain: domain), let symbol = symbols.find(domain) {
        return MessageKey(kind: kind, domain: symbol, code: .none)
      }
      throw LineProblem(name.span, "this tree knows no \(kind.rawValue) of '\(domain)'")
    }
    let message = try find(kind, name)
    guard let domain = symbols.find(message.domain), let code = symbols.find(message.code ?? "")
    else { return nil }
    return MessageKey(kind: kind, domain: domain, code: code)
  }

  /// Finds the message that a line names in full, by its code or label.
  private func find(
    _ kind: Message.Kind, _ name: NamePattern
  ) throws(LineProblem) -> KnownMessage {
    let reference = MessageReference(kind: kind, name: name.reference)
    do throws(MessageReferenceError) {
      let found = try resolve(reference)
      let (domain, code) = (found.message.domain, found.message.code)
      if found.isKnown {
        return KnownMessage(kind: kind, domain: domain, code: code, label: found.label)
      }
    } catch {
      if !error.isUnknown { throw LineProblem(name.span, error.words) }
    }
    throw name.unknown(
      "this tree knows no \(kind.rawValue) '\(name.text)'", near: suggestion(for: reference),
      names(kind))
  }

  /// Finds the messages that a line names, in full or by a pattern.
  func messages(
    _ kind: Message.Kind, _ messages: Listed<NamePattern>, among all: [KnownMessage]
  ) throws(LineProblem) -> [KnownMessage] {
    let name = messages.names[0]
    if name.literal != nil { return [try find(kind, name)] }
    let found = all.filter { messages.contain($0, self) }
    if !found.isEmpty { return found }
    throw name.unknown(
      "no \(kind.rawValue) that this tree knows fits '\(name.text)'",
      near: Set(all.map { "\($0.domain).*" }).sorted().nearest(to: name.text),
      all.map { "\($0.domain).\($0.code ?? "*")" })
  }
}

extension NamePattern {
  /// A message's name as the tree's messages are referred to.
  fileprivate var reference: String {
    let code = code ?? text
    return domain.map { Message(kind: .error, domain: $0, code: code).reference }
      ?? code.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
  }

  /// The problem that no message has the name, which is misspelled if there is a similar one.
  func unknown(_ message: SafeText, near: String?, _ known: [String]) -> LineProblem {
    let hint: SafeText = near.map { "did you mean '\($0)'?" } ?? "it knows \(Hint.some(known))"
    return LineProblem(span, "\(message); \(hint)", isSubject: near == nil)
  }

  /// Whether a message matches by its code or a label.
  func matches(_ message: KnownMessage, _ names: MessageNames) -> Bool {
    (message.message.map(names.names) ?? ["*"]).contains { name in
      if let code { return code == name && domain ?? message.domain == message.domain }
      return glob.matches("\(message.domain).\(name)")
    }
  }
}

extension Listed<NamePattern> {
  /// Whether a message is one of these; without names, any is.
  func contain(_ message: KnownMessage, _ known: MessageNames) -> Bool {
    (names.isEmpty || names.contains { $0.matches(message, known) })
      && !except.contains { $0.matches(message, known) }
  }
}
