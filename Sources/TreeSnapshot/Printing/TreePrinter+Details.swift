import TextIO

// Details on lines of their own below a name.
extension TreePrinter {
  /// Writes a line for each detail that the options include.
  mutating func writeDetails(
    _ position: Int, hasChildren: Bool, to sink: inout MemorySink
  ) {
    let node = snapshot[position]
    if options.contains(.representation), let screen = node.representation {
      write(Detail("(R)", "\(screen)"), hasChildren, to: &sink)
      shownDetails.insert(.representation)
    }
    if options.contains(.services) {
      for service in node.services {
        write(Detail("(S)", "\(service)"), hasChildren, to: &sink)
        shownDetails.insert(.services)
      }
    }
    for subscription in node.subscriptions where shows(subscription.kind) {
      let label: SafeText = subscription.label.map { " (\($0))" } ?? ""
      var detail = Detail(
        style.ascii ? subscription.kind.asciiMark : subscription.kind.mark,
        "\(subscription.kind.rawValue) \(subscription.domain).\(subscription.code ?? "*")\(label)")
      detail.color = Color(subscription.kind)
      if options.contains(.sources) { detail.source = subscription.source }
      write(detail, hasChildren, to: &sink)
      shownKinds.insert(subscription.kind)
    }
    if options.contains(.state) {
      for state in node.state {
        let value: SafeText = "\(state.key): \(state.value)\(snapshot.age(of: position))"
        write(Detail("{}", value), hasChildren, to: &sink)
        shownDetails.insert(.state)
      }
    }
    if options.contains(.work) {
      for work in node.work {
        var detail = Detail("(W)", Self.words(work.since))
        detail.source = work.source
        write(detail, hasChildren, to: &sink)
        shownDetails.insert(.work)
      }
    }
  }

  /// Writes the legend of the marks used.
  func writeLegend(to sink: inout MemorySink) {
    let kinds = Message.Kind.allCases.filter(shownKinds.contains).map { kind -> SafeText in
      "\(style.ascii ? kind.asciiMark : kind.mark) \(kind.rawValue)"
    }
    var parts: [SafeText] = []
    if !kinds.isEmpty { parts.append("\(kinds.joined(separator: ", ")): registered for it") }
    let marks: [(PrintOptions, SafeText)] = [
      (.representation, "(R) the screen that shows the model"),
      (.services, "(S) a service that it provides"), (.state, "{} its state"),
      (.work, "(W) work that it waits for"),
    ]
    parts += marks.filter { shownDetails.contains($0.0) }.map(\.1)
    guard !parts.isEmpty else { return }
    sink.write("\n" as StaticString)
    sink.write(color(.dim))
    sink.write(parts.joined(separator: "; ").string)
    sink.write(color(.plain))
    sink.write("\n" as StaticString)
  }

  /// The text of one line.
  private struct Detail {
    let mark: SafeText
    let text: SafeText
    var color = Color.plain
    var source: String?

    init(_ mark: SafeText, _ text: SafeText) {
      self.mark = mark
      self.text = text
    }
  }

  private func write(
    _ detail: Detail, _ hasChildren: Bool, to sink: inout MemorySink
  ) {
    sink.write(color(.dim))
    writeGuides(hasChildren: hasChildren, to: &sink)
    sink.write(color(.plain))
    let isColored = detail.color != .plain
    if isColored { sink.write(color(detail.color)) }
    sink.write(detail.mark.string)
    if isColored { sink.write(color(.plain)) }
    sink.write(" " as StaticString)
    sink.write(detail.text.string)
    if let source = detail.source {
      sink.write(color(.dim))
      sink.write(" @\(SafeText(source))")
      sink.write(color(.plain))
    }
    sink.write("\n" as StaticString)
  }

  private func shows(_ kind: Message.Kind) -> Bool {
    switch kind {
    case .error: !options.isDisjoint(with: [.errors, .errorsVerbose])
    case .bubble: options.contains(.bubbles)
    case .event: options.contains(.globalEvents)
    }
  }
}
