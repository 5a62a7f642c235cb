package import TreeSnapshot

// The values that messages carry, for an inspector.
extension TreeStore {
  /// The type of the value that a message of the vocabulary carries; nil if it isn't a type, or carries
  /// nothing but itself.
  func valueType(of message: Message) -> (any TypedMessage.Type)? {
    func isEmpty<Value: TypedMessage>(_ type: Value.Type) -> Bool { MemoryLayout<Value>.size == 0 }
    let type = messageType(of: message)
    return type.flatMap { isEmpty($0) ? nil : $0 }
  }

  /// The type of a message that is a value.
  func messageType(of message: Message) -> (any TypedMessage.Type)? {
    messageTypes[key(message.kind, domain: message.domain, code: message.code, label: nil)]
  }

  /// The types of the values that models take with a message that isn't a type: first those of
  /// a model and the ones above it, then those of the whole tree. Costs a walk over it.
  func takenTypes(with key: MessageTable.Key, near node: Int32) -> [any Any.Type] {
    var (types, seen): ([any Any.Type], Set<ObjectIdentifier>) = ([], [])
    func look(at node: Int32) {
      for key in [key, key.wholeDomain] {
        guard let type = registrations[Int(node)][key]?.payloadType,
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

extension Model {
  /// The types that the value of a test message may have.
  ///
  /// - Returns: the type of the message itself, or those of the values that models take with the message:
  ///   those of this model and the ones above it before others.
  package func payloadTypes(of message: Message) -> [any Any.Type] {
    if let own = store.messageType(of: message) { return [own] }
    let key = store.key(message.kind, domain: message.domain, code: message.code, label: nil)
    return store.takenTypes(with: key, near: node)
  }
}
