/// A message that an inspector raises to see what happens.
public struct TestMessage: Hashable, Sendable {
  /// Which way the message travels.
  public let kind: InspectedMessage.Kind
  /// What declares the code, such as `StorageError`.
  public let domain: String
  /// The code within the domain.
  public let code: String

  /// Names a message.
  ///
  /// - Parameters:
  ///   - kind: which way it travels.
  ///   - domain: what declares the code.
  ///   - code: the code within the domain.
  public init(_ kind: InspectedMessage.Kind, domain: String, code: String) {
    self.kind = kind
    self.domain = domain
    self.code = code
  }
}

// Back to the app's own types.
extension TestMessage {
  /// The message as a case of the type, by its raw value; nil if it is of another
  /// domain, or the type has no such case.
  public func value<Code: RawRepresentable>(of type: Code.Type) -> Code?
  where Code.RawValue: LosslessStringConvertible {
    guard domain == String(describing: type) else { return nil }
    return Code.RawValue(code).flatMap(Code.init(rawValue:))
  }

  /// The message as a case of the type, by its name; nil if it is of another
  /// domain, or the type has no such case. Costs a look at each case.
  public func value<Code: CaseIterable>(of type: Code.Type) -> Code? {
    guard domain == String(describing: type) else { return nil }
    return Code.allCases.first { messageCode(of: $0) == code }
  }

  /// The message as a case of the type, by its raw value; nil if it is of another
  /// domain, or the type has no such case.
  public func value<Code: CaseIterable & RawRepresentable>(of type: Code.Type) -> Code?
  where Code.RawValue: LosslessStringConvertible {
    guard domain == String(describing: type) else { return nil }
    return Code.RawValue(code).flatMap(Code.init(rawValue:))
  }
}
