package import TextIO
package import TreeSnapshot

// Copies of a tree with a change, to explore its effects. Each costs a pass over the tree.
extension Snapshot {
  /// The tree without a model and its descendants.
  ///
  /// - Parameter position: the model's position.
  /// - Throws: `EditError` for the root.
  package func removing(_ position: Int) throws(EditError) -> Snapshot {
    let subtree = try movable(position)
    return try rebuilt(positions.filter { !subtree.contains($0) })
  }

  /// The tree with a model and its descendants moved to the end of another model's children.
  ///
  /// - Parameters:
  ///   - position: the model's position.
  ///   - parent: the position of its new parent.
  /// - Throws: `EditError` for the root, and if the parent is the model or below it.
  package func moving(_ position: Int, under parent: Int) throws(EditError) -> Snapshot {
    let subtree = try movable(position)
    let (type, parentType) = (self[position].name, self[parent].name)
    guard !subtree.contains(parent) else {
      throw EditError(
        type == parentType
          ? "\(type) cannot be below itself" : "\(parentType) is below \(type)")
    }
    // Siblings keep the order in which they are added.
    return try rebuilt(
      positions.filter { !subtree.contains($0) } + Array(subtree), parents: [position: parent])
  }

  /// The tree with one more registration, which replaces the model's registration for the same
  /// message.
  ///
  /// - Parameters:
  ///   - subscription: the new registration.
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

  /// The tree without a model's registration for a message or a whole domain.
  ///
  /// - Parameters:
  ///   - subscription: the registration to remove; label and source are ignored.
  ///   - position: the model's position.
  /// - Throws: `EditError` if the model isn't registered.
  package func unregistering(
    _ subscription: Subscription, at position: Int
  ) throws(EditError) -> Snapshot {
    let own = self[position].subscriptions
    let rest = own.filter { !$0.isFor(subscription) }
    guard rest.count < own.count else {
      throw EditError(
        "\(self[position].name) is not registered for \(subscription.kind.rawValue) "
          + "\(subscription.domain).\(subscription.code ?? "*")")
    }
    return try rebuilt(positions, subscriptions: [position: rest])
  }

  /// The tree with what models of some types are known to raise, in addition to what they are known to
  /// raise here.
  ///
  /// - Parameter messages: the messages, by the types of the models.
  package func raising(_ messages: [String: [DeclaredMessage]]) throws(EditError) -> Snapshot {
    var ofTypes: [Symbol: [DeclaredMessage]] = [:]
    for (type, raised) in messages {
      if let type = columns.symbols.find(type) { ofTypes[type] = raised }
    }
    var raises: [Int: [DeclaredMessage]] = [:]
    for position in positions {
      guard let seen = ofTypes[columns.nodes.fixed[position].type] else { continue }
      let known = Set(columns.nodes.raises(of: position).map(message))
      let new = seen.filter { !known.contains($0.message) }
      if !new.isEmpty { raises[position] = new }
    }
    return raises.isEmpty ? self : try rebuilt(positions, raises: raises)
  }

  /// - Parameters:
  ///   - order: the positions of the copy's nodes in this tree.
  ///   - parents: the parents that differ in the copy.
  ///   - subscriptions: the registrations that differ in the copy.
  ///   - raises: the declarations that the copy has in addition.
  private func rebuilt(
    _ order: some Sequence<Int>, parents: [Int: Int] = [:],
    subscriptions: [Int: [Subscription]] = [:], raises: [Int: [DeclaredMessage]] = [:]
  ) throws(EditError) -> Snapshot {
    // With the same names, nothing needs a lookup.
    var builder = SnapshotBuilder(copyingNamesOf: self)
    for position in order {
      let parent = parents[position] ?? Int(columns.parents[position])
      // Of the node that is added next.
      for raised in raises[position] ?? [] { builder.raise(raised.message, label: raised.label) }
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
      throw EditError("\(self[0].name) is the root: it can be neither removed nor moved")
    }
    return self[position].subtree
  }
}

extension Subscription {
  /// Whether both are for the same message or the same whole domain.
  fileprivate func isFor(_ other: Subscription) -> Bool {
    kind == other.kind && domain == other.domain && code == other.code
  }
}

/// Why a tree can't be changed this way.
package struct EditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One clause that names the models.
  package let words: SafeText

  fileprivate init(_ words: SafeText) { self.words = words }

  package var description: String { words.string }
}
