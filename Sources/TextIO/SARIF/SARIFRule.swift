/// One kind of result that a log can hold.
package struct SARIFRule: Hashable, Sendable {
  /// How much a result matters.
  package enum Level: String, Hashable, Sendable {
    /// Something is wrong.
    case error
    /// Something is probably wrong.
    case warning
    /// Something is good to know.
    case note
  }

  /// The name of the rule.
  package var id: String
  /// How much its results matter where nothing else is said.
  package var level: Level
  /// What it looks for, in one sentence.
  package var looksFor: SafeText
  /// When there is such a result, as far as the sentence above leaves that open.
  package var definition: SafeText
  /// What to do about a result, in one sentence.
  package var remedy: SafeText

  /// Creates a rule.
  package init(
    _ id: String, _ level: Level, looksFor: SafeText, definition: SafeText, remedy: SafeText
  ) {
    self.id = id
    self.level = level
    self.looksFor = looksFor
    self.definition = definition
    self.remedy = remedy
  }

  func write(to json: inout JSONObject) {
    json.write("id", id)
    json.writeMessage("shortDescription", looksFor)
    json.writeMessage("fullDescription", definition)
    json.writeMessage("help", remedy)
    json.object("defaultConfiguration") { $0.write("level", level.rawValue) }
  }
}
