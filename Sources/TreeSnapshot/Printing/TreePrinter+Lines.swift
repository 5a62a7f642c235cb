import TextIO

// The rest of a line, after its branch.
extension TreePrinter {
  func writeNode(_ position: Int, to sink: inout MemorySink) {
    let fields = columns.nodes.fixed[position]
    if fields.isSession { sink.write(color(.bold)) }
    write(fields.type, to: &sink)
    if fields.isSession { sink.write(color(.plain)) }
    if !fields.label.isNone {
      sink.write(" \"" as StaticString)
      write(fields.label, to: &sink)
      sink.write("\"" as StaticString)
      writeRepetition(position, label: fields.label, to: &sink)
      let showsState = options.contains(.state) && !style.long
      if !showsState || columns.states(of: position).isEmpty { writeAge(position, to: &sink) }
    }
    if fields.isUnopened { sink.write(" (not open)" as StaticString) }
    if options.contains(.youAreHere), here == position { sink.write(" <-" as StaticString) }
    if style.long { return writeCreation(fields.source, to: &sink) }
    if options.contains(.representation), !fields.representation.isNone {
      writeMark("(R): ", .plain, to: &sink)
      write(fields.representation, to: &sink)
    }
    if options.contains(.globalEvents) { writeSubscriptions(.event, position, to: &sink) }
    if options.contains(.bubbles) { writeSubscriptions(.bubble, position, to: &sink) }
    if !options.isDisjoint(with: [.errors, .errorsVerbose]) { writeErrors(position, to: &sink) }
    if options.contains(.services) { writeServices(position, to: &sink) }
    if options.contains(.state) { writeState(position, to: &sink) }
    if options.contains(.work) { writeWork(position, to: &sink) }
    writeCreation(fields.source, to: &sink)
  }

  private func writeCreation(_ source: Symbol, to sink: inout MemorySink) {
    guard options.contains(.sources), !source.isNone else { return }
    sink.write("  |" as StaticString)
    writeSource(source, to: &sink)
  }

  /// Writes, for a repeated object with a label of its own, which node it repeats; other repeated
  /// objects have a label that marks them.
  private func writeRepetition(
    _ position: Int, label: Symbol, to sink: inout MemorySink
  ) {
    guard let key = repetitionKey, !repetitionLabels.contains(label),
      let state = columns.states(of: position).first, state.key == key
    else { return }
    sink.write(" (same as " as StaticString)
    write(state.value, to: &sink)
    sink.write(")" as StaticString)
  }

  private func writeSubscriptions(
    _ kind: Message.Kind, _ position: Int, to sink: inout MemorySink
  ) {
    var isFirst = true
    for record in columns.subscriptions(of: position) where record.kind == kind {
      if isFirst { writeMark(kind == .event ? "(E):" : "(B):", Color(kind), to: &sink) }
      isFirst = false
      sink.write(" " as StaticString)
      write(record.domain, to: &sink)
      sink.write("." as StaticString)
      writeCode(record, to: &sink)
      if options.contains(.sources) { writeSource(record.source, to: &sink) }
    }
  }

  /// `NetworkErrors > 100 101`, and with labels `NetworkErrors > 100 [badResponse]`.
  private func writeErrors(_ position: Int, to sink: inout MemorySink) {
    var domain: Symbol?
    for record in columns.subscriptions(of: position) where record.kind == .error {
      if domain == nil { writeMark("(Err):", Color(.error), to: &sink) }
      if domain != record.domain {
        if domain != nil { sink.write("," as StaticString) }
        sink.write(" " as StaticString)
        write(record.domain, to: &sink)
        sink.write(" >" as StaticString)
        domain = record.domain
      }
      sink.write(" " as StaticString)
      writeCode(record, to: &sink)
      if options.contains(.errorsVerbose), !record.label.isNone {
        sink.write(" [" as StaticString)
        write(record.label, to: &sink)
        sink.write("]" as StaticString)
      }
      if options.contains(.sources) { writeSource(record.source, to: &sink) }
    }
  }

  private func writeServices(_ position: Int, to sink: inout MemorySink) {
    let services = columns.services(of: position)
    guard !services.isEmpty else { return }
    writeMark("(S):", .plain, to: &sink)
    for service in services {
      sink.write(" " as StaticString)
      write(service, to: &sink)
    }
  }

  private func writeState(_ position: Int, to sink: inout MemorySink) {
    let states = columns.states(of: position)
    guard !states.isEmpty else { return }
    writeMark("{", .plain, to: &sink)
    var isFirst = true
    for state in states {
      if !isFirst { sink.write(", " as StaticString) }
      isFirst = false
      write(state.key, to: &sink)
      sink.write(": " as StaticString)
      write(state.value, to: &sink)
    }
    sink.write("}" as StaticString)
    writeAge(position, to: &sink)
  }

  private func writeWork(_ position: Int, to sink: inout MemorySink) {
    for work in columns.works[columns.nodes.ids[position]] ?? [] {
      writeMark("(W): ", .plain, to: &sink)
      sink.write(Self.words(work.since).string)
      writeSource(work.source, to: &sink)
    }
  }

  /// `works since 12:03:04.123`
  static func words(_ since: Int?) -> SafeText {
    since.map { "works since \(WallClock.localTime(ofNanoseconds: $0))" } ?? "works"
  }

  /// Writes the age of a label or a state.
  private func writeAge(_ position: Int, to sink: inout MemorySink) {
    if columns.asOf(position) != nil { sink.write(snapshot.age(of: position).string) }
  }

  private func writeSource(_ source: Symbol, to sink: inout MemorySink) {
    guard !source.isNone else { return }
    sink.write(color(.dim))
    sink.write(" @" as StaticString)
    write(source, to: &sink)
    sink.write(color(.plain))
  }

  private func writeCode(
    _ record: SubscriptionRecord, to sink: inout MemorySink
  ) {
    if record.code.isNone { sink.write("*" as StaticString) } else { write(record.code, to: &sink) }
  }

  private func writeMark(
    _ mark: StaticString, _ color: Color, to sink: inout MemorySink
  ) {
    sink.write("  | " as StaticString)
    if color == .plain {
      sink.write(mark)
    } else {
      sink.write(self.color(color))
      sink.write(mark)
      sink.write(self.color(.plain))
    }
  }

  private func write(_ symbol: Symbol, to sink: inout MemorySink) {
    if columns.symbols.isPlain(symbol) {
      columns.symbols.withBytes(of: symbol) { sink.write($0) }
    } else {
      sink.write(SafeText(columns.symbols.string(symbol)).string)
    }
  }

  func color(_ color: Color) -> StaticString {
    style.color ? color.sequence : ""
  }
}
