/// An object read by reflection during a snapshot.
package final class ReflectedObject: Inspectable {
  private let object: AnyObject
  private let reflector: Reflector
  private lazy var parts = ReflectedParts(of: object, atDepth: depth, reflector)
  /// The name of the property that led to it.
  private var nameByOwner: String?
  /// Its depth below the root.
  private var depth = 0

  init(_ object: AnyObject, _ reflector: Reflector) {
    self.object = object
    self.reflector = reflector
  }

  /// Notes the place where the object was found, before it is read.
  ///
  /// - Parameters:
  ///   - depth: how far below the root.
  ///   - name: the name of the property that led to it.
  func isMet(atDepth depth: Int, as name: String?) {
    self.depth = depth
    nameByOwner = name
  }

  package var inspectedLabel: String? { parts.label ?? nameByOwner }

  package var inspectedChildren: [AnyObject?] { parts.children }

  /// The name of the property that holds each child.
  var childNames: [String?] { parts.names }

  /// The entries of its state. `inspectedState` can't hold entries whose number the compiler
  /// doesn't know.
  var stateEntries: [(key: String, value: String)] { parts.state }
}

/// What reflection reads of an object: what in it is a child, and what is state.
private struct ReflectedParts {
  private(set) var label: String?
  private(set) var children: [AnyObject?] = []
  /// The name of the property that holds each child; nil for an element of a collection.
  private(set) var names: [String?] = []
  private(set) var state: [(key: String, value: String)] = []
  /// The parts beyond the limits.
  private var leftOut: [String] = []
  private let reflector: Reflector
  private var breadth: Int { reflector.reflection.breadth }

  /// The properties that can label an object; the first that contains text does.
  private static let labels = ["label", "name", "title", "identifier", "id"]
  /// How deep to search values for objects.
  private static let deepestValue = 6

  init(of object: AnyObject, atDepth depth: Int, _ reflector: Reflector) {
    self.reflector = reflector
    let type = reflector.type(of: object)
    if let reason = type.reasonNotToRead {
      leftOut.append(reason)
    } else if depth >= reflector.reflection.depth {
      leftOut.append("what is more than \(depth) levels down")
    } else if reflector.isTimeOver {
      leftOut.append("what could not be read within \(reflector.reflection.time)")
    } else {
      readProperties(of: object, type)
    }
    if !leftOut.isEmpty {
      state.append((key: "left out", value: leftOut.joined(separator: ", ")))
    }
  }

  private mutating func readProperties(of object: AnyObject, _ type: ReflectedType) {
    for superclass in reflector.unreadSuperclasses(of: object, type) {
      leftOut.append(ReflectedType.leftOut(superclass))
    }
    var rank = Self.labels.count
    var count = 0
    reflector.forEachPart(of: object, type) { name, value in
      if count == breadth {
        leftOut.append("all properties but \(count)")
        return false
      }
      let name = name ?? "\(count)"
      count += 1
      if let labelRank = Self.labels.firstIndex(of: name), labelRank < rank,
        let text = Self.text(ofLabel: value, name), !text.isEmpty
      {
        rank = labelRank
        label = shortened(text)
      }
      visit(value, name, depth: 0, isElement: false)
      return true
    }
  }

  /// The text of a property that may label an object: an `id` may be a number, too.
  private static func text(ofLabel value: Any, _ name: String) -> String? {
    value as? String ?? (name == "id" ? (value as? any BinaryInteger)?.description : nil)
  }

  /// Notes a property, or a part of one.
  ///
  /// - Parameters:
  ///   - name: its path from the object.
  ///   - depth: its depth within values; 0 for a property itself.
  ///   - isElement: whether it is an element of a collection.
  private mutating func visit(_ value: Any, _ name: String, depth: Int, isElement: Bool) {
    let type = reflector.type(of: value)
    switch type.kind {
    case .opaque: return
    case .object: return add(value as AnyObject, isElement ? nil : name)
    case .optional:
      if let wrapped = Mirror(reflecting: value).children.first?.value {
        return visit(wrapped, name, depth: depth, isElement: isElement)
      }
    case .collection, .dictionary, .tuple, .structure, .enumeration, .namedObject, .scalar: break
    }
    if depth == 0 { state.append((key: name, value: reflector.text(of: value))) }
    if depth < Self.deepestValue, type.kind.hasParts {
      visitParts(of: value, type, name, depth: depth + 1)
    }
  }

  private mutating func add(_ child: AnyObject, _ name: String?) {
    if children.count == breadth {
      let reason = "all children but \(children.count)"
      if leftOut.last != reason { leftOut.append(reason) }
      return
    }
    children.append(child)
    names.append(name)
  }

  private mutating func visitParts(
    of value: Any, _ type: ReflectedType, _ name: String, depth: Int
  ) {
    var count = 0
    reflector.forEachPart(of: value, type) { part, value in
      if count == breadth {
        leftOut.append("all of \(name) but \(count)")
        return false
      }
      // A list of numbers or texts contains no objects.
      if count == 0, type.kind == .collection, reflector.holdsOnlyScalars(type, first: value) {
        return false
      }
      // A tuple's unnamed element is called `.0`.
      let place = part.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? "\(count)"
      count += 1
      switch type.kind {
      case .collection: visit(value, "\(name)[\(place)]", depth: depth, isElement: true)
      case .dictionary:
        guard let (key, value) = reflector.entry(value) else { return true }
        visit(value, "\(name)[\(reflector.text(of: key))]", depth: depth, isElement: false)
      case .enumeration: visit(value, name, depth: depth, isElement: false)
      default: visit(value, "\(name).\(place)", depth: depth, isElement: false)
      }
      return true
    }
  }
}
