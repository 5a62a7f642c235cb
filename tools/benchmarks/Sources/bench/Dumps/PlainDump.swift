/// The dump as an app would declare it for Foundation.
struct PlainDump: Codable {
  var format: String
  var version: Int
  var name: String?
  var messages: [Message]?
  var nodes: [Node]

  struct Message: Codable {
    var kind: Kind
    var domain: String
    var code: String?
    var label: String?
    var source: String?
  }

  enum Kind: String, Codable {
    case error, bubble, event
  }

  struct Node: Codable {
    var id: Int
    var parent: Int?
    var type: String
    var label: String?
    var session: Bool?
    var representation: String?
    var services: [String]?
    var handles: [Message]?
    var raises: [Message]?
    var source: String?
    var state: [String: String]?
  }
}
