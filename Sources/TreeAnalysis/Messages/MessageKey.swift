package import TreeSnapshot

/// A message as symbols of a snapshot; `Symbol.none` as the code names the whole domain.
package struct MessageKey: Hashable, Sendable {
  package var kind: Message.Kind
  package var domain: Symbol
  package var code: Symbol

  package init(kind: Message.Kind, domain: Symbol, code: Symbol) {
    self.kind = kind
    self.domain = domain
    self.code = code
  }

  package init(_ record: SubscriptionRecord) {
    self.init(kind: record.kind, domain: record.domain, code: record.code)
  }

  /// The key of its whole domain.
  var wholeDomain: MessageKey { MessageKey(kind: kind, domain: domain, code: .none) }
}
