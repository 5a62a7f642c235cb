import TextIO
import TreeAnalysis
import TreeSnapshot

/// A name in a spec that a tree or a journal doesn't know.
struct UnknownName: Error {
  var message: SafeText
  /// Whether a similar name is known, so that it is probably misspelled.
  var isMisspelled = false
}

extension MessageNames {
  /// Finds a message or a whole domain that an attribute lists.
  func key(
    _ kind: Message.Kind, _ name: MessagePattern, _ symbols: SymbolTable
  ) throws(UnknownName) -> MessageKey? {
    if let domain = name.wholeDomain {
      if knows(kind, domain: domain), let symbol = symbols.find(domain) {
        return MessageKey(kind: kind, domain: symbol, code: .none)
      }
      throw UnknownName(message: "this tree knows no \(kind.rawValue) of '\(domain)'")
    }
    let message = try find(kind, name)
    guard let domain = symbols.find(message.domain), let code = symbols.find(message.code) else {
      return nil
    }
    return MessageKey(kind: kind, domain: domain, code: code)
  }

  /// Finds the message that a line names in full, by its code or label.
  func find(_ kind: Message.Kind, _ name: MessagePattern) throws(UnknownName) -> Message {
    let text = name.pattern.text
    guard let reference = name.reference(kind) else {
      throw UnknownName(message: "'\(text)' is a pattern")
    }
    do throws(MessageReferenceError) {
      let found = try resolve(reference)
      if found.isKnown { return found.message }
    } catch {
      if !error.isUnknown { throw UnknownName(message: error.words, isMisspelled: true) }
    }
    let near = suggestion(for: reference)
    throw UnknownName(
      message: "this tree knows no \(kind.rawValue) '\(text)'; "
        + (near.map { "did you mean '\($0)'?" } ?? "it knows \(Hint.some(self.names(kind)))"),
      isMisspelled: near != nil)
  }

  /// Finds the messages that a line names, in full or by a pattern.
  func messages(
    _ kind: Message.Kind, _ messages: Messages, among all: @autoclosure () -> [KnownMessage]
  ) throws(UnknownName) -> [KnownMessage] {
    let name = messages.names[0]
    if name.code != nil {
      let message = try find(kind, name)
      let label = names(of: message).first { $0 != message.code }
      return [KnownMessage(kind: kind, domain: message.domain, code: message.code, label: label)]
    }
    let known = all()
    let found = known.filter { message in
      name.matches(message, self) && !messages.except.contains { $0.matches(message, self) }
    }
    if !found.isEmpty { return found }
    let text = name.pattern.text
    throw UnknownName(
      message: "no \(kind.rawValue) that this tree knows fits '\(text)'; "
        + "it knows \(Hint.some(known.map { "\($0.domain).\($0.code ?? "*")" }))")
  }
}
