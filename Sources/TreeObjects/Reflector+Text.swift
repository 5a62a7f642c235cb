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
    properties.forEach(of: value, isCustom: type.isCustom) { name, part in
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
