import TreeAnalysis
import TreeSnapshot

/// What lint found, as a SARIF 2.1.0 log of one run.
struct LintSARIF {
  let result: LintResult
  let version: String

  var bytes: [UInt8] {
    var sink = MemorySink()
    sink.write(
      """
      {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [
      {"tool": {"driver": {"name": "modeltree", "version": "\(version)", "rules": [

      """)
    for (index, rule) in result.rules.enumerated() {
      if index > 0 { sink.write(",\n" as StaticString) }
      write(rule, to: &sink)
    }
    sink.write("\n]}}, \"columnKind\": \"unicodeCodePoints\", \"results\": [" as StaticString)
    let places = Dictionary(
      uniqueKeysWithValues: result.rules.enumerated().map { ($1.name, $0) })
    var counts: [LintBaseline.Entry: Int] = [:]
    for (index, item) in result.items.enumerated() {
      sink.write(index > 0 ? ",\n" : "\n")
      let entry = LintBaseline.Entry(item.finding)
      counts[entry, default: 0] += 1
      write(
        item, ruleIndex: places[item.finding.rule],
        fingerprint: SARIFText.fingerprint(of: entry, count: counts[entry] ?? 1), to: &sink)
    }
    sink.write("\n]}]}\n" as StaticString)
    return sink.bytes
  }

  private func write(_ rule: LintRule, to sink: inout MemorySink) {
    sink.write("{\"id\": " as StaticString)
    JSONText.write(rule.name, to: &sink)
    for (key, text) in [
      ("shortDescription", rule.looksFor), ("fullDescription", rule.definition),
      ("help", rule.wayOut),
    ] {
      sink.write(", \"\(key)\": ")
      writeMessage(text, to: &sink)
    }
    sink.write(", \"defaultConfiguration\": {\"level\": \"\(rule.severity.rawValue)\"}}")
  }

  private func write(
    _ item: LintResult.Item, ruleIndex: Int?, fingerprint: String, to sink: inout MemorySink
  ) {
    let observation = item.finding.observation
    sink.write("{\"ruleId\": " as StaticString)
    JSONText.write(item.finding.rule, to: &sink)
    if let ruleIndex { sink.write(", \"ruleIndex\": \(ruleIndex)") }
    sink.write(", \"level\": \"\(item.finding.severity.rawValue)\", \"message\": ")
    writeMessage(observation.reason, to: &sink)
    sink.write(", \"locations\": [{" as StaticString)
    write(observation.place, to: &sink)
    sink.write("}]" as StaticString)
    if !observation.related.isEmpty {
      sink.write(", \"relatedLocations\": [" as StaticString)
      for (index, relation) in observation.related.enumerated() {
        sink.write(index > 0 ? ", {\"message\": " : "{\"message\": ")
        writeMessage(relation.what, to: &sink)
        sink.write(", " as StaticString)
        write(relation.place, to: &sink)
        sink.write("}" as StaticString)
      }
      sink.write("]" as StaticString)
    }
    sink.write(", \"partialFingerprints\": {\"rulePathReason/v1\": \"\(fingerprint)\"}")
    sink.write(", \"baselineState\": \"\(item.isKnown ? "unchanged" : "new")\"}")
  }

  /// The members of a location: the line of code where it is known, and the path in the tree.
  private func write(_ place: LintPlace, to sink: inout MemorySink) {
    if let (file, line) = place.source.flatMap(SARIFText.fileAndLine) {
      sink.write("\"physicalLocation\": {\"artifactLocation\": {\"uri\": " as StaticString)
      JSONText.write(SARIFText.uri(of: file), to: &sink)
      sink.write("}, \"region\": {\"startLine\": \(line)}}, ")
    }
    sink.write("\"logicalLocations\": [{\"fullyQualifiedName\": " as StaticString)
    JSONText.write(SafeText.escape(place.path), to: &sink)
    sink.write("}]" as StaticString)
  }

  private func writeMessage(_ text: String, to sink: inout MemorySink) {
    sink.write("{\"text\": " as StaticString)
    JSONText.write(SARIFText.message(text), to: &sink)
    sink.write("}" as StaticString)
  }
}
