/// Reads objects by reflection, and caches what is slow to find out about their types.
final class Reflector {
  let reflection: Reflection
  /// The classes it reads; nil if an adapter names them.
  private var choice: ClassChoice?
  private let properties = StoredProperties()
  private var types: [ObjectIdentifier: ReflectedType] = [:]
  private var end: ContinuousClock.Instant?

  init(_ reflection: Reflection, choice: ClassChoice?) {
    self.reflection = reflection
    self.choice = choice
  }

  /// Begins a snapshot and its time limit.
  func beginLook(at root: AnyObject) {
    let ownModule = ReflectedType.module(of: Swift.type(of: root))
    if let choice, choice.ownModule != ownModule {
      self.choice?.ownModule = ownModule
      types = [:]
    }
    end = .now + reflection.time
  }

  var isTimeOver: Bool { end.map { .now > $0 } ?? false }

  func type(of value: Any) -> ReflectedType {
    let key = ObjectIdentifier(Swift.type(of: value))
    if let cached = types[key] { return cached }
    let type = ReflectedType(of: value, choice)
    types[key] = type
    return type
  }
}

// A set and a dictionary have another order in each process; a snapshot has the same in all.
extension Reflector {
  /// Calls a function with each property of an object, or each part of a value, until it returns
  /// false.
  ///
  /// The elements of a set come in the order of their texts, the entries of a dictionary in the
  /// order of their keys' texts, numbers by value. Objects are ordered by their class and their own
  /// numbers and texts; those that have the same come as they are found.
  func forEachPart(
    of value: Any, _ type: ReflectedType, _ body: (_ name: String?, _ value: Any) -> Bool
  ) {
    guard type.isUnordered else {
      return properties.forEach(
        of: value, isCustom: type.isCustom, where: { reads(ReflectedType.module(of: $0)) }, body)
    }
    var parts: [(number: Double, text: String, value: Any)] = []
    properties.forEach(of: value, isCustom: type.isCustom) { _, part in
      let (number, text) = order(of: type.kind == .dictionary ? entry(part)?.key ?? part : part)
      parts.append((number, text, part))
      return true
    }
    parts.sort { ($0.number, $0.text) < ($1.number, $1.text) }
    for part in parts where !body(nil, part.value) { return }
  }

  /// Whether the properties that classes of a module declare are read.
  private func reads(_ module: String) -> Bool { choice?.contains(module: module) ?? true }

  /// The modules of an object's superclasses whose properties aren't read, except the system's.
  func unreadSuperclasses(of object: AnyObject, _ type: ReflectedType) -> [String] {
    if type.isCustom { return [] }
    return sequence(first: Swift.type(of: object) as AnyClass) { _getSuperclass($0) }
      .map { ReflectedType.module(of: $0) }
      .filter { !reads($0) && !ReflectedType.isSystem($0) }.reversed()
  }

  /// The key and the value of a dictionary's entry.
  func entry(_ part: Any) -> (key: Any, value: Any)? {
    let halves = Array(Mirror(reflecting: part).children.prefix(2))
    return halves.count == 2 ? (halves[0].value, halves[1].value) : nil
  }

  /// The place of a part among the others: numbers first, then texts.
  private func order(of part: Any) -> (number: Double, text: String) {
    let type = type(of: part)
    switch type.kind {
    case .scalar:
      let text = String(describing: part)
      let number = Double(text).flatMap { $0.isNaN ? nil : $0 }
      return (number ?? .infinity, text)
    case .object: return (.infinity, facts(of: part as AnyObject, type))
    default: return (.infinity, text(of: part))
    }
  }

  /// An object's class, and its own numbers and texts: what it holds may hold it.
  private func facts(of object: AnyObject, _ type: ReflectedType) -> String {
    if let object = object as? any Inspectable {
      return "\(type.name) \(object.inspectedLabel ?? "")"
    }
    guard type.reasonNotToRead == nil else { return type.name }
    var facts = type.name
    forEachPart(of: object, type) { name, value in
      if self.type(of: value).kind == .scalar { facts += " \(name ?? "") \(value)" }
      return true
    }
    return facts
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
    case .collection, .dictionary: writeParts(of: value, type, "[", "]", depth: depth, to: &text)
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
      if type.kind == .dictionary, let (key, value) = entry(part) {
        write(key, depth: depth + 1, to: &text)
        text += ": "
        write(value, depth: depth + 1, to: &text)
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
