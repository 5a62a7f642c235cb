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

  func text(isColoured: Bool) -> String {
    var text = StyledText(isColoured: isColoured)
    guard !coverage.isEmpty else {
      text.line("no message is like that")
      return text.text
    }
    text.line("raised at each of \(counted(asked?.count ?? snapshot.count, "model")):", .dim)
    let paths = NodePaths(snapshot)
    for message in coverage {
      text.line()
      write(message, paths, to: &text)
    }
    return text.text
  }

  private func write(_ coverage: Coverage, _ paths: NodePaths, to text: inout StyledText) {
    let isEvent = coverage.message.kind == .event
    text.line(SafeText.escape(coverage.message.description), Colour(coverage.message.kind))
    var rows: [(title: String, count: String, what: String)] = []
    let reached = coverage.handlers.filter { $0.from > 0 }
    for handler in reached {
      let source = source(of: coverage.message, at: handler.node)
      let name = paths.shortPath(of: handler.node) + source
      rows.append((isEvent ? "heard by" : "handled by", counted(handler.from, "model"), name))
    }
    for shadow in coverage.shadows where shadow.from > 0 {
      rows.append(
        (
          "shadowed", counted(shadow.from, "model"),
          "\(paths.shortPath(of: shadow.node)) by \(paths.shortPath(of: shadow.by))"
        ))
    }
    for node in coverage.idle {
      rows.append(
        (
          "idle", "",
          "\(paths.shortPath(of: node)): nobody who raises it stands where it would come "
            + "there"
        ))
    }
    write(rows, to: &text)
    guard coverage.uncaught > 0 else { return }
    let title =
      switch coverage.message.kind {
      case .error: "uncaught"
      case .bubble: "unhandled"
      case .event: "unheard"
      }
    text.append("  \(title.padded(to: 12))", .red)
    text.append(counted(coverage.uncaught, "model").padded(to: 12))
    text.line(whereUncaught(coverage))
  }

  /// The models by name, as many as a line holds; for an event their sessions.
  private func whereUncaught(_ coverage: Coverage) -> String {
    let most = 5
    let models = snapshot.uncaughtModels(of: coverage, raisedAt: asked, limit: most + 1)
    let names = models.prefix(most).map { SafeText.escape(snapshot[$0].type) }
    let rest = models.count > most ? ", …" : ""
    let list = names.joined(separator: ", ") + rest
    return coverage.message.kind == .event ? "in \(list)" : "from \(list)"
  }

  private func write(
    _ rows: [(title: String, count: String, what: String)], to text: inout StyledText
  ) {
    var number = 0
    for (index, row) in rows.enumerated() {
      number = index > 0 && rows[index - 1].title == row.title ? number + 1 : 0
      if number >= Self.shown {
        let isLast = index + 1 == rows.count || rows[index + 1].title != row.title
        if isLast { text.line("  \("".padded(to: 12))and \(number + 1 - Self.shown) more", .dim) }
        continue
      }
      text.append("  \(row.title.padded(to: 12))", row.title == "shadowed" ? .yellow : .plain)
      text.append(row.count.padded(to: 12))
      text.line(row.what)
    }
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
    JSONText.write(coverage.message.domain, to: &sink)
    if let code = coverage.message.code {
      sink.write(", \"code\": " as StaticString)
      JSONText.write(code, to: &sink)
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
