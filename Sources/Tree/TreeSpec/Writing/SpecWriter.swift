package import TextIO
import TreeAnalysis
public import TreeSnapshot

/// Writes a spec that this tree passes and no other tree does.
public struct SpecWriter {
  /// The parts to write.
  public struct Options: Sendable {
    /// Whether the order of siblings matters.
    public var isOrdered = true
    /// Whether to include state, which changes more often than the rest.
    public var includesState = false
    /// Whether to include the routes of messages that models are known to raise.
    public var includesRoutes = true

    /// Everything but state.
    public init() {}
  }

  private let snapshot: Snapshot
  private let options: Options
  private let messages: MessageTexts
  private let text: ModelText
  private let classes: AlikeModels
  private var columns: Columns { snapshot.columns }

  /// The attributes to write.
  private let kinds: [AttributeKind]

  /// - Throws: `SpecWritingError` if the tree is deeper than a spec can be.
  public init(_ snapshot: Snapshot, _ options: Options = Options()) throws(SpecWritingError) {
    let depth = TreeMeasures(snapshot)[.depth]
    if depth >= Spec.nestingLimit { throw SpecWritingError(levels: depth + 1) }
    self.snapshot = snapshot
    self.options = options
    kinds = AttributeKind.unnamed.filter { $0 != .state || options.includesState }
    messages = MessageTexts(snapshot.columns, MessageNames(snapshot))
    text = ModelText(columns: snapshot.columns, messages: messages)
    classes = AlikeModels(snapshot)
  }

  /// The spec's text.
  ///
  /// - Parameters:
  ///   - title: the spec's title.
  ///   - comment: a comment for the reader.
  public func write(title: String?, comment: String? = nil) -> String {
    var sink = MemorySink()
    write(title: title, comment: comment, to: &sink)
    return sink.text
  }

  /// Writes the spec's text with a small buffer.
  ///
  /// - Parameters:
  ///   - title: the spec's title.
  ///   - comment: a comment for the reader.
  ///   - sink: the destination.
  package func write(
    title: String?, comment: String? = nil, to sink: inout MemorySink
  ) {
    var head = "tree-spec 1\(title.map { " \(SpecText.quoted($0))" } ?? "")\n"
    if let comment { head += "# \(comment)\n" }
    head += "default children: exact \(options.isOrdered ? "ordered" : "unordered")\n"
    head += "default attributes: exact\(options.includesState ? "" : " except state")\n\n"
    sink.write(head)
    write(0..<snapshot.count, indent: 0, to: &sink)
    if options.includesRoutes {
      let lines = RouteWriter(snapshot, messages, isOrdered: options.isOrdered).lines()
      if !lines.isEmpty { sink.write("\n" as StaticString) }
      for line in lines { sink.write("\(line)\n") }
    }
  }

  /// Writes the lines of the siblings that begin in a range; consecutive identical models share a
  /// line.
  private func write(
    _ siblings: Range<Int>, indent: Int, to sink: inout MemorySink
  ) {
    var position = siblings.lowerBound
    while position < siblings.upperBound {
      let end = Int(columns.subtreeEnds[position])
      var count = 1
      var next = end
      while next < siblings.upperBound, areAlike(next, position) {
        count += 1
        next = Int(columns.subtreeEnds[next])
      }
      let spaces = String(repeating: " ", count: indent)
      let age = age(of: position).map { "  # as of #\($0)" } ?? ""
      sink.write("\(spaces)\(text.line(of: position, count: count, kinds))\(age)\n")
      write(position + 1..<end, indent: indent + 2, to: &sink)
      position = next
    }
  }

  /// Whether one line is about both models: they are alike, and what is written is of the same age.
  private func areAlike(_ one: Int, _ other: Int) -> Bool {
    guard classes.areAlike(one, other) else { return false }
    if columns.nodes.ages.isEmpty { return true }
    return (0..<Int(columns.subtreeEnds[one]) - one).allSatisfy {
      age(of: one + $0) == age(of: other + $0)
    }
  }

  /// The record of a journal as of which the written label and state are; nil if there are none, or
  /// if they are the tree's own.
  private func age(of position: Int) -> Int? {
    let isWritten =
      !columns.nodes.fixed[position].label.isNone
      || kinds.contains(.state) && !columns.nodes.states(of: position).isEmpty
    return isWritten ? columns.asOf(position) : nil
  }
}

/// Writes the routes of the messages that models are known to raise.
struct RouteWriter {
  private let snapshot: Snapshot
  private let paths: NodePaths
  private let modelsByType: ModelsByType
  private let messages: MessageIndex
  private let texts: MessageTexts
  private let sessions: SessionScopes
  private let isOrdered: Bool

  /// If an event has more receivers than this, none is named.
  private static let receiverLimit = 20

  /// - Parameter isOrdered: whether a path may include a model's index among its siblings.
  init(_ snapshot: Snapshot, _ texts: MessageTexts, isOrdered: Bool) {
    self.snapshot = snapshot
    self.texts = texts
    self.isOrdered = isOrdered
    paths = NodePaths(snapshot)
    messages = MessageIndex(snapshot)
    sessions = SessionScopes(snapshot)
    modelsByType = ModelsByType(snapshot.columns)
  }

  /// One line for each message and outcome.
  ///
  /// - Parameter isWanted: whether to write the route of a message raised by a model.
  func lines(where isWanted: (MessageKey, Int) -> Bool = { _, _ in true }) -> [String] {
    messages.raisers.all.flatMap { key, raisers in
      lines(for: key, raisedAt: raisers.map(\.node).filter { isWanted(key, $0) })
    }
  }

  /// One line for each outcome of a message that some models raise.
  func lines(for key: MessageKey, raisedAt raisers: [Int]) -> [String] {
    let takers = messages.takers(of: key)
    let runs = Array(snapshot.runs(nearestTo: takers))
    /// By index of the nearest taker, or by position of the session from which an event travels.
    var outcomes: [Int?: String] = [:]
    func outcome(nearest: Int?) -> String {
      if let known = outcomes[nearest] { return known }
      let takers =
        key.kind == .event
        ? takers.elements(in: snapshot[nearest ?? 0].subtree)
        : nearest.map { takers[$0...$0] } ?? []
      let outcome = self.outcome(takers, key.kind)
      outcomes[nearest] = outcome
      return outcome
    }
    func outcome(_ raiser: Int) -> String {
      outcome(
        nearest: key.kind == .event
          ? sessions.session(ofEventsFrom: raiser) : runs.run(of: raiser).nearest)
    }
    /// Whether a message has the same outcome for each raiser. Costs at most one step per raiser;
    /// for errors and bubbles, at most one per run of raisers.
    func isOutcome(_ result: String, ofAll models: ArraySlice<Int>) -> Bool {
      if key.kind == .event || models.count <= runs.count {
        return models.allSatisfy { outcome($0) == result }
      }
      return runs.allSatisfy { run in
        models.elements(in: run.positions).isEmpty || outcome(nearest: run.nearest) == result
      }
    }
    let start = "\(key.kind.rawValue) \(texts.name(key)) from"
    var lines: [String] = []
    /// By type: whether one line applies to all of its models.
    var isShared: [Symbol: Bool] = [:]
    for raiser in raisers {
      let type = snapshot.columns.nodes.fixed[raiser].type
      if isShared[type] == true { continue }
      let result = outcome(raiser)
      if isShared[type] == nil {
        isShared[type] = isOutcome(result, ofAll: models(of: type))
      }
      guard let place = isShared[type] == true ? selector(type) : path(of: raiser) else { continue }
      lines.append("\(start) \(place) => \(result)")
    }
    return lines
  }

  /// The outcome of a message that certain models handle or receive.
  func outcome(_ takers: some RandomAccessCollection<Int>, _ kind: Message.Kind) -> String {
    if takers.isEmpty { return kind.outcomes.lost }
    if takers.count > Self.receiverLimit { return kind.outcomes.taken }
    var places: [String] = []
    for taker in takers {
      guard let place = place(taker, among: takers) else { return kind.outcomes.taken }
      if !places.contains(place) { places.append(place) }
    }
    return places.joined(separator: ", ") + (kind == .event ? " only" : "")
  }

  /// All models of a type, as a line names them.
  private func selector(_ type: Symbol) -> String {
    SpecText.selector(snapshot.columns.symbols.string(snapshot.columns.types.shown(type)))
  }

  /// The models that the selector of a type matches.
  private func models(of type: Symbol) -> ArraySlice<Int> {
    let types = snapshot.columns.types
    let all = types.types(named: types.shown(type))
    return all.count == 1 ? modelsByType[all[0]] : all.flatMap { modelsByType[$0] }.sorted()[...]
  }

  /// The path; nil if it contains an index among siblings whose order doesn't matter.
  private func path(of position: Int) -> String? {
    !isOrdered && paths.pathNamesPlaces(of: position)
      ? nil : SpecText.path(paths.path(of: position))
  }

  /// The name if it identifies exactly these models, otherwise the path; nil if neither does.
  private func place(_ position: Int, among all: some Collection<Int>) -> String? {
    let type = snapshot.columns.nodes.fixed[position].type
    let wanted = all.filter { snapshot.columns.nodes.fixed[$0].type == type }
    return models(of: type).elementsEqual(wanted) ? selector(type) : path(of: position)
  }
}
