import TextIO
import TreeSnapshot

// The value that a message carries, as text and as JSON.
extension DeclaredMessage.Payload {
  /// How many keys a person is shown.
  private static let shownKeys = 12

  /// `a value of type Exam with title, year`; without the type if the message is the value.
  func words(in message: Message) -> SafeText {
    let type: SafeText = type == message.name ? "" : " of type \(type)"
    let shown = SafeText(keys.prefix(Self.shownKeys).joined(separator: ", "))
    let more = keys.count - Self.shownKeys
    let rest: SafeText = more > 0 ? ", and \(counted(more, "more key"))" : ""
    return "a value\(type)" + (keys.isEmpty ? "" : " with \(shown)\(rest)")
  }

  /// Writes `"payload": "Exam", "keys": ["title", "year"]`.
  func write(to json: inout JSONObject) {
    json.write("payload", type)
    if !keys.isEmpty { json.write("keys", keys) }
  }
}
