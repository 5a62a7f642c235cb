/// A SARIF 2.1.0 log of one run of the command.
package struct SARIFLog: Sendable {
  /// The version of the command.
  package var version: String
  /// The rules that ran.
  package var rules: [SARIFRule]
  /// What the run found.
  package var results: [SARIFResult]

  /// Creates a log.
  package init(version: String, rules: [SARIFRule], results: [SARIFResult]) {
    self.version = version
    self.rules = rules
    self.results = results
  }

  /// The log as JSON: a line for each rule, and one for each result.
  package var json: JSONText {
    .object { json in
      json.write("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.write("version", "2.1.0")
      json.array("runs") { runs in
        runs.object { run in
          run.object("tool") { tool in
            tool.object("driver") { driver in
              driver.write("name", "modeltree")
              driver.write("version", version)
              driver.array("rules", .lines) { array in
                for rule in rules { array.object { rule.write(to: &$0) } }
              }
            }
          }
          run.write("columnKind", "unicodeCodePoints")
          let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
          run.array("results", .lines) { array in
            for result in results {
              array.object { result.write(to: &$0, ruleIndex: indices[result.rule]) }
            }
          }
        }
      }
    }
  }
}

extension JSONObject {
  /// Writes a member whose value is a message.
  mutating func writeMessage(_ key: String, _ text: SafeText) {
    object(key) { $0.write("text", SARIFText.message(text.string)) }
  }
}
