public import TextIO

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

  /// Writes the dump to a file, whole or not at all. Creates missing folders.
  ///
  /// - Throws: `FileError` if the file can't be written; an existing file is then unchanged.
  public func writeDump(toFile path: String) throws(FileError) {
    try WholeFile.write(dump(), to: path, makesFolders: true)
  }

  package func writeDump(_ layout: DumpLayout, to sink: inout MemorySink) {
    let age = columns.commonAge
    let (outer, inner): (JSONLayout, JSONLayout) =
      layout == .lines ? (.lines(indent: 2), .lines(indent: 4)) : (.oneLine, .oneLine)
    sink.write(object: outer) { json in
      json.write("format", "model-tree")
      json.write("version", 1)
      write("name", columns.name, to: &json)
      json.write("asOf", age)
      if !columns.vocabulary.isEmpty {
        json.array("messages", inner, of: columns.vocabulary.indices) { place, json in
          write(columns.vocabulary[place], to: &json)
        }
      }
      json.array("nodes", inner, of: positions) { position, json in
        writeNode(position, path: nil, withAge: age == nil, to: &json)
      }
    }
    if layout == .lines { sink.write("\n" as StaticString) }
  }

  /// Writes one node in the dump's format. Alone, it also has its path after the type. The age of its
  /// label and state comes last, unless the head of the dump gives it for all.
  package func writeNode(
    _ position: Int, path: String?, withAge: Bool = true, to json: inout JSONObject
  ) {
    let (id, parent) = (columns.nodes.ids[position], columns.parents[position])
    let fields = columns.nodes.fixed[position]
    json.write("id", id)
    json.write("parent", parent < 0 ? nil : columns.nodes.ids[Int(parent)])
    write("type", fields.type, to: &json)
    json.write("path", path)
    write("label", fields.label, to: &json)
    if fields.isSession { json.write("session", true) }
    if fields.isUnopened { json.write("open", false) }
    write("representation", fields.representation, to: &json)
    write("services", columns.nodes.services(of: position), to: &json)
    write("asks", columns.nodes.asks(of: position), to: &json)
    write("handles", columns.nodes.subscriptions(of: position), to: &json)
    write("raises", columns.nodes.raises(of: position), to: &json)
    write("source", fields.source, to: &json)
    let states = columns.nodes.states(of: position)
    if !states.isEmpty {
      json.object("state") { json in
        for state in states { write(columns.symbols.string(state.key), state.value, to: &json) }
      }
    }
    if let works = columns.works[id] {
      json.array("work", of: works) { work, json in
        json.write("since", work.since.map { WallClock.text(ofNanoseconds: $0) })
        write("source", work.source, to: &json)
      }
    }
    if withAge { json.write("asOf", columns.asOf(position)) }
  }

  private func write(
    _ key: String, _ records: ArraySlice<SubscriptionRecord>, to json: inout JSONObject
  ) {
    if records.isEmpty { return }
    json.array(key, of: records) { record, json in write(record, to: &json) }
  }

  private func write(_ key: String, _ names: ArraySlice<Symbol>, to json: inout JSONObject) {
    if !names.isEmpty { json.write(key, names.lazy.map(columns.symbols.string)) }
  }

  private func write(
    _ record: SubscriptionRecord, to json: inout JSONObject
  ) {
    json.write("kind", record.kind.rawValue)
    write("domain", record.domain, to: &json)
    write("code", record.code, to: &json)
    write("label", record.label, to: &json)
    write("payload", record.payload, to: &json)
    write("source", record.source, to: &json)
  }

  /// A key and its value; nothing if there is no value.
  private func write(_ key: String, _ value: Symbol, to json: inout JSONObject) {
    if !value.isNone { json.raw(key) { writeName(value, to: &$0) } }
  }

  /// Writes a name of the tree as JSON.
  package func writeName(_ symbol: Symbol, to sink: inout MemorySink) {
    columns.symbols.withBytes(of: symbol) { bytes in
      JSONString.write(bytes, isPlain: columns.symbols.isPlain(symbol), to: &sink)
    }
  }
}
