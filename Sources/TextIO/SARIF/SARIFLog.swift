/// What every SARIF 2.1.0 log of ours has in common: one run of one tool.
package enum SARIFLog {
  /// Writes everything up to the first result.
  package static func begin(version: String, rules: [SARIFRule], to sink: inout MemorySink) {
    sink.write(
      """
      {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [
      {"tool": {"driver": {"name": "modeltree", "version": "\(version)", "rules": [

      """)
    for (index, rule) in rules.enumerated() {
      if index > 0 { sink.write(",\n" as StaticString) }
      rule.write(to: &sink)
    }
    sink.write("\n]}}, \"columnKind\": \"unicodeCodePoints\", \"results\": [" as StaticString)
  }

  /// Writes everything behind the last result.
  package static func end(_ sink: inout MemorySink) {
    sink.write("\n]}]}\n" as StaticString)
  }

  /// Writes a message object.
  package static func writeMessage(_ text: String, to sink: inout MemorySink) {
    sink.write("{\"text\": " as StaticString)
    JSONString.write(SARIFText.message(text), to: &sink)
    sink.write("}" as StaticString)
  }
}
