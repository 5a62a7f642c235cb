import TextIO
import TreeAnalysis
import TreeSnapshot

/// Something that a line names and the tree doesn't know.
struct UnknownName: Error {
  var span: Span
  var message: SafeText
  /// Whether it is the line's subject, which other trees may have: its message, its raisers, or its service.
  var isSubject = false
  /// Whether it is models, which a difference of the tree's shape may explain.
  var isModels = false
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
      throw UnknownName(
        span: name.span, message: "this tree knows no \(kind.rawValue) of '\(domain)'")
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
      throw UnknownName(span: name.span, message: "'\(text)' is a pattern")
    }
    do throws(MessageReferenceError) {
      let found = try resolve(reference)
      if found.isKnown { return found.message }
    } catch {
      if !error.isUnknown { throw UnknownName(span: name.span, message: error.words) }
    }
    throw unknown(
      name, "this tree knows no \(kind.rawValue) '\(text)'", near: suggestion(for: reference),
      self.names(kind))
  }

  /// A name that is misspelled, if there is a similar one.
  private func unknown(
    _ name: MessagePattern, _ message: SafeText, near: String?, _ known: [String]
  ) -> UnknownName {
    let hint: SafeText = near.map { "did you mean '\($0)'?" } ?? "it knows \(Hint.some(known))"
    return UnknownName(span: name.span, message: "\(message); \(hint)", isSubject: near == nil)
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
    throw unknown(
      name, "no \(kind.rawValue) that this tree knows fits '\(text)'",
      near: Set(known.map { "\($0.domain).*" }).sorted().nearest(to: text),
      known.map { "\($0.domain).\($0.code ?? "*")" })
  }
}
