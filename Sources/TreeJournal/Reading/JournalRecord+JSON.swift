package import TextIO
import TreeSnapshot

extension JournalRecord {
  /// Writes the members of the JSON object. What a record does not have is left out.
  package func write(to json: inout JSONObject) {
    json.write("seq", number)
    json.write("time", WallClock.text(ofNanoseconds: time))
    json.write("what", event.name)
    json.write("node", node.id)
    json.write("raise", raise)
    json.write("handler", handler)
    json.write("hops", hops)
    json.write("count", count)
    json.write("nanoseconds", nanoseconds)
    json.write("parent", parent == 0 ? nil : parent)
    json.write("type", type)
    if let message { json.object("message") { message.write(to: &$0) } }
    json.write("service", service)
    json.write("representation", representation)
    json.write("source", source)
    if !vocabulary.isEmpty {
      json.array("messages") { messages in
        for message in vocabulary { messages.object { message.write(to: &$0) } }
      }
    }
    json.write("cause", cause)
    if isTest { json.write("test", true) }
    json.write("handlerType", handlerType)
    json.write("by", by?.id)
    json.write("tree", node.tree)
  }

  /// The record as JSON.
  package var json: JSONText { .object { write(to: &$0) } }
}

extension JournalMessage {
  /// Writes the members of the JSON object.
  package func write(to json: inout JSONObject) {
    json.write("kind", kind.rawValue)
    json.write("domain", domain)
    json.write("code", code)
    json.write("label", label)
  }
}
