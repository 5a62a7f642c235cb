/// An object, or a value within one, read by reflection during a snapshot.
package final class ReflectedObject: Inspectable {
  /// What was read.
  private struct Parts {
    var label: String?
    var children: [AnyObject?] = []
    /// The name of the property that holds each child; nil for an element of a collection.
    var names: [String?] = []
    var state: [(key: String, value: String)] = []
    /// The parts beyond the limits.
    var leftOut: [String] = []
  }

  private let subject: Any
  /// The object that is or contains the value.
  private let owner: AnyObject
  /// The path of properties from the object to the value.
  private let path: String
  private let reflector: Reflector
  private var parts: Parts?
  private var nameByOwner: String?
  /// Its depth below the root.
  private var depth = 0

  init(_ subject: Any, owner: AnyObject, path: String, _ reflector: Reflector) {
    self.subject = subject
    self.owner = owner
    self.path = path
    self.reflector = reflector
  }

  /// Notes the place where the object was found.
  ///
  /// - Parameters:
  ///   - depth: how far below the root.
  ///   - name: the name of the property that led to it.
  package func isMet(atDepth depth: Int, as name: String?) {
    self.depth = depth
    nameByOwner = name
  }

  package var inspectedName: String? { path.isEmpty ? nil : reflector.type(of: subject).nodeName }

  package var inspectedLabel: String? { read().label ?? nameByOwner }

  package var inspectedChildren: [AnyObject?] { read().children }

  /// The name of the property that holds each child.
  package var childNames: [String?] { read().names }

  /// The entries of its state. `inspectedState` can't hold entries whose number the compiler
  /// doesn't know.
  package var stateEntries: [(key: String, value: String)] { read().state }
}

extension ReflectedObject {
  /// The properties that can label an object; the first that contains text does.
  private static let labels = ["label", "name", "title", "identifier", "id"]
  /// How deep to search values for objects.
  private static let deepestValue = 6

  private func read() -> Parts {
    if let parts { return parts }
    var result = Parts()
    if let reason = reasonNotToRead {
      result.leftOut.append(reason)
    } else {
      readProperties(into: &result)
    }
    if !result.leftOut.isEmpty {
      result.state.append((key: "left out", value: result.leftOut.joined(separator: ", ")))
    }
    parts = result
    return result
  }

  private var reasonNotToRead: String? {
    let reflection = reflector.reflection
    if let reason = reflector.type(of: subject).reasonNotToRead { return reason }
    if depth >= reflection.depth { return "what is more than \(depth) levels down" }
    if reflector.isTimeOver { return "what could not be read within \(reflection.time)" }
    return nil
  }

  private func readProperties(into parts: inout Parts) {
    let type = reflector.type(of: subject)
    if type.kind == .enumeration {
      parts.state.append((key: "case", value: messageCode(of: subject)))
    }
    var rank = Self.labels.count
    var count = 0
    func isRead(_ superclass: Any.Type) -> Bool {
      guard let choice = reflector.choice else { return true }
      let module = ReflectedType.module(of: superclass)
      if choice.contains(module: module) { return true }
      if !ReflectedType.isSystem(module) { parts.leftOut.append(ReflectedType.leftOut(module)) }
      return false
    }
    reflector.properties.forEach(of: subject, isCustom: type.isCustom, where: isRead) {
      name, value in
      if count == reflector.reflection.breadth {
        parts.leftOut.append("all properties but \(count)")
        return false
      }
      let name = name ?? "\(count)"
      count += 1
      if let labelRank = Self.labels.firstIndex(of: name), labelRank < rank,
        let text = text(ofLabel: value, name), !text.isEmpty
      {
        rank = labelRank
        parts.label = shortened(text)
      }
      visit(value, name, depth: 0, isElement: false, into: &parts)
      return true
    }
  }

  /// The text of a property that may label an object: an `id` may be a number, too.
  private func text(ofLabel value: Any, _ name: String) -> String? {
    value as? String ?? (name == "id" ? (value as? any BinaryInteger)?.description : nil)
  }

  /// Notes a property, or a part of one.
  ///
  /// - Parameters:
  ///   - name: its path from the object.
  ///   - depth: its depth within values; 0 for a property itself.
  ///   - isElement: whether it is an element of a collection.
  private func visit(
    _ value: Any, _ name: String, depth: Int, isElement: Bool, into parts: inout Parts
  ) {
    let type = reflector.type(of: value)
    switch type.kind {
    case .object: add(value as AnyObject, name, isElement: isElement, to: &parts)
    case .optional:
      if let wrapped = Mirror(reflecting: value).children.first?.value {
        visit(wrapped, name, depth: depth, isElement: isElement, into: &parts)
      } else if depth == 0 {
        parts.state.append((key: name, value: "nil"))
      }
    case .structure where reflector.reflection.values == .nodes,
      .enumeration where isNode(enumeration: value, type):
      let node = reflector.node(for: value, of: owner, path: "\(path).\(name)")
      add(node, name, isElement: isElement, to: &parts)
    case .collection, .dictionary, .tuple, .structure, .enumeration:
      if depth == 0 { parts.state.append((key: name, value: reflector.text(of: value))) }
      if depth < Self.deepestValue { visitParts(of: value, type, name, depth: depth, &parts) }
    case .namedObject, .scalar:
      if depth == 0 { parts.state.append((key: name, value: reflector.text(of: value))) }
    case .opaque: break
    }
  }

  /// Whether an enum's value is shown as a node, which is the case if it has associated values.
  private func isNode(enumeration value: Any, _ type: ReflectedType) -> Bool {
    reflector.reflection.values == .nodes && type.isDeclared
      && !Mirror(reflecting: value).children.isEmpty
  }

  private func add(_ child: AnyObject, _ name: String, isElement: Bool, to parts: inout Parts) {
    if parts.children.count == reflector.reflection.breadth {
      let reason = "all children but \(parts.children.count)"
      if parts.leftOut.last != reason { parts.leftOut.append(reason) }
      return
    }
    parts.children.append(child)
    parts.names.append(isElement ? nil : name)
  }

  private func visitParts(
    of value: Any, _ type: ReflectedType, _ name: String, depth: Int, _ parts: inout Parts
  ) {
    var count = 0
    reflector.forEachPart(of: value, type) { part, value in
      if count == reflector.reflection.breadth {
        parts.leftOut.append("all of \(name) but \(count)")
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
      case .collection:
        visit(value, "\(name)[\(place)]", depth: depth + 1, isElement: true, into: &parts)
      case .dictionary:
        let entry = Array(Mirror(reflecting: value).children.prefix(2))
        guard entry.count == 2 else { return true }
        visit(
          entry[1].value, "\(name)[\(reflector.text(of: entry[0].value))]", depth: depth + 1,
          isElement: false, into: &parts)
      case .enumeration: visit(value, name, depth: depth + 1, isElement: false, into: &parts)
      default: visit(value, "\(name).\(place)", depth: depth + 1, isElement: false, into: &parts)
      }
      return true
    }
  }
}
