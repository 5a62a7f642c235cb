import TextIO
import TreeAnalysis
import TreeSnapshot

/// What becomes of messages, as a table for people and as JSON.
struct CoverageReport {
  let coverage: [Coverage]
  /// The models that each message is thought to be raised at; nil for all.
  let asked: [Int]?
  let snapshot: Snapshot

  /// So many lines of one sort are shown of a message; JSON has them all.
  private static let shown = 12

  func text(isColored: Bool) -> String {
    var text = StyledText(isColored: isColored)
    guard !coverage.isEmpty else {
      text.line("no message is like that")
      return text.text
    }
    text.line("if raised at each of \(counted(asked?.count ?? snapshot.count, "model")):", .dim)
    let paths = NodePaths(snapshot)
    for message in coverage {
      text.line()
      write(message, paths, to: &text)
    }
    return text.text
  }

  private func write(_ coverage: Coverage, _ paths: NodePaths, to text: inout StyledText) {
    text.line(SafeText.escape(coverage.message.description), Color(coverage.message.kind))
    let verb = coverage.message.kind == .event ? "heard by" : "handled by"
    let handlers = coverage.handlers.filter { $0.from > 0 }.map { handler in
      (
        handler.from,
        paths.shortPath(of: handler.node) + source(of: coverage.message, at: handler.node)
      )
    }
    write(handlers, verb, to: &text)
    let shadows = coverage.shadows.filter { $0.from > 0 }.map { shadow in
      (
        shadow.from,
        "\(paths.shortPath(of: shadow.node)), hidden by \(paths.shortPath(of: shadow.by))"
      )
    }
    write(shadows, "shadowed", .yellow, to: &text)
    let idle = coverage.idle.map { node in
      (
        0,
        "\(paths.shortPath(of: node)): none of the models known to raise it would reach this handler"
      )
    }
    write(idle, "idle", .dim, to: &text)
    if coverage.uncaught > 0 {
      let verb =
        switch coverage.message.kind {
        case .error: "uncaught"
        case .bubble: "unhandled"
        case .event: "unheard"
        }
      write([(coverage.uncaught, whereUncaught(coverage))], verb, .red, to: &text)
    }
  }

  private func write(
    _ rows: [(count: Int, what: String)], _ verb: String, _ color: Color = .plain,
    to text: inout StyledText
  ) {
    for row in rows.prefix(Self.shown) {
      let count = row.count > 0 ? "from " + counted(row.count, "model") : ""
      text.append("  \(count.padded(to: 16))")
      text.append(verb.padded(to: 12), color)
      text.line(row.what)
    }
    if rows.count > Self.shown { text.line("  and \(rows.count - Self.shown) more", .dim) }
  }

  /// The models by name, as many as a line holds; for an event their sessions.
  private func whereUncaught(_ coverage: Coverage) -> String {
    let most = 5
    let models = snapshot.uncaughtModels(of: coverage, raisedAt: asked, limit: most + 1)
    let names = models.prefix(most).map { SafeText.escape(snapshot[$0].type) }
    let rest = models.count > most ? ", …" : ""
    let list = names.joined(separator: ", ") + rest
    return coverage.message.kind == .event ? "in \(list)" : list
  }

  /// Where a handler was registered.
  private func source(of known: KnownMessage, at node: Int) -> String {
    let message = Message(kind: known.kind, domain: known.domain, code: known.code ?? "")
    guard let place = snapshot.registration(taking: message, at: node) else { return "" }
    return snapshot[node].subscriptions[place].source.map { SafeText.escape(" at \($0)") } ?? ""
  }
}

// JSON, whose keys are part of the contract.
extension CoverageReport {
  func writeJSON(to sink: inout some ByteSink & ~Copyable) {
    sink.write("{\"messages\": [" as StaticString)
    for (index, coverage) in coverage.enumerated() {
      if index > 0 { sink.write(", " as StaticString) }
      writeJSON(coverage, to: &sink)
    }
    sink.write("]}\n" as StaticString)
  }

  private func writeJSON(_ coverage: Coverage, to sink: inout some ByteSink & ~Copyable) {
    sink.write("{\"message\": {\"kind\": \"" as StaticString)
    sink.write(coverage.message.kind.rawValue)
    sink.write("\", \"domain\": " as StaticString)
    JSONString.write(coverage.message.domain, to: &sink)
    if let code = coverage.message.code {
      sink.write(", \"code\": " as StaticString)
      JSONString.write(code, to: &sink)
    }
    sink.write("}, \"handled\": [" as StaticString)
    list(coverage.handlers.filter { $0.from > 0 }, to: &sink) { handler in
      "{\"handler\": \(id(handler.node)), \"from\": \(handler.from)}"
    }
    sink.write("], \"uncaught\": \(coverage.uncaught), \"shadowed\": [")
    list(coverage.shadows.filter { $0.from > 0 }, to: &sink) { shadow in
      "{\"handler\": \(id(shadow.node)), \"by\": \(id(shadow.by)), \"from\": \(shadow.from)}"
    }
    sink.write("], \"idle\": [")
    list(coverage.idle, to: &sink) { "\(id($0))" }
    sink.write("], \"raisers\": \(coverage.raisers)}")
  }

  private func list<Item>(
    _ items: [Item], to sink: inout some ByteSink & ~Copyable, _ text: (Item) -> String
  ) {
    for (index, item) in items.enumerated() {
      if index > 0 { sink.write(", " as StaticString) }
      sink.write(text(item))
    }
  }

  private func id(_ position: Int) -> Int { snapshot[position].id }
}
