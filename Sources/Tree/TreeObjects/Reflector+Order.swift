// A set and a dictionary have another order in each process; a snapshot has the same in all.
extension Reflector {
  /// Calls a function with each part of a value until it returns false.
  ///
  /// The elements of a set come in the order of their texts, the entries of a dictionary in the order of
  /// their keys' texts, numbers by value. Objects are ordered by their class and their own numbers and
  /// texts; those that have the same come as they are found.
  func forEachPart(
    of value: Any, _ type: ReflectedType, _ body: (_ name: String?, _ value: Any) -> Bool
  ) {
    guard type.isUnordered else {
      return properties.forEach(of: value, isCustom: type.isCustom, body)
    }
    var parts: [(order: PartOrder, value: Any)] = []
    properties.forEach(of: value, isCustom: type.isCustom) { _, part in
      let key = type.kind == .dictionary ? Mirror(reflecting: part).children.first : nil
      parts.append((order(of: key?.value ?? part), part))
      return true
    }
    parts.sort { $0.order < $1.order }
    for part in parts where !body(nil, part.value) { return }
  }

  private func order(of part: Any) -> PartOrder {
    let type = type(of: part)
    switch type.kind {
    case .scalar:
      let text = String(describing: part)
      let number = Double(text).flatMap { $0.isNaN ? nil : $0 }
      return PartOrder(number: number ?? .infinity, text: text)
    case .object: return PartOrder(number: .infinity, text: facts(of: part as AnyObject, type))
    default: return PartOrder(number: .infinity, text: text(of: part))
    }
  }

  /// An object's class, and its own numbers and texts: what it holds may hold it.
  private func facts(of object: AnyObject, _ type: ReflectedType) -> String {
    if let object = object as? any Inspectable {
      return "\(type.name) \(object.inspectedLabel ?? "")"
    }
    guard type.reasonNotToRead == nil else { return type.name }
    var facts = type.name
    let isRead = { (superclass: Any.Type) in
      self.choice?.contains(module: ReflectedType.module(of: superclass)) ?? true
    }
    properties.forEach(of: object, isCustom: type.isCustom, where: isRead) { name, value in
      if self.type(of: value).kind == .scalar { facts += " \(name ?? "") \(value)" }
      return true
    }
    return facts
  }
}

/// The place of a part among the others: numbers first, then texts.
private struct PartOrder: Comparable {
  let number: Double
  let text: String

  static func < (one: PartOrder, other: PartOrder) -> Bool {
    (one.number, one.text) < (other.number, other.text)
  }
}
