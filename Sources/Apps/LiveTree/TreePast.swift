package import ModelTree
package import TreeSnapshot

/// Keeps the former places of models that left a tree, and the subscriptions that ended.
@MainActor
final class TreePast: TreeObserver {
  /// The paths of the models from which models were detached, by the node of those.
  private var places: [Int32: String] = [:]
  private var ended: [EndedRegistration] = []

  /// A registration that was ended.
  private struct EndedRegistration {
    /// The model's id, since its node may be reused.
    let id: Int
    let model: Int32
    let key: MessageTable.Key
    let source: SourceLine

    /// The number of the latest ones that are kept.
    static let limit = 1_024
  }

  func detached(_ model: ObservedModel, from parent: ObservedModel, isRemoval: Bool) {
    let path = formerPath(of: parent) ?? "…/\(parent.type)"
    let names = path.split(separator: "/")
    places[model.node] =
      names.count <= Self.levels
      ? path : "…/" + names.suffix(Self.levels).joined(separator: "/")
  }

  func released(_ model: ObservedModel) { places[model.node] = nil }

  func unregistered(_ registration: Registration, in tree: TreeStore) {
    let id = ObservedModel(tree: tree, node: registration.node).id
    ended.append(
      EndedRegistration(
        id: id, model: registration.node, key: registration.key, source: registration.source))
    if ended.count >= 2 * EndedRegistration.limit { ended.removeFirst(EndedRegistration.limit) }
  }

  func replaced(by session: Session) { session.beginKeepingFormerPlaces() }

  /// The most names of a path. Deeper places are shortened, which limits the memory for a long chain of
  /// leaked models.
  private static let levels = 64

  // The place of a model that was detached before the inspection began is unknown.
  func formerPath(of model: ObservedModel) -> String? {
    var (path, top) = ("/\(model.type)", model)
    for _ in 1..<Self.levels {
      guard let parent = top.parent else {
        if top.isRoot { return path }
        return places[top.node].map { $0 + path }
      }
      (path, top) = ("/\(parent.type)\(path)", parent)
    }
    return "…\(path)"
  }

  /// The registrations that were ended, the latest first, without those of deallocated models and those
  /// that were made again.
  func latestEnded(in tree: TreeStore) -> [EndedSubscription] {
    var seen: [Int32: Set<MessageTable.Key>] = [:]
    return ended.suffix(EndedRegistration.limit).reversed().compactMap { ended in
      let model = ObservedModel(tree: tree, node: ended.model)
      guard model.id == ended.id, !model.isRegistered(for: ended.key),
        seen[ended.model, default: []].insert(ended.key).inserted
      else { return nil }
      return EndedSubscription(
        id: ended.id, subscription: tree.messages.subscription(of: ended.key, ended.source.text))
    }
  }
}

extension Model {
  private var past: TreePast? { store.observers.lazy.compactMap { $0 as? TreePast }.first }

  /// Starts to keep the former places of detached models, for this tree and those that its session
  /// controller opens later. From then on, each removal costs an additional list entry.
  package func beginKeepingFormerPlaces() {
    if past == nil { store.add(TreePast()) }
  }

  /// The subscriptions that models of this tree have ended and not renewed, the latest first: at
  /// most a thousand since the inspection began.
  package func subscriptionsEnded() -> [EndedSubscription] { past?.latestEnded(in: store) ?? [] }
}

extension SessionController {
  /// Starts to keep the former places of detached models, for the session's tree and later ones.
  package func beginKeepingFormerPlaces() { add(PlaceKeeping()) }

  private final class PlaceKeeping: SessionObserver {
    func begin(_ session: Session) { session.beginKeepingFormerPlaces() }
  }
}
