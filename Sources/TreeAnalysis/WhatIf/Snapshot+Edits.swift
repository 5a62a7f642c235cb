package import TextIO
package import TreeSnapshot

// Copies of a tree with something different, to ask what would be then. Each costs a pass over it.
extension Snapshot {
  /// The tree without a model and everything below it.
  ///
  /// - Parameter position: the model's position.
  /// - Throws: `EditError` for the root: nothing would be left.
  package func removing(_ position: Int) throws(EditError) -> Snapshot {
    let subtree = try movable(position)
    return try rebuilt(positions.filter { !subtree.contains($0) })
  }

  /// The tree with a model, and everything below it, as the last child of another.
  ///
  /// - Parameters:
  ///   - position: the model's position.
  ///   - parent: the position of its new parent.
  /// - Throws: `EditError` for the root, and if the parent is the model or is below it.
  package func moving(_ position: Int, under parent: Int) throws(EditError) -> Snapshot {
    let subtree = try movable(position)
    let (type, parentType) = (self[position].type, self[parent].type)
    guard !subtree.contains(parent) else {
      throw EditError(
        type == parentType
          ? "\(type) cannot be below itself" : "\(parentType) is below \(type)")
    }
    // Siblings keep the order in which they are added.
    return try rebuilt(
      positions.filter { !subtree.contains($0) } + Array(subtree), parents: [position: parent])
  }

  /// The tree with one more registration, in place of one that the model has for the same message.
  ///
  /// - Parameters:
  ///   - subscription: what is registered for.
  ///   - position: the model's position.
  package func registering(
    _ subscription: Subscription, at position: Int
  ) throws(EditError) -> Snapshot {
    var own = self[position].subscriptions
    if let place = own.firstIndex(where: { $0.isFor(subscription) }) {
      own[place] = subscription
    } else {
      own.append(subscription)
    }
    return try rebuilt(positions, subscriptions: [position: own])
  }

  /// The tree without a model's registration for a message, or for a whole domain.
  ///
  /// - Parameters:
  ///   - subscription: what the model is registered for; label and source do not count.
  ///   - position: the model's position.
  /// - Throws: `EditError` if it is not.
  package func unregistering(
    _ subscription: Subscription, at position: Int
  ) throws(EditError) -> Snapshot {
    let own = self[position].subscriptions
    let rest = own.filter { !$0.isFor(subscription) }
    guard rest.count < own.count else {
      throw EditError(
        "\(self[position].type) is not registered for \(subscription.kind.rawValue) "
          + "\(subscription.domain).\(subscription.code ?? "*")")
    }
    return try rebuilt(positions, subscriptions: [position: rest])
  }

  /// - Parameters:
  ///   - order: the positions of the copy's nodes in this tree.
  ///   - parents: the parents that are different in the copy.
  ///   - subscriptions: the registrations that are different in the copy.
  private func rebuilt(
    _ order: some Sequence<Int>, parents: [Int: Int] = [:],
    subscriptions: [Int: [Subscription]] = [:]
  ) throws(EditError) -> Snapshot {
    // The same names, so nothing is looked up again.
    var builder = SnapshotBuilder(copyingNamesOf: self)
    for record in columns.vocabulary { builder.declare(record) }
    for position in order {
      let parent = parents[position] ?? Int(columns.parents[position])
      builder.addNode(
        position, of: columns, parent: parent < 0 ? nil : columns.nodes.ids[parent],
        subscriptions: subscriptions[position])
    }
    do {
      return try builder.finish()
    } catch {
      throw EditError("\(error)")
    }
  }

  private func movable(_ position: Int) throws(EditError) -> Range<Int> {
    if position == 0 {
      throw EditError("\(self[0].type) is the root: it can be neither removed nor moved")
    }
    return self[position].subtree
  }
}

extension Subscription {
  /// Whether both are for the same message, or for the same whole domain.
  fileprivate func isFor(_ other: Subscription) -> Bool {
    kind == other.kind && domain == other.domain && code == other.code
  }
}

/// Why a tree cannot be changed like that.
package struct EditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One clause that names the models.
  package let words: SafeText

  fileprivate init(_ words: SafeText) { self.words = words }

  package var description: String { words.string }
}
