/// Reads objects by reflection, and caches what is slow to find out about their types.
package final class Reflector {
  let reflection: Reflection
  /// The classes it reads; nil if an adapter names them.
  private(set) var choice: ClassChoice?
  let properties = StoredProperties()
  private var types: [ObjectIdentifier: ReflectedType] = [:]
  private var end: ContinuousClock.Instant?
  private var valueNodes: [ValuePlace: ValueNode] = [:]

  init(_ reflection: Reflection, choice: ClassChoice?) {
    self.reflection = reflection
    self.choice = choice
  }

  /// Begins a snapshot and its time limit.
  package func beginLook(at root: AnyObject) {
    let ownModule = ReflectedType.module(of: Swift.type(of: root))
    if let choice, choice.ownModule != ownModule {
      self.choice?.ownModule = ownModule
      types = [:]
    }
    end = .now + reflection.time
    valueNodes = valueNodes.filter { $0.value.owner != nil }
  }

  /// Describes an object.
  package func view(of object: AnyObject) -> ReflectedObject {
    ReflectedObject(object, owner: object, path: "", self)
  }

  var isTimeOver: Bool { end.map { .now > $0 } ?? false }

  func type(of value: Any) -> ReflectedType {
    let key = ObjectIdentifier(Swift.type(of: value))
    if let cached = types[key] { return cached }
    let type = ReflectedType(of: value, choice)
    types[key] = type
    return type
  }

  /// The node of a value within an object; the same one in each snapshot.
  func node(for value: Any, of owner: AnyObject, path: String) -> ValueNode {
    let place = ValuePlace(owner: ObjectIdentifier(owner), path: path)
    if let node = valueNodes[place], node.owner === owner {
      node.put(value)
      return node
    }
    let node = ValueNode(value, owner: owner, path: path, self)
    valueNodes[place] = node
    return node
  }
}

/// The place of a value: the object that contains it, and the path of properties to it.
private struct ValuePlace: Hashable {
  let owner: ObjectIdentifier
  let path: String
}

/// Stands for a struct or an enum among objects, and identifies it in later snapshots.
///
/// It holds its value only from being listed to being read, so that nothing of the app is retained
/// between snapshots.
package final class ValueNode {
  private(set) weak var owner: AnyObject?
  let path: String
  private var value: Any?
  private weak var reflector: Reflector?

  init(_ value: Any, owner: AnyObject, path: String, _ reflector: Reflector) {
    self.reflector = reflector
    self.owner = owner
    self.path = path
    self.value = value
  }

  func put(_ value: Any) { self.value = value }

  /// Describes the value once; nil if it is no longer available.
  package func view() -> ReflectedObject? {
    guard let reflector, let owner, let value else { return nil }
    self.value = nil
    return ReflectedObject(value, owner: owner, path: path, reflector)
  }
}

// Short texts of values, written without the app's own descriptions, which run its code, may take
// long, and may show private data.
extension Reflector {
  /// Describes a value in at most 120 characters.
  func text(of value: Any) -> String {
    var text = ""
    write(value, depth: 0, to: &text)
    return shortened(text)
  }

  /// Whether a list contains only numbers or texts, judged by its type and first element.
  func holdsOnlyScalars(_ list: ReflectedType, first: Any) -> Bool {
    let element = type(of: first)
    return element.kind == .scalar
      && (list.name == "Array<\(element.name)>" || list.name == "Set<\(element.name)>")
  }

  private func write(_ value: Any, depth: Int, to text: inout String) {
    let type = type(of: value)
    switch type.kind {
    case .scalar: text += String(describing: value)
    case .object, .namedObject: text += type.name
    case .opaque: text += "…"
    case .optional:
      if let wrapped = Mirror(reflecting: value).children.first?.value {
        write(wrapped, depth: depth, to: &text)
      } else {
        text += "nil"
      }
    case .enumeration:
      text += messageCode(of: value)
      if let payload = Mirror(reflecting: value).children.first?.value {
        let isTuple = self.type(of: payload).kind == .tuple
        if !isTuple { text += "(" }
        write(payload, depth: depth + 1, to: &text)
        if !isTuple { text += ")" }
      }
    case .structure:
      text += type.name
      writeParts(of: value, type, "(", ")", depth: depth, to: &text)
    case .tuple: writeParts(of: value, type, "(", ")", depth: depth, to: &text)
    case .collection: writeParts(of: value, type, "[", "]", depth: depth, to: &text)
    case .dictionary: writeParts(of: value, type, "[", "]", depth: depth, to: &text)
    }
  }

  private func writeParts(
    of value: Any, _ type: ReflectedType, _ open: String, _ close: String, depth: Int,
    to text: inout String
  ) {
    text += open
    defer { text += close }
    if depth > 3 {
      text += "…"
      return
    }
    var isFirst = true
    forEachPart(of: value, type) { name, part in
      if !isFirst { text += ", " }
      isFirst = false
      if text.utf8.count > longestText { return false }
      if type.kind == .dictionary {
        let entry = Array(Mirror(reflecting: part).children.prefix(2))
        for (place, half) in entry.enumerated() {
          if place == 1 { text += ": " }
          write(half.value, depth: depth + 1, to: &text)
        }
        return true
      }
      // A tuple's unnamed element is named by its index.
      if let name, type.kind != .collection, !name.hasPrefix(".") { text += "\(name): " }
      write(part, depth: depth + 1, to: &text)
      return true
    }
  }
}

private let longestText = 120

/// A text, shortened to 120 characters.
func shortened(_ text: String) -> String {
  if text.utf8.count <= longestText { return text }
  let start = text.prefix(longestText)
  return start.endIndex == text.endIndex ? text : "\(start.dropLast())…"
}
