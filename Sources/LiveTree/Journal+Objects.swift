public import ModelTree
import ObjectSnapshot
public import TreeObjects
import TreeSnapshot

// For objects that aren't models: the app says what they raise, where it passes a message on.
extension Journal {
  /// Records a message of objects that aren't models, and what became of it. Models record theirs by
  /// themselves.
  ///
  /// ```swift
  /// journal.record(.error(CartErrors.full), raisedBy: cell, takenBy: [cart]) { cart.show(error) }
  /// ```
  ///
  /// An inspector that is given the journal knows the objects by the same ids. None of them is
  /// retained.
  ///
  /// - Parameters:
  ///   - message: what is raised; of a whole domain nothing is recorded.
  ///   - raiser: the object that raises it.
  ///   - takers: the object that handles an error or a bubble, or those that receive an event; left out
  ///     where there is none.
  ///   - hops: how many objects let the message pass before it is handled.
  ///   - handle: passes the message on. What is recorded meanwhile has this as its cause, and the time
  ///     that it takes is recorded.
  /// - Returns: what `handle` returns.
  /// - Throws: what `handle` throws.
  public func record<Result>(
    _ message: InspectedMessage, raisedBy raiser: AnyObject, takenBy takers: [AnyObject] = [],
    hops: Int = 0, _ handle: () throws -> Result
  ) rethrows -> Result {
    let tree = objectTree(adding: [])
    // An inspector's own looking leaves no record.
    guard let code = message.code, !tree.isLooking else { return try handle() }
    func name(_ object: AnyObject) -> RecordedObject {
      RecordedObject(id: tree.id(of: object), type: tree.typeName(of: object))
    }
    return try record(
      Message(kind: Message.Kind(message.kind), domain: message.domain, code: code),
      label: message.label, raisedBy: name(raiser), takenBy: takers.map(name), hops: hops, handle)
  }

  /// Records a message that objects other than models raise and none takes.
  ///
  /// - Parameters:
  ///   - message: what is raised; of a whole domain nothing is recorded.
  ///   - raiser: the object that raises it.
  public func record(_ message: InspectedMessage, raisedBy raiser: AnyObject) {
    record(message, raisedBy: raiser) {}
  }

  /// What numbers the objects that aren't models, for all who look at them.
  ///
  /// - Parameter adapters: how further objects are seen.
  nonisolated func objectTree(adding adapters: [InspectionAdapter]) -> ObjectTree {
    let tree = objects as? ObjectTree ?? ObjectTree()
    objects = tree
    tree.add(adapters)
    return tree
  }
}
