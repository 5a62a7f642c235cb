import TextIO
import TreeSnapshot

// The values that messages carry, for an inspector.
extension TreeStore {
  /// The value that a message of the vocabulary carries: that of its type, else what models take with it.
  /// Nil if it carries none, or none is known.
  ///
  /// Costs finding the keys of a type when it is asked for the first time, and a look at the registrations
  /// of a code.
  func payload(of message: Message) -> DeclaredMessage.Payload? {
    let key = key(message.kind, domain: message.domain, code: message.code, label: nil)
    guard let type = messageTypes[key] else { return nil }
    if let known = messagePayloads[key] { return known }
    let payload = Self.payload(of: type)
    messagePayloads[key] = .some(payload)
    return payload
  }

  private static func payload<Value: TypedMessage>(
    of type: Value.Type
  ) -> DeclaredMessage.Payload? {
    // A type without stored properties carries nothing but itself.
    guard MemoryLayout<Value>.size > 0 else { return nil }
    let keys = Value.payloadKeys ?? (type as? any Decodable.Type).map(DecodedKeys.keys) ?? []
    return DeclaredMessage.Payload(type: TypeName(type).text, keys: keys)
  }

  /// The types of the values that models take with a message that isn't a type: first those of
  /// a model and the ones above it, then those of the whole tree. Costs a walk over it.
  func takenTypes(with key: MessageTable.Key, near node: Int32) -> [any Any.Type] {
    var (types, seen): ([any Any.Type], Set<ObjectIdentifier>) = ([], [])
    func look(at node: Int32) {
      for key in [key, key.wholeDomain] {
        guard let type = registrations[Int(node)][key]?.payload?.type,
          !(type is any MessageCode.Type), seen.insert(ObjectIdentifier(type)).inserted
        else { continue }
        types.append(type)
      }
    }
    var above = node
    while above != Self.none {
      look(at: above)
      above = links[Int(above)].parent
    }
    for node in nodes(from: rootNode) { look(at: node) }
    return types
  }
}
