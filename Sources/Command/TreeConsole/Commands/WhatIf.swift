import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Edits a copy of a tree, which further commands then inspect.
struct WhatIf: FormattedQuestion {
  static let commandName = "what-if"
  static let abstract =
    "Try changes on a copy of the tree; every other command then answers for the copy."
  static let explanation: String? = """
    what-if remove SELECTOR
    what-if move SELECTOR under SELECTOR
    what-if register KIND NAME at SELECTOR      NAME is Domain.code, or Domain.* for all
    what-if unregister KIND NAME at SELECTOR
    what-if show                                show the differences from the tree itself
    what-if undo                                take back the last change
    what-if reset                               take back all changes

    The copy is taken at the first change. A live tree keeps running; on the copy no handler runs \
    and no action is performed.
    """
  static let examples = [
    "register error NetworkErrors.101 at ExamCreationFlow", "remove SideMenuModel", "show",
  ]
  /// The verbs, each with its parameters.
  private static let usages: KeyValuePairs<String, SafeText> = [
    "remove": " SELECTOR", "move": " SELECTOR under SELECTOR",
    "register": " KIND NAME at SELECTOR", "unregister": " KIND NAME at SELECTOR",
    "show": ", with nothing after it", "undo": ", with nothing after it",
    "reset": ", with nothing after it",
  ]
  private static let verbs = usages.map(\.key)

  @Argument(
    help: "remove, move, register, unregister, show, undo or reset.", completion: .list(verbs))
  var verb: String

  @Argument(help: .value("selector", "What to change."))
  var words: [ChangeWord] = []

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let arguments = words.map(\.rawValue)
    switch (verb, arguments.count) {
    case ("show", 0): return try show(view)
    case ("undo", 0):
      guard let undone = view.edits.undo() else {
        throw ConsoleError("nothing is changed yet")
      }
      return answer("undone: \(undone)", view)
    case ("reset", 0):
      let count = view.edits.words.count
      view.edits = Edits()
      return answer("undone: \(counted(count, "change"))", view)
    default:
      let words = ([verb] + arguments).joined(separator: " ")
      let isFirst = !view.isCopy
      let present = try view.original()
      try view.edits.add(words, to: present) { try Self.edit(verb, arguments, in: $0) }
      if isFirst, view.kind == .copy {
        view.note("note: answers are for a copy now; \(Capability.handlers.remedy(.copy))")
      }
      return answer("in the copy: \(words)", view)
    }
  }

  private func answer(_ text: SafeText, _ view: View) -> Answer {
    let count = view.edits.words.count
    return Answer {
      .object { $0.write("changes", count) }
    } text: {
      $0.line(text)
    }
  }

  private func show(_ view: View) throws -> Answer {
    let changes = TreeChanges(from: try view.original(), to: try view.state())
    let words = view.edits.words
    return Answer {
      .object { changes.write(to: &$0) }
    } text: { text in
      if words.isEmpty { return text.line("nothing is changed yet") }
      for (number, change) in words.enumerated() { text.line("\(number + 1)  \(change)") }
      changes.write(to: &text)
    }
  }

  /// Returns the edited tree.
  private static func edit(
    _ verb: String, _ words: [String], in snapshot: Snapshot
  ) throws -> Snapshot {
    func node(_ selector: String) throws -> Int {
      try ModelSelector(rawValue: selector).node(in: snapshot)
    }
    switch (verb, words.count) {
    case ("remove", 1):
      return try snapshot.removing(node(words[0]))
    case ("move", 3) where words[1] == "under":
      return try snapshot.moving(node(words[0]), under: node(words[2]))
    case ("register", 4) where words[2] == "at", ("unregister", 4) where words[2] == "at":
      let subscription = try subscription(words[0], words[1], in: snapshot)
      let node = try node(words[3])
      if verb == "unregister" { return try snapshot.unregistering(subscription, at: node) }
      let same = snapshot[node].subscriptions.first {
        ($0.kind, $0.domain, $0.code)
          == (subscription.kind, subscription.domain, subscription.code)
      }
      if let same {
        throw ConsoleError(
          "\(snapshot[node].name) is registered for it already\(same.source.map { " at \($0)" } ?? "")"
        )
      }
      return try snapshot.registering(subscription, at: node)
    default: throw misuse(of: verb)
    }
  }

  private static func misuse(of verb: String) -> ConsoleError {
    if let usage = usages.first(where: { $0.key == verb }) {
      return ConsoleError("write it as: what-if \(verb)\(usage.value)")
    }
    let hint: SafeText =
      verbs.nearest(to: verb).map { "did you mean 'what-if \($0)'?" }
      ?? "what-if \(verbs.joined(separator: ", "))"
    return ConsoleError("'\(verb)' isn't a what-if command; \(hint)")
  }

  private static func subscription(
    _ kind: String, _ name: String, in snapshot: Snapshot
  ) throws -> Subscription {
    let name = MessageCodes.unmarked(name)
    if name.hasSuffix(".*") {
      let reference = try MessageReference(kind: kind, name: String(name.dropLast(2)))
      return Subscription(
        kind: reference.kind, domain: reference.name, code: nil, source: "what-if")
    }
    let resolved = try snapshot.resolve(MessageReference(kind: kind, name: name))
    return Subscription(
      kind: resolved.message.kind, domain: resolved.message.domain, code: resolved.message.code,
      label: resolved.label, source: "what-if")
  }
}
