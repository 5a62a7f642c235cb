import TreeObjects

/// The result of a look at objects in plain arrays: a walk that reads everything.
struct PlainLook {
  private(set) var types: [Int] = []
  private(set) var parents: [Int32] = []
  private(set) var labels: [String?] = []
  private(set) var areSessions: [Bool] = []
  private(set) var representations: [String?] = []
  private(set) var sources: [String?] = []
  private(set) var services: [String] = []
  private(set) var subscriptions: [InspectedMessage] = []
  private(set) var raises: [InspectedMessage] = []
  private(set) var states: [(key: String, value: String)] = []
  /// The ends of each object's services, subscriptions, messages, and state.
  private(set) var ends: [SIMD4<Int32>] = []

  private(set) var names: [String] = []
  private var places: [ObjectIdentifier: Int] = [:]
  /// The last type, because siblings often share one.
  private var last: (type: ObjectIdentifier, place: Int)?

  init(at root: any Inspectable) {
    var open: [(object: any Inspectable, parent: Int32)] = [(root, -1)]
    while let (object, parent) = open.popLast() {
      let position = Int32(types.count)
      copy(object, below: parent)
      for case let child? in object.inspectedChildren.reversed() {
        if let child = child as? any Inspectable { open.append((child, position)) }
      }
    }
  }

  private mutating func copy(_ object: any Inspectable, below parent: Int32) {
    types.append(place(of: object))
    parents.append(parent)
    labels.append(object.inspectedLabel)
    areSessions.append(object.isInspectedSession)
    representations.append(object.inspectedRepresentation.map { String(describing: type(of: $0)) })
    sources.append(object.inspectedSource)
    services += object.inspectedServices
    subscriptions += object.inspectedSubscriptions
    raises += object.inspectedRaises
    for entry in object.inspectedState { states.append(entry) }
    ends.append(
      SIMD4(
        Int32(services.count), Int32(subscriptions.count), Int32(raises.count),
        Int32(states.count)))
  }

  private mutating func place(of object: any Inspectable) -> Int {
    if let name = object.inspectedName {
      names.append(name)
      return names.count - 1
    }
    let type = ObjectIdentifier(Swift.type(of: object))
    if let last, last.type == type { return last.place }
    let place = places[type] ?? names.count
    if place == names.count {
      names.append(String(describing: Swift.type(of: object)))
      places[type] = place
    }
    last = (type, place)
    return place
  }
}
