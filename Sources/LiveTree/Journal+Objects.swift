public import ModelTree
import ObjectSnapshot
public import TreeObjects
import TreeSnapshot

// For objects that aren't models: the app reports their messages where it passes them on.
extension Journal {
  /// Records a message of objects that aren't models, and its outcome. Models record their messages
  /// automatically.
  ///
  /// ```swift
  /// journal.record(.error(CartErrors.full), raisedBy: cell, takenBy: [cart]) { cart.show(error) }
  /// ```
  ///
  /// An inspector with this journal uses the same ids for the objects. No object is retained.
  ///
  /// - Parameters:
  ///   - message: the message. For a whole domain, nothing is recorded.
  ///   - raiser: the object that raises it.
  ///   - takers: the object that handles an error or a bubble, or the objects that receive an
  ///     event; omit it if there is none.
  ///   - hops: the number of objects that pass the message on before it is handled.
  ///   - handle: passes the message on. The message is recorded as the cause of everything that
  ///     happens inside, and the time that `handle` takes is recorded.
  /// - Returns: the result of `handle`.
  /// - Throws: the error that `handle` throws.
  public func record<Result>(
    _ message: InspectedMessage, raisedBy raiser: AnyObject, takenBy takers: [AnyObject] = [],
    hops: Int = 0, _ handle: () throws -> Result
  ) rethrows -> Result {
    let tree = objectTree(adding: [])
    // An inspector's own reads leave no record.
    guard let code = message.code, !tree.isLooking else { return try handle() }
    func name(_ object: AnyObject) -> RecordedObject {
      RecordedObject(id: tree.id(of: object), type: tree.typeName(of: object))
    }
    return try record(
      Message(kind: Message.Kind(message.kind), domain: message.domain, code: code),
      label: message.label, raisedBy: name(raiser), takenBy: takers.map(name), hops: hops, handle)
  }

  /// Records a message of objects that aren't models and that no object handles.
  ///
  /// - Parameters:
  ///   - message: the message. For a whole domain, nothing is recorded.
  ///   - raiser: the object that raises it.
  public func record(_ message: InspectedMessage, raisedBy raiser: AnyObject) {
    record(message, raisedBy: raiser) {}
  }

  /// Numbers the objects that aren't models, for all inspectors of the journal.
  ///
  /// - Parameter adapters: descriptions of more objects.
  nonisolated func objectTree(adding adapters: [InspectionAdapter]) -> ObjectTree {
    let tree = objects as? ObjectTree ?? ObjectTree()
    objects = tree
    tree.add(adapters)
    return tree
  }
}
