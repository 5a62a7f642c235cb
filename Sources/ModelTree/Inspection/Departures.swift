/// Where models stood that have left a tree and are still alive, kept while a tree is inspected.
///
/// Most models that leave are gone a moment later. So a departure is only noted as it happens, and
/// what was noted is looked at when all models that had to go are gone: the paths of those that are
/// left are made then.
final class Departures {
  /// Where a model stood: the types above it, the nearest first.
  struct Place {
    var types: [Model.Type]
    /// Whether there were more above than are kept.
    var isCut: Bool

    /// How many types are kept. Deeper trees are cut, so that a long chain of models that are all
    /// held costs no more than so much each.
    static let limit = 64

    static let top = Place(types: [], isCut: false)
    static let unknown = Place(types: [], isCut: true)
  }

  private struct Departure {
    let node: Int32
    let id: Int
    let cause: Cause
    /// What the model was, once it is being deallocated.
    var type: (Model.Type)?
  }

  private enum Cause {
    /// The model was removed from a parent that stayed; the number is the parent's id.
    case removed(from: Int32, id: Int)
    /// The model's parent went; its own departure is given where it left just before.
    case orphaned(departure: Int)
    /// The model's parent went, which was the root or had been held since it left.
    case released(Place, parent: Model.Type)
  }

  private var departures: [Departure] = []
  /// Where those stood that are held, by their nodes.
  private var places: [Int32: Place] = [:]
  /// The departure of the model that the store is releasing now.
  private var releasing = -1

  /// Notes a removal, and answers its number.
  func noteRemoval(of node: Int32, id: Int, from parent: Int32, id parentID: Int) -> Int {
    departures.append(
      Departure(node: node, id: id, cause: .removed(from: parent, id: parentID), type: nil))
    return departures.count - 1
  }

  /// Notes that a child's parent is being deallocated, and answers the number.
  func noteOrphan(
    _ node: Int32, id: Int, of parent: Int32, _ parentType: Model.Type, isRoot: Bool
  ) -> Int {
    let cause: Cause
    if departures.indices.contains(releasing), departures[releasing].node == parent {
      departures[releasing].type = parentType
      cause = .orphaned(departure: releasing)
    } else {
      let place = isRoot ? .top : places[parent] ?? .unknown
      cause = .released(place, parent: parentType)
    }
    departures.append(Departure(node: node, id: id, cause: cause, type: nil))
    return departures.count - 1
  }

  func willRelease(_ departure: Int) { releasing = departure }

  /// Forgets a model that is gone.
  func forget(_ node: Int32) {
    if !places.isEmpty { places[node] = nil }
  }

  /// Keeps the places of those that are still there, now that all others are gone.
  func settle(in store: TreeStore) {
    releasing = -1
    for departure in departures where store.isAlive(departure.node, id: departure.id) {
      places[departure.node] = place(of: departure, in: store)
    }
    departures.removeAll(keepingCapacity: departures.count < 1_024)
  }

  /// Where a model stood that is the top of what left with it; nil where it left before this began.
  func place(of node: Int32) -> Place? { places[node] }

  private func place(of departure: Departure, in store: TreeStore) -> Place {
    var types: [Model.Type] = []
    var departure = departure
    while types.count < Place.limit {
      switch departure.cause {
      case .orphaned(let number):
        departure = departures[number]
        if let type = departure.type { types.append(type) }
      case .released(let place, let parent):
        return Place(types: types + [parent] + place.types, isCut: place.isCut).cut()
      case .removed(let parent, let id):
        guard store.isAlive(parent, id: id) else { return Place(types: types, isCut: true) }
        let above = store.place(below: parent)
        return Place(types: types + above.types, isCut: above.isCut).cut()
      }
    }
    return Place(types: types, isCut: true)
  }
}

extension Departures.Place {
  fileprivate func cut() -> Departures.Place {
    types.count <= Self.limit
      ? self : Departures.Place(types: Array(types.prefix(Self.limit)), isCut: true)
  }

  /// The path of a model that stood here: `/Root/Flow/Model`.
  func path(of type: Model.Type) -> String {
    (isCut ? "…" : "")
      + types.reversed().map { "/\(String(describing: $0))" }.joined()
      + "/\(String(describing: type))"
  }
}

extension TreeStore {
  /// The place of a child of a node, which is in the tree or held outside of it.
  func place(below node: Int32) -> Departures.Place {
    var types: [Model.Type] = []
    var node = node
    while types.count < Departures.Place.limit {
      types.append(type(of: model(at: node)))
      let parent = links[Int(node)].parent
      guard parent != Self.none else {
        if links[Int(node)].isRootSession { return Departures.Place(types: types, isCut: false) }
        guard let above = departures?.place(of: node) else {
          return Departures.Place(types: types, isCut: true)
        }
        return Departures.Place(types: types + above.types, isCut: above.isCut).cut()
      }
      node = parent
    }
    return Departures.Place(types: types, isCut: true)
  }
}
