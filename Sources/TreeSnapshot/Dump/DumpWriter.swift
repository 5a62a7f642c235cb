package import TextIO

extension Snapshot {
  /// The layout of a dump. Both layouts have the same keys in the same order.
  public enum DumpLayout: Hashable, Sendable {
    /// One node per line, with a newline at the end, as in files.
    case lines
    /// The whole dump on one line, without a newline, for scripts.
    case oneLine
  }

  /// Returns the dump of the tree. The same tree always produces the same bytes.
  public func dump(_ layout: DumpLayout = .lines) -> [UInt8] {
    var sink = MemorySink()
    writeDump(layout, to: &sink)
    return sink.bytes
  }

  /// Writes the dump in parts, so that it is never in memory as a whole.
  ///
  /// - Parameter part: Takes the next part.
  package func writeDump(
    _ layout: DumpLayout, inParts part: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    withoutActuallyEscaping(part) { part in
      var sink = MemorySink(handingTo: part)
      writeDump(layout, to: &sink)
      sink.flush()
    }
  }

  package func writeDump(_ layout: DumpLayout, to sink: inout some ByteSink & ~Copyable) {
    let lines = layout == .lines
    let separator: StaticString = lines ? ",\n  " : ", "
    sink.write(lines ? "{\n  " : "{" as StaticString)
    sink.write("\"format\": \"model-tree\"" as StaticString)
    sink.write(separator)
    sink.write("\"version\": 1" as StaticString)
    if !columns.name.isNone {
      sink.write(separator)
      write("\"name\": ", columns.name, to: &sink)
    }
    let age = columns.commonAge
    if let age {
      sink.write(separator)
      sink.write("\"asOf\": \(age)")
    }
    if !columns.vocabulary.isEmpty {
      sink.write(separator)
      sink.write("\"messages\": [" as StaticString)
      for (index, record) in columns.vocabulary.enumerated() {
        writeElementStart(isFirst: index == 0, lines: lines, to: &sink)
        write(record, payloadKeys: columns.payloadKeys[index] ?? [], to: &sink)
      }
      sink.write(lines ? "\n  ]" : "]" as StaticString)
    }
    sink.write(separator)
    sink.write("\"nodes\": [" as StaticString)
    for position in positions {
      writeElementStart(isFirst: position == 0, lines: lines, to: &sink)
      writeNode(position, path: nil, withAge: age == nil, to: &sink)
    }
    sink.write(lines ? "\n  ]\n}\n" : "]}" as StaticString)
  }

  private func writeElementStart(
    isFirst: Bool, lines: Bool, to sink: inout some ByteSink & ~Copyable
  ) {
    if lines {
      sink.write(isFirst ? "\n    " : ",\n    ")
    } else if !isFirst {
      sink.write(", " as StaticString)
    }
  }

  /// Writes one node in the dump's format. Alone, it also has its path after the type. The age of its
  /// label and state comes last, unless the head of the dump gives it for all.
  package func writeNode(
    _ position: Int, path: String?, withAge: Bool = true, to sink: inout some ByteSink & ~Copyable
  ) {
    sink.write("{\"id\": \(columns.nodes.ids[position])")
    if columns.parents[position] >= 0 {
      sink.write(", \"parent\": " as StaticString)
      sink.write(decimal: columns.nodes.ids[Int(columns.parents[position])])
    }
    let fields = columns.nodes.fixed[position]
    write(", \"type\": ", fields.type, to: &sink)
    if let path {
      sink.write(", \"path\": " as StaticString)
      JSONString.write(path, to: &sink)
    }
    write(", \"label\": ", fields.label, to: &sink)
    if fields.isSession { sink.write(", \"session\": true" as StaticString) }
    if fields.isUnopened { sink.write(", \"open\": false" as StaticString) }
    write(", \"representation\": ", fields.representation, to: &sink)

    // Most models have few of these: an empty slice would still retain its column.
    let (start, end) = (columns.nodes.sliceStart(position), columns.nodes.ends[position])
    if start.services < end.services {
      write(", \"services\": [", columns.services(of: position), to: &sink)
    }
    if start.asks < end.asks { write(", \"asks\": [", columns.asks(of: position), to: &sink) }
    if start.subscriptions < end.subscriptions {
      write(", \"handles\": [", columns.subscriptions(of: position), to: &sink)
    }
    if start.raises < end.raises {
      write(", \"raises\": [", columns.raises(of: position), to: &sink)
    }
    write(", \"source\": ", fields.source, to: &sink)

    if start.states < end.states {
      sink.write(", \"state\": {" as StaticString)
      for (index, state) in columns.states(of: position).enumerated() {
        if index > 0 { sink.write(", " as StaticString) }
        writeName(state.key, to: &sink)
        write(": ", state.value, to: &sink)
      }
      sink.write("}" as StaticString)
    }
    if let works = columns.works[columns.nodes.ids[position]] { write(works, to: &sink) }
    if withAge, let asOf = columns.asOf(position) {
      sink.write(", \"asOf\": " as StaticString)
      sink.write(decimal: asOf)
    }
    sink.write("}" as StaticString)
  }

  private func write(_ works: [WorkRecord], to sink: inout some ByteSink & ~Copyable) {
    sink.write(", \"work\": [" as StaticString)
    for (index, work) in works.enumerated() {
      sink.write(index == 0 ? "{" : ", {" as StaticString)
      if let since = work.since {
        sink.write("\"since\": \"\(WallClock.text(ofNanoseconds: since))\"")
        if !work.source.isNone { sink.write(", " as StaticString) }
      }
      if !work.source.isNone {
        sink.write("\"source\": " as StaticString)
        writeName(work.source, to: &sink)
      }
      sink.write("}" as StaticString)
    }
    sink.write("]" as StaticString)
  }

  private func write(
    _ key: StaticString, _ records: ArraySlice<SubscriptionRecord>,
    to sink: inout some ByteSink & ~Copyable
  ) {
    sink.write(key)
    var isFirst = true
    for record in records {
      if !isFirst { sink.write(", " as StaticString) }
      isFirst = false
      write(record, to: &sink)
    }
    sink.write("]" as StaticString)
  }

  private func write(
    _ key: StaticString, _ names: ArraySlice<Symbol>, to sink: inout some ByteSink & ~Copyable
  ) {
    sink.write(key)
    for (index, name) in names.enumerated() {
      if index > 0 { sink.write(", " as StaticString) }
      writeName(name, to: &sink)
    }
    sink.write("]" as StaticString)
  }

  private func write(
    _ record: SubscriptionRecord, payloadKeys: [Symbol] = [],
    to sink: inout some ByteSink & ~Copyable
  ) {
    switch record.kind {
    case .error: sink.write("{\"kind\": \"error\", \"domain\": " as StaticString)
    case .bubble: sink.write("{\"kind\": \"bubble\", \"domain\": " as StaticString)
    case .event: sink.write("{\"kind\": \"event\", \"domain\": " as StaticString)
    }
    writeName(record.domain, to: &sink)
    write(", \"code\": ", record.code, to: &sink)
    write(", \"label\": ", record.label, to: &sink)
    write(", \"payload\": ", record.payload, to: &sink)
    if !payloadKeys.isEmpty { write(", \"keys\": [", payloadKeys[...], to: &sink) }
    write(", \"source\": ", record.source, to: &sink)
    sink.write("}" as StaticString)
  }

  /// A key and its value; nothing if there is no value.
  private func write(
    _ key: StaticString, _ value: Symbol, to sink: inout some ByteSink & ~Copyable
  ) {
    guard !value.isNone else { return }
    sink.write(key)
    writeName(value, to: &sink)
  }

  /// Writes a name of the tree as JSON.
  package func writeName(_ symbol: Symbol, to sink: inout some ByteSink & ~Copyable) {
    columns.symbols.withBytes(of: symbol) { bytes in
      JSONString.write(bytes, isPlain: columns.symbols.isPlain(symbol), to: &sink)
    }
  }
}
