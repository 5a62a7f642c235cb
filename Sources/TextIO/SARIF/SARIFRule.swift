/// One kind of result that a log can hold.
package struct SARIFRule: Hashable, Sendable {
  /// How much a result matters.
  package enum Level: String, Hashable, Sendable {
    case error
    case warning
    case note
  }

  package var id: String
  package var level: Level
  /// What it looks for, in one sentence.
  package var looksFor: String
  /// When there is such a result, as far as the sentence above leaves that open.
  package var definition: String
  /// What to do about a result, in one sentence.
  package var remedy: String

  package init(
    _ id: String, _ level: Level, looksFor: String, definition: String, remedy: String
  ) {
    self.id = id
    self.level = level
    self.looksFor = looksFor
    self.definition = definition
    self.remedy = remedy
  }

  func write(to sink: inout MemorySink) {
    sink.write("{\"id\": " as StaticString)
    JSONString.write(id, to: &sink)
    for (key, text) in [
      ("shortDescription", looksFor), ("fullDescription", definition), ("help", remedy),
    ] {
      sink.write(", \"\(key)\": ")
      SARIFLog.writeMessage(text, to: &sink)
    }
    sink.write(", \"defaultConfiguration\": {\"level\": \"\(level.rawValue)\"}}")
  }
}
