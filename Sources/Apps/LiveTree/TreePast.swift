package import ModelTree
package import TreeSnapshot

/// Keeps the former places of models that left a tree, and the subscriptions that ended.
@MainActor
final class TreePast: TreeObserver {
  /// By node.
  private var places: [Int32: FormerPlace] = [:]
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
    places[model.node] = place(below: parent)
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

  // The place of a model that was detached before the inspection began is unknown.
  func formerPath(of model: ObservedModel) -> String? {
    if model.isRoot { return FormerPlace().path(of: model.type) }
    guard let parent = model.parent else { return places[model.node]?.path(of: model.type) }
    let root = parent.root
    if !root.isRoot, places[root.node] == nil { return nil }
    return place(below: parent).path(of: model.type)
  }

  /// The place of a child of a model, attached or detached.
  private func place(below model: ObservedModel) -> FormerPlace {
    var types: [AnyClass] = []
    var model = model
    while types.count < FormerPlace.limit {
      types.append(model.type)
      guard let parent = model.parent else {
        if model.isRoot { return FormerPlace(types: types) }
        return places[model.node]?.below(types) ?? FormerPlace(types: types, isCut: true)
      }
      model = parent
    }
    return FormerPlace(types: types, isCut: true)
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

/// The former place of a detached model: the types of its ancestors, the nearest first.
private struct FormerPlace {
  var types: [AnyClass] = []
  /// Whether there were more types than it contains.
  var isCut = false

  /// The maximum number of types. Deeper places are shortened, which limits the memory for a long
  /// chain of leaked models.
  static let limit = 64

  /// The place below these types, which are themselves below this place.
  func below(_ nearer: [AnyClass]) -> FormerPlace {
    FormerPlace(
      types: nearer + types.prefix(Self.limit - nearer.count),
      isCut: isCut || nearer.count + types.count > Self.limit)
  }

  /// The path of a model at this place: `/Root/Flow/Model`.
  func path(of type: AnyClass) -> String {
    (isCut ? "…" : "") + types.reversed().map { "/\($0)" }.joined() + "/\(type)"
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
