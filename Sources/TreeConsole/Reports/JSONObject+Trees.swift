import TextIO
import TreeSnapshot

// The members that several answers share.
extension JSONObject {
  /// Writes what names a message, or without a code all messages of a domain.
  mutating func write(_ kind: Message.Kind, domain: String, code: String?) {
    write("kind", kind.rawValue)
    write("domain", domain)
    write("code", code)
  }
}
