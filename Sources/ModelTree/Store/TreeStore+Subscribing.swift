import TreeJournal
import TreeSnapshot

// Whoever ends or replaces subscriptions drops their closures afterwards, when the store is at rest.
extension TreeStore {
  /// Subscribes a node to a message, without a closure. A subscription that it has to the same one
  /// keeps its place.
  ///
  /// - Returns: the subscription.
  func subscribe(_ node: Int32, to key: MessageTable.Key, _ source: SourceLocation) -> Int32 {
    noteChange()
    let (subscription, isNew) = subscriptions.add(
      key, source, of: node, to: &links[Int(node)].firstSubscription)
    if !isNew {
      subscriptions.removeHandler(of: subscription)
    } else if messages.kind(of: key) == .event, !links[Int(node)].isOutside {
      let place = audiences[key].add(subscription, of: node)
      subscriptions.setPlace(place, of: subscription)
    }
    withJournal { recordRegistered(node, key, source, $0) }
    return subscription
  }

  /// Ends a node's subscription to a message, if it has one.
  func endSubscription(of node: Int32, to key: MessageTable.Key) {
    let subscription = subscriptions.find(
      key, of: node, in: links[Int(node)].firstSubscription)
    guard subscription != Self.none else { return }
    if keepsFormerPlaces {
      endedSubscriptions.note(
        node, id: links[Int(node)].id, key, subscriptions.source(of: subscription))
    }
    end(subscription, of: node)
    withJournal { record(.unregistered, node, key, $0) }
  }

  /// Ends all subscriptions of a node.
  func endSubscriptions(of node: Int32) {
    while links[Int(node)].firstSubscription != Self.none {
      end(links[Int(node)].firstSubscription, of: node)
    }
  }

  private func end(_ subscription: Int32, of node: Int32) {
    noteChange()
    subscriptions.removeHandler(of: subscription)
    leaveAudience(subscription)
    subscriptions.remove(subscription, of: node, from: &links[Int(node)].firstSubscription)
  }

  private func leaveAudience(_ subscription: Int32) {
    let place = subscriptions.place(of: subscription)
    guard place != Self.none else { return }
    subscriptions.setPlace(Self.none, of: subscription)
    let key = subscriptions.entries[Int(subscription)].key
    audiences[key].end(at: place, movingPlacesIn: subscriptions)
  }

  /// Takes the models of a detached subtree, which outlived its removal, out of the audiences.
  ///
  /// A model outside of the tree never returns: each is walked once in its life, however its subtree is
  /// taken apart.
  func leaveAudiences(_ top: Int32) {
    guard !links[Int(top)].isOutside else { return }
    var node = top
    while node != Self.none {
      links[Int(node)].isOutside = true
      var subscription = links[Int(node)].firstSubscription
      while subscription != Self.none {
        leaveAudience(subscription)
        subscription = subscriptions.entries[Int(subscription)].next
      }
      node = next(after: node, within: top)
    }
  }
}
