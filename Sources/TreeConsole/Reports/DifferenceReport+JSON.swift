import TextIO
import TreeAnalysis
import TreeSnapshot

// JSON, whose keys are part of the contract; the help of `diff` tells what they mean.
extension DifferenceReport {
  /// Writes the difference as one JSON object.
  func writeJSON(to sink: inout some ByteSink & ~Copyable) {
    let (old, new) = (difference.old.columns, difference.new.columns)
    sink.write("{\"equal\": \(difference.isEmpty), \"removed\": ")
    write(difference.removed, to: &sink) { part, sink in
      write(part, of: old, oldPath(part.position), to: &sink)
    }
    sink.write(", \"added\": " as StaticString)
    write(difference.added, to: &sink) { part, sink in
      write(part, of: new, newPath(part.position), to: &sink)
    }
    sink.write(", \"moved\": " as StaticString)
    write(difference.moved, to: &sink) { move, sink in
      writeModel(move.oldPosition, move.newPosition, to: &sink)
      write("from", oldPath(move.oldPosition), to: &sink)
      write("to", newPath(move.newPosition), to: &sink)
      sink.write(", \"below\": \(move.below)}")
    }
    sink.write(", \"changed\": " as StaticString)
    write(difference.changed, to: &sink) { model, sink in
      writeModel(model.oldPosition, model.newPosition, to: &sink)
      write("path", newPath(model.newPosition), to: &sink)
      sink.write(", \"changes\": " as StaticString)
      write(model.changes, to: &sink) { change, sink in write(change, to: &sink) }
      sink.write("}" as StaticString)
    }
    sink.write("}" as StaticString)
  }

  private func write<Element, Sink: ByteSink & ~Copyable>(
    _ elements: [Element], to sink: inout Sink, _ body: (Element, inout Sink) -> Void
  ) {
    sink.write("[" as StaticString)
    for (index, element) in elements.enumerated() {
      if index > 0 { sink.write(", " as StaticString) }
      body(element, &sink)
    }
    sink.write("]" as StaticString)
  }

  private func write(
    _ part: TreeDifference.Part, of columns: Columns, _ path: String,
    to sink: inout some ByteSink & ~Copyable
  ) {
    sink.write("{\"id\": \(columns.ids[part.position])")
    write("type", columns.symbols.string(columns.fixed[part.position].type), to: &sink)
    write("path", path, to: &sink)
    sink.write(", \"below\": \(part.below)}")
  }

  /// Begins a model that is in both trees, with its id in each.
  private func writeModel(_ old: Int, _ new: Int, to sink: inout some ByteSink & ~Copyable) {
    sink.write("{\"old\": \(difference.old.columns.ids[old])")
    sink.write(", \"new\": \(difference.new.columns.ids[new])")
    write("type", difference.new[new].type, to: &sink)
  }

  private func write(
    _ key: StaticString, _ text: String?, to sink: inout some ByteSink & ~Copyable
  ) {
    guard let text else { return }
    sink.write(", \"\(key)\": ")
    JSONString.write(text, to: &sink)
  }

  private func write(_ change: ModelChange, to sink: inout some ByteSink & ~Copyable) {
    func begin(_ what: StaticString, _ sink: inout some ByteSink & ~Copyable) {
      sink.write("{\"what\": \"\(what)\"")
    }
    switch change {
    case .type(let old, let new):
      begin("type", &sink)
      write("old", old, to: &sink)
      write("new", new, to: &sink)
    case .label(let old, let new):
      begin("label", &sink)
      write("old", old, to: &sink)
      write("new", new, to: &sink)
    case .session(let isOneNow):
      begin("session", &sink)
      sink.write(", \"old\": \(!isOneNow), \"new\": \(isOneNow)")
    case .representation(let old, let new):
      begin("representation", &sink)
      write("old", old, to: &sink)
      write("new", new, to: &sink)
    case .gained(let trait):
      write(trait, as: "new", to: &sink)
    case .lost(let trait):
      write(trait, as: "old", to: &sink)
    case .state(let key, let old, let new):
      begin("state", &sink)
      write("key", key, to: &sink)
      write("old", old, to: &sink)
      write("new", new, to: &sink)
    }
    sink.write("}" as StaticString)
  }

  private func write(
    _ trait: ModelChange.Trait, as side: StaticString, to sink: inout some ByteSink & ~Copyable
  ) {
    switch trait {
    case .service(let service):
      sink.write("{\"what\": \"service\"" as StaticString)
      write(side, service, to: &sink)
    case .subscription(let heard):
      sink.write("{\"what\": \"handles\", \"\(side)\": {\"kind\": \"\(heard.kind.rawValue)\"")
      write("domain", heard.domain, to: &sink)
      write("code", heard.code, to: &sink)
      write("label", heard.label, to: &sink)
      write("source", heard.source, to: &sink)
      sink.write("}" as StaticString)
    case .raise(let declared):
      let message = declared.message
      sink.write("{\"what\": \"raises\", \"\(side)\": {\"kind\": \"\(message.kind.rawValue)\"")
      write("domain", message.domain, to: &sink)
      write("code", message.code, to: &sink)
      write("label", declared.label, to: &sink)
      sink.write("}" as StaticString)
    }
  }
}
