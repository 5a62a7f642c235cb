import TextIO
package import TreeSnapshot

/// What an app's records name again and again, each made JSON once: types, files, messages.
///
/// A name is a number, from 1; 0 is none.
package final class JournalNameWriter {
  private enum Name: Hashable {
    case text(String)
    case message(kind: Message.Kind, domain: String, code: String?)
    case list([UInt32])
  }

  private var names: [Name: UInt32] = [:]
  /// The JSON of each name.
  private var json: [[UInt8]] = [[]]
  /// The messages without labels.
  private var unlabeled: Set<UInt32> = []

  init() {}

  /// The name of a text.
  package func text(_ text: String) -> UInt32 {
    name(.text(text)) { JSONText.string(text).bytes }
  }

  /// The name of a message, or of a whole domain if `code` is nil. A label that was not known before is
  /// added.
  package func message(
    kind: Message.Kind, domain: String, code: String?, label: String?
  ) -> UInt32 {
    let message = KnownMessage(kind: kind, domain: domain, code: code, label: label)
    func bytes() -> [UInt8] { JSONText.object { message.write(to: &$0) }.bytes }
    let count = json.count
    let name = name(.message(kind: kind, domain: domain, code: code), bytes)
    if label == nil {
      if json.count > count { unlabeled.insert(name) }
    } else if unlabeled.remove(name) != nil {
      json[Int(name)] = bytes()
    }
    return name
  }

  /// The name of a list of names.
  package func list(_ list: [UInt32]) -> UInt32 {
    name(.list(list)) {
      Array("[".utf8) + list.map { json[Int($0)] }.joined(separator: Array(", ".utf8))
        + Array("]".utf8)
    }
  }

  private func name(_ name: Name, _ bytes: () -> [UInt8]) -> UInt32 {
    if let number = names[name] { return number }
    let number = UInt32(json.count)
    json.append(bytes())
    names[name] = number
    return number
  }

  /// The JSON of a name.
  subscript(name: UInt32) -> [UInt8] { json[Int(name)] }
}
