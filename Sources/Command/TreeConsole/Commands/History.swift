import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
import TreeSpec

/// Shows the life of one model or one subscription.
struct History: FormattedQuestion {
  static let commandName = "history"
  static let abstract = "Tell the life of one model, or of its subscription to a message, and why."
  static let explanation: String? = """
    Where and by which message's handler it was created, what it was registered for, what it raised \
    and handled, when it left the tree, by itself or with a model above it, and why; then what it did \
    outside. A model that has left the tree is named by its id or its type.

    With --json: node (the id), type, and records, as in 'journal --json'.
    """
  static let examples = [
    "ExamCreationFlow", "'#7' --message badResponse", "SideMenuModel --state examsCount",
    "MainFlow --json",
  ]
  static let needs: Capability? = .journal

  @Argument(help: "The model.")
  var selector: RecordedModel

  @Option(help: .value("key", "Only how this key of its state changed."))
  var state: StateKey?

  @OptionGroup var choice: RecordChoice
  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let look = try view.journal()
    let contents = look.contents
    let types = JournalTypes(of: contents)
    let node = try JournalSubject(look, types).model(selector.selector, in: view)
    var filter = try choice.filter(in: look)
    filter.models = [node]
    filter.isOfLives = true
    filter.stateKey = state?.rawValue
    let all = filter.records(in: contents)
    if all.isEmpty, let state { try state.check(of: node, in: contents) }
    // An agent reads the newest first, page by page.
    let last = all.suffix(limits.numberInJSON)
    let records = view.prompt.caller.isAgent ? last.reversed() : Array(last)
    let shown = all.suffix(limits.number(view))
    return Answer {
      .object { json in
        json.write("node", node.id)
        json.write("type", types[node])
        json.array("records", of: records) { record, json in record.write(to: &json) }
      }
    } text: { text in
      var words = RecordWords(contents: contents, types: types)
      text.line(words.name(node), .bold)
      if all.isEmpty { text.line("  the journal has no records of it") }
      if contents.droppedCount > 0, all.first?.event != .attached {
        text.line("  earlier records were dropped", .dim)
      }
      if all.count > shown.count {
        text.line(
          "  \(counted(all.count - shown.count, "earlier record")); --limit all shows them", .dim)
      }
      let margin = SafeText(repeating: " ", count: 23)
      for record in shown {
        words.write(record, to: &text)
        if record.event == .detached, record.node != node {
          text.line("\(margin)and \(words.name(node)) with it", .dim)
        }
        if let reason = words.reason(record) { text.line(margin + reason, .dim) }
      }
    }
  }
}

/// A key of a model's state.
struct StateKey: TargetValue {
  var rawValue: String

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    (try? view.journal().contents.stateKeys { _ in true }) ?? []
  }

  /// - Throws: `ConsoleError` if the model has no such key.
  fileprivate func check(of node: JournalNode, in contents: JournalContents) throws {
    let keys = contents.stateKeys { $0 == node }
    if keys.contains(rawValue) { return }
    let hint = keys.hint(
      for: rawValue,
      otherwise: keys.isEmpty
        ? "the journal has no state of it" : "there are \(keys.joined(separator: ", "))")
    throw ConsoleError("no key of its state is called '\(rawValue)'; \(hint)")
  }
}

extension JournalContents {
  /// The keys of the states of some models that are recorded. Costs a look at each record.
  fileprivate func stateKeys(where isWanted: (JournalNode) -> Bool) -> [String] {
    var keys: Set<String> = []
    forEachRecord(of: [.described, .changed]) { record in
      if isWanted(record.node) {
        keys.formUnion(record.state.map(\.key) + [record.key].compactMap { $0 })
      }
      return true
    }
    return keys.sorted()
  }
}

/// The options that choose records.
struct RecordChoice: ParsableArguments {
  @Option(
    help: .value(
      "message", "Only records of this message: a code, a label, a domain or Domain.code."))
  var message: RecordedMessage?

  @Option(
    help: .value("what", "Only records of these kinds, such as 'raised,handled'; may be repeated."))
  var what: [EventWords] = []

  @Option(parsing: .unconditional, help: .value("moment", "Only from this moment on."))
  var since: MomentWord?

  @Option(parsing: .unconditional, help: .value("moment", "Only up to this moment."))
  var until: MomentWord?

  func validate() throws {
    for words in what { _ = try words.events() }
  }

  /// Whether there is an option.
  var isMade: Bool { message != nil || !what.isEmpty || since != nil || until != nil }

  /// The filter that the options describe.
  func filter(in look: JournalLook) throws -> RecordFilter {
    var filter = RecordFilter(events: Set(try what.flatMap { try $0.events() }))
    if let message = message?.rawValue {
      let messages = look.contents.messages(named: message)
      if messages.isEmpty {
        let names = look.contents.messages.flatMap(look.contents.names(of:)).sorted()
        let hint = names.hint(
          for: message, otherwise: "give a code, a label, a domain or Domain.code")
        throw ConsoleError("no message of the journal is called '\(message)'; \(hint)")
      }
      filter.messages = messages
    }
    if let since { filter.first = try since.first(in: look) }
    if let until { filter.last = try until.number(in: look) }
    return filter
  }
}

/// The name of a message of a journal.
struct RecordedMessage: TargetValue {
  var rawValue: String

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    guard let contents = try? view.journal().contents else { return [] }
    return Set(contents.messages.flatMap(contents.names)).filter { !$0.contains(" ") }.sorted()
  }
}

/// A model of a journal, which may have left the tree.
struct RecordedModel: TargetValue {
  var rawValue: String

  var selector: ModelSelector { ModelSelector(rawValue: rawValue) }

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    let types = (try? view.journal()).map { JournalTypes(of: $0.contents).names } ?? []
    return ModelSelector.candidates(for: word, after: words, in: view)
      + types.map { NodePaths.selectorName($0).string }.sorted()
  }
}

/// Kinds of records, separated by commas.
struct EventWords: TargetValue {
  var rawValue: String

  private static let names = JournalEvent.allCases.map(\.rawValue)

  /// The kinds.
  ///
  /// - Throws: `ValidationError` if one of them doesn't exist.
  func events() throws -> [JournalEvent] {
    try rawValue.split(separator: ",", omittingEmptySubsequences: false).map { word in
      if let event = JournalEvent(rawValue: String(word)) { return event }
      let hint = Self.names.hint(
        for: String(word), otherwise: "there are \(Self.names.joined(separator: ", "))")
      throw ValidationError("'\(SafeText(word))' isn't a kind of record; \(hint)")
    }
  }

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    let typed = word.lastIndex(of: ",").map { word[...$0] } ?? ""
    return names.map { typed + $0 }
  }
}

extension JournalContents {
  /// The messages and whole domains that match a word, without their labels. Costs a look at each
  /// name.
  func messages(named word: String) -> Set<KnownMessage> {
    Set(messages.filter { names(of: $0).contains(word) }.map(\.unlabeled))
  }

  /// The names of a message: its domain, code, or label, with or without domain and kind.
  func names(of message: KnownMessage) -> [String] {
    let bare = message.message.map(messageNames.names) ?? []
    let full = bare.map { "\(message.domain).\($0)" }
    return [message.domain] + bare + full + (bare + full).map { "\(message.kind.rawValue) \($0)" }
  }
}
