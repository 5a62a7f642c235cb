package import TreeSnapshot

// Copies of a tree with something different, to ask what would be then. Each costs a pass over it.
extension Snapshot {
  /// The tree without a model and everything below it.
  ///
  /// - Parameter position: the model's position.
  /// - Throws: `EditError.root` for the root: nothing would be left.
  package func removing(_ position: Int) throws(EditError) -> Snapshot {
    guard position != 0 else { throw .root(self[0].type) }
    let subtree = self[position].subtree
    return try rebuilt { _ in
    } order: {
      positions.filter { !subtree.contains($0) }
    }
  }

  /// The tree with a model, and everything below it, as the last child of another.
  ///
  /// - Parameters:
  ///   - position: the model's position.
  ///   - parent: the position of its new parent.
  /// - Throws: `EditError.root` for the root, `.insideItself` where the parent is the model or is
  ///   below it.
  package func moving(_ position: Int, under parent: Int) throws(EditError) -> Snapshot {
    guard position != 0 else { throw .root(self[0].type) }
    let subtree = self[position].subtree
    guard !subtree.contains(parent) else {
      throw .insideItself(self[position].type, parent: self[parent].type)
    }
    return try rebuilt { edit in
      edit.parents[position] = parent
    } order: {
      // Siblings keep the order in which they are added.
      positions.filter { !subtree.contains($0) } + Array(subtree)
    }
  }

  /// The tree with one more registration, in place of one that the model has for the same message.
  ///
  /// - Parameters:
  ///   - subscription: what is registered for.
  ///   - position: the model's position.
  package func registering(
    _ subscription: Subscription, at position: Int
  ) throws(EditError) -> Snapshot {
    try rebuilt { edit in
      var own = self[position].subscriptions
      if let place = own.firstIndex(where: { $0.isFor(subscription) }) {
        own[place] = subscription
      } else {
        own.append(subscription)
      }
      edit.subscriptions[position] = own
    } order: {
      Array(positions)
    }
  }

  /// The tree without a model's registration for a message, or for a whole domain.
  ///
  /// - Parameters:
  ///   - subscription: what the model is registered for; label and source do not count.
  ///   - position: the model's position.
  /// - Throws: `EditError.notRegistered` where it is not.
  package func unregistering(
    _ subscription: Subscription, at position: Int
  ) throws(EditError) -> Snapshot {
    let own = self[position].subscriptions
    let rest = own.filter { !$0.isFor(subscription) }
    guard rest.count < own.count else {
      throw .notRegistered(self[position].type, subscription)
    }
    return try rebuilt { edit in
      edit.subscriptions[position] = rest
    } order: {
      Array(positions)
    }
  }

  /// What is different in a copy, by the positions in this tree.
  private struct Edit {
    var parents: [Int: Int] = [:]
    var subscriptions: [Int: [Subscription]] = [:]
  }

  private func rebuilt(
    _ change: (inout Edit) -> Void, order: () -> [Int]
  ) throws(EditError) -> Snapshot {
    var edit = Edit()
    change(&edit)
    // The same names, so nothing is looked up again.
    var builder = SnapshotBuilder(copyingNamesOf: self)
    for record in columns.vocabulary { builder.declare(record) }
    for position in order() {
      let parent = edit.parents[position] ?? Int(columns.parents[position])
      builder.addNode(
        position, of: columns, parent: parent < 0 ? nil : columns.nodes.ids[parent],
        subscriptions: edit.subscriptions[position])
    }
    do {
      return try builder.finish()
    } catch {
      throw .notATree(error)
    }
  }
}

extension Subscription {
  /// Whether both are for the same message, or for the same whole domain.
  fileprivate func isFor(_ other: Subscription) -> Bool {
    kind == other.kind && domain == other.domain && code == other.code
  }
}

/// Why a tree cannot be changed like that.
package enum EditError: Error, Hashable, Sendable {
  /// The root cannot be removed or moved.
  case root(String)
  /// A model cannot be below itself.
  case insideItself(String, parent: String)
  /// The model has no such registration.
  case notRegistered(String, Subscription)
  /// The result is no tree.
  case notATree(LinkError)
}
