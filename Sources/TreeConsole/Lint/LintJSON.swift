import TextIO
import TreeAnalysis
import TreeSnapshot

/// What lint found, as one line of JSON whose keys are part of the contract.
struct LintJSON {
  let result: LintResult

  func write(to sink: inout some ByteSink & ~Copyable) {
    sink.write("{\"findings\": [" as StaticString)
    for (index, item) in result.items.enumerated() {
      if index > 0 { sink.write(", " as StaticString) }
      write(item, to: &sink)
    }
    sink.write("], \"new\": \(result.newCount), \"known\": \(result.knownCount), \"stale\": [")
    for (index, entry) in result.stale.enumerated() {
      sink.write(index > 0 ? ", {\"rule\": " : "{\"rule\": ")
      JSONString.write(entry.rule, to: &sink)
      sink.write(", \"path\": " as StaticString)
      JSONString.write(entry.path, to: &sink)
      sink.write(", \"reason\": " as StaticString)
      JSONString.write(entry.reason, to: &sink)
      sink.write("}" as StaticString)
    }
    sink.write("], \"disabled\": [" as StaticString)
    for (index, name) in result.disabled.enumerated() {
      if index > 0 { sink.write(", " as StaticString) }
      JSONString.write(name, to: &sink)
    }
    sink.write("]}\n" as StaticString)
  }

  private func write(_ item: LintResult.Item, to sink: inout some ByteSink & ~Copyable) {
    let finding = item.finding
    sink.write("{\"rule\": " as StaticString)
    JSONString.write(finding.rule, to: &sink)
    sink.write(", \"severity\": \"\(finding.severity.rawValue)\"")
    sink.write(", \"state\": \"\(item.isKnown ? "known" : "new")\", ")
    write(finding.observation.place, to: &sink)
    if let message = finding.observation.problem.message {
      sink.write(", \"message\": {\"kind\": \"\(message.kind.rawValue)\", \"domain\": ")
      JSONString.write(message.domain, to: &sink)
      if let code = message.code {
        sink.write(", \"code\": " as StaticString)
        JSONString.write(code, to: &sink)
      }
      sink.write("}" as StaticString)
    }
    sink.write(", \"reason\": " as StaticString)
    JSONString.write(finding.observation.reason.string, to: &sink)
    sink.write(", \"remedy\": " as StaticString)
    JSONString.write(finding.remedy, to: &sink)
    if !finding.observation.related.isEmpty {
      sink.write(", \"related\": [" as StaticString)
      for (index, relation) in finding.observation.related.enumerated() {
        sink.write(index > 0 ? ", {\"what\": " : "{\"what\": ")
        JSONString.write(relation.what.string, to: &sink)
        sink.write(", " as StaticString)
        write(relation.place, to: &sink)
        sink.write("}" as StaticString)
      }
      sink.write("]" as StaticString)
    }
    sink.write("}" as StaticString)
  }

  private func write(_ place: LintPlace, to sink: inout some ByteSink & ~Copyable) {
    sink.write("\"path\": " as StaticString)
    JSONString.write(place.path.string, to: &sink)
    sink.write(", \"id\": " as StaticString)
    sink.write(decimal: place.id)
    if let source = place.source {
      sink.write(", \"source\": " as StaticString)
      JSONString.write(source, to: &sink)
    }
  }
}
